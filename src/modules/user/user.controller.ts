import { Body, Controller, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import type { User } from 'steward/access';
import { type Choice, crudRoutes, type Export, IdPipe, type Page, type RawQuery, readIds } from 'steward/crud';
import {
  type Caller,
  type Client,
  CurrentCaller,
  CurrentClient,
  LoginOnly,
  OperationType,
  Permission,
  Recorded,
} from 'steward/http';
import { userDocs } from './user.docs.js';
import { AddUserDto, ResetPasswordDto, UpdateUserDto } from './user.dto.js';
import { userPermissions } from './user.permissions.js';
import { UserService } from './user.service.js';

const routes = crudRoutes(userPermissions);

/** User accounts; callers outside the platform see only their own tenant's rows. */
@Controller('api/user')
export class UserController {
  constructor(private readonly service: UserService) {}

  /** Needs only a token; how much it shows of each user depends on the caller's permissions. */
  @LoginOnly(userDocs.page)
  @Get('page')
  page(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Page<User>> {
    return this.service.page(query, caller);
  }

  @routes.list()
  list(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<User[]> {
    return this.service.list(query, caller);
  }

  @routes.options()
  options(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Choice[]> {
    return this.service.options(query, caller);
  }

  @routes.export()
  export(@Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<Export> {
    return this.service.export(query, caller);
  }

  @routes.detail()
  detail(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<User> {
    return this.service.detail(id, caller);
  }

  @routes.add()
  add(@Body() body: AddUserDto, @CurrentCaller() caller: Caller): Promise<{ id: number }> {
    return this.service.add(body, caller);
  }

  @routes.update()
  update(@Body() body: UpdateUserDto, @CurrentCaller() caller: Caller, @CurrentClient() client: Client): Promise<void> {
    return this.service.updateFrom(client, body, caller);
  }

  @Permission(userPermissions.resetPassword, {
    summary: 'User: set another password',
    description: 'Ends the sessions.',
  })
  @Recorded(OperationType.ResetPassword)
  @Put('resetPassword')
  @HttpCode(200)
  resetPassword(
    @Body() body: ResetPasswordDto,
    @CurrentCaller() caller: Caller,
    @CurrentClient() client: Client,
  ): Promise<void> {
    return this.service.resetPassword(body, caller, client);
  }

  @routes.delete()
  delete(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.delete(id, caller);
  }

  @routes.batchDelete()
  batchDelete(@Body() body: unknown, @Query() query: RawQuery, @CurrentCaller() caller: Caller): Promise<void> {
    return this.service.batchDelete(readIds(body, query), caller);
  }
}
