import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule } from 'steward/access';
import { CrudModule } from 'steward/crud';
import { SecurityEventsModule } from '../../logs/security-event/security-events.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { RefreshCookie } from '../console/refresh-cookie.js';
import { FactorModule } from '../factor/factor.module.js';
import { SessionModule } from '../session/session.module.js';
import { UserModule } from '../user/user.module.js';
import { KnownIssuers } from './known-issuers.js';
import { ProviderController } from './provider.controller.js';
import { ProviderService } from './provider.service.js';
import { SsoAccounts } from './sso-accounts.js';
import { SsoClean } from './sso-clean.job.js';
import { SsoController } from './sso.controller.js';
import { SsoFlows } from './sso-flow.js';
import { SsoIdentity, SsoUse } from './sso-identity.entity.js';
import { SsoLinks } from './sso-links.service.js';
import { SsoLogin } from './sso-login.service.js';
import { SsoGroup, SsoProvider } from './sso-provider.entity.js';

/** Single sign-on: logins at identity providers. */
@Module({
  imports: [
    AccessModule,
    AuthModule,
    CrudModule,
    FactorModule,
    SecurityEventsModule,
    SessionModule,
    TypeOrmModule.forFeature([SsoProvider, SsoGroup, SsoIdentity, SsoUse]),
    UserModule,
  ],
  controllers: [ProviderController, SsoController],
  providers: [KnownIssuers, ProviderService, RefreshCookie, SsoAccounts, SsoClean, SsoFlows, SsoLinks, SsoLogin],
})
export class SsoModule {}
