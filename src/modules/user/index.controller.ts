import { Body, Controller, Get, HttpCode, Put, Query } from '@nestjs/common';
import {
  type Caller,
  CurrentCaller,
  LoginOnly,
  OperationType,
  type Principal,
  PrincipalSource,
  Recorded,
} from 'steward/http';
import { type GrantableMenu, type MenuNode, MenuTreeService } from '../menu/menu-tree.service.js';
import { indexDocs } from './index.docs.js';
import { OwnAccountService } from './own-account.service.js';
import { UpdateInfoDto, UpdatePasswordDto } from './user.dto.js';

/** Data that the console loads first, and the changes that users make to their own account. */
@Controller('api/index')
export class IndexController {
  constructor(
    private readonly principals: PrincipalSource,
    private readonly menus: MenuTreeService,
    private readonly account: OwnAccountService,
  ) {}

  @LoginOnly(indexDocs.getUser)
  @Get('getUser')
  getUser(@CurrentCaller() caller: Caller): Promise<Principal> {
    return this.principals.of(caller);
  }

  @LoginOnly(indexDocs.getMenuList)
  @Get('getMenuList')
  async getMenuList(@CurrentCaller() caller: Caller): Promise<MenuNode[]> {
    return this.menus.treeFor(await this.principals.of(caller));
  }

  @LoginOnly(indexDocs.getGrantableMenus)
  @Get('getGrantableMenus')
  async getGrantableMenus(
    @Query('lacking') lacking: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<GrantableMenu[]> {
    return this.menus.grantableBy(await this.principals.of(caller), lacking === 'true');
  }

  @LoginOnly(indexDocs.updatePassword)
  @Recorded(OperationType.UpdatePassword)
  @Put('updatePassword')
  @HttpCode(200)
  updatePassword(@Body() body: UpdatePasswordDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.account.updatePassword(body, caller);
  }

  @LoginOnly(indexDocs.updateInfo)
  @Recorded(OperationType.Update)
  @Put('updateInfo')
  @HttpCode(200)
  updateInfo(@Body() body: UpdateInfoDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.account.updateInfo(body, caller);
  }
}
