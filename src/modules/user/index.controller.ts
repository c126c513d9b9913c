import { Body, Controller, Get, HttpCode, Put, Query } from '@nestjs/common';
import {
  type Caller,
  type Client,
  CurrentCaller,
  CurrentClient,
  LoginOnly,
  OpenToRestricted,
  OpenToTokens,
  OperationType,
  PrincipalSource,
  Recorded,
} from 'steward/http';
import { FactorService } from '../factor/factor.service.js';
import { StepUp } from '../factor/step-up.js';
import { type GrantableMenu, type MenuNode, MenuTreeService } from '../menu/menu-tree.service.js';
import { type CurrentUser, indexDocs } from './index.docs.js';
import { OwnAccountService } from './own-account.service.js';
import { UpdateInfoDto, UpdatePasswordDto } from './user.dto.js';

/** Data that the console loads first, and the changes that users make to their own account. */
@Controller('api/index')
export class IndexController {
  constructor(
    private readonly principals: PrincipalSource,
    private readonly menus: MenuTreeService,
    private readonly account: OwnAccountService,
    private readonly factors: FactorService,
    private readonly stepUp: StepUp,
  ) {}

  @LoginOnly(indexDocs.getUser)
  @OpenToRestricted()
  @OpenToTokens()
  @Get('getUser')
  async getUser(@CurrentCaller() caller: Caller): Promise<CurrentUser> {
    const principal = await this.principals.of(caller);
    const factors = await this.factors.kindsOf(caller);
    const authAt = await this.stepUp.authenticatedAt(caller);
    // Consoles ask this most of all. Written out, and without a Date, it is built and serialized in half the time.
    return {
      id: principal.id,
      tenantId: principal.tenantId,
      tenantCode: principal.tenantCode,
      username: principal.username,
      realname: principal.realname,
      avatar: principal.avatar,
      email: principal.email,
      mobile: principal.mobile,
      status: principal.status,
      deptId: principal.deptId,
      deptName: principal.deptName,
      roles: principal.roles,
      permissions: principal.permissions,
      restriction: caller.restriction ?? null,
      stepUpAt: new Date(authAt * 1000).toISOString(),
      factors,
    };
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
  @OpenToRestricted()
  @Recorded(OperationType.UpdatePassword)
  @Put('updatePassword')
  @HttpCode(200)
  updatePassword(
    @Body() body: UpdatePasswordDto,
    @CurrentCaller() caller: Caller,
    @CurrentClient() client: Client,
  ): Promise<void> {
    return this.account.updatePassword(body, caller, client);
  }

  @LoginOnly(indexDocs.updateInfo)
  @Recorded(OperationType.Update)
  @Put('updateInfo')
  @HttpCode(200)
  updateInfo(
    @Body() body: UpdateInfoDto,
    @CurrentCaller() caller: Caller,
    @CurrentClient() client: Client,
  ): Promise<void> {
    return this.account.updateInfo(body, caller, client);
  }
}
