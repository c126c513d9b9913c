import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { Clock, ClockModule } from '../core/clock.js';
import { EventsModule } from '../core/events.js';
import { LogModule } from '../core/log/log.module.js';
import { MetricsModule } from '../core/metrics/metrics.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { isDatabaseUnavailable } from '../database/dialect/database-errors.js';
import { DATABASE_TIMES, type DatabaseTimes } from '../database/dialect/database-times.js';
import { AccessGuard } from '../http/access/access.guard.js';
import { RouteCheck } from '../http/access/route-check.js';
import { EnvelopeInterceptor } from '../http/envelope/envelope.js';
import { EnvelopeFilter } from '../http/envelope/exception.filter.js';
import { BodyPipe } from '../http/validation/validate.js';
import { CrudModule } from '../crud/routes/crud.module.js';
import { KvModule } from '../kv/kv.module.js';
import { AccessModule } from '../modules/access/access.module.js';
import { AttachmentModule } from '../modules/attachment/attachment.module.js';
import { AuthModule } from '../modules/auth/auth.module.js';
import { ConfigModule } from '../modules/config/config.module.js';
import { ConsoleModule } from '../modules/console/console.module.js';
import { TokenAdminModule } from '../modules/token-admin/token-admin.module.js';
import { DeptModule } from '../modules/dept/dept.module.js';
import { DictModule } from '../modules/dict/dict.module.js';
import { FactorModule } from '../modules/factor/factor.module.js';
import { FileModule } from '../modules/file/file.module.js';
import { generatedModules } from '../modules/generated.modules.js';
import { GeneratorModule } from '../generator/generator.module.js';
import { HealthModule } from '../modules/health/health.module.js';
import { JobModule } from '../logs/log-clean/log-clean.module.js';
import { LinkModule } from '../modules/link/link.module.js';
import { MailModule } from '../modules/mail/mail.module.js';
import { MenuModule } from '../modules/menu/menu.module.js';
import { OperationLogModule } from '../logs/operation-log/operation-log.module.js';
import { RoleModule } from '../modules/role/role.module.js';
import { SecurityEventModule } from '../modules/security-event/security-event.module.js';
import { OnlineModule } from '../modules/session/online.module.js';
import { SsoModule } from '../modules/sso/sso.module.js';
import { StatisticsModule } from '../modules/statistics/statistics.module.js';
import { TenantModule } from '../modules/tenant/tenant.module.js';
import { UserModule } from '../modules/user/user.module.js';
import { ViewModule } from '../modules/view/view.module.js';
import { WorkListModule } from '../modules/work/work-list.module.js';
import type { Settings } from '../settings/settings.js';
import { SettingsModule } from '../settings/settings.module.js';
import { WorkModule } from '../work/work.module.js';
import { type Extension, fieldsOf, migrationsOf } from './extension.js';

/** Everything the service is given besides its settings. */
export interface ModuleOptions {
  clock?: Clock;
  /** Additions of the installation. */
  extensions?: Extension[];
  /** In place of {@link generatedModules}. */
  generated?: Type[];
  /** In place of {@link DATABASE_TIMES}. */
  databaseTimes?: Partial<DatabaseTimes>;
}

/** The whole service. Everything that every request passes through is listed here, in order. */
@Module({})
export class AppModule {
  static forRoot(
    settings: Settings,
    logger: Logger,
    { clock = new Clock(), extensions = [], generated = generatedModules, databaseTimes }: ModuleOptions = {},
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [
        SettingsModule.forRoot(settings),
        LogModule.forRoot(logger),
        ClockModule.forRoot(clock),
        MetricsModule,
        DatabaseModule.forRoot(
          settings,
          migrationsOf(extensions),
          { ...DATABASE_TIMES, ...databaseTimes },
          fieldsOf(extensions),
        ),
        DiscoveryModule,
        ScheduleModule.forRoot(),
        KvModule,
        // After the database and the store, because global modules stop in reverse order.
        EventsModule,
        WorkModule,
        CrudModule,
        AccessModule,
        AttachmentModule,
        AuthModule,
        ConfigModule,
        ...(settings.console.enabled ? [ConsoleModule] : []),
        DeptModule,
        DictModule,
        FactorModule,
        FileModule,
        LinkModule,
        MailModule,
        MenuModule,
        OnlineModule,
        OperationLogModule,
        RoleModule,
        SecurityEventModule,
        SsoModule,
        StatisticsModule,
        TenantModule,
        TokenAdminModule,
        UserModule,
        ViewModule,
        WorkListModule,
        HealthModule,
        JobModule,
        GeneratorModule,
        ...generated,
        ...extensions.map(({ module }) => module),
      ],
      providers: [
        RouteCheck,
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
        { provide: APP_PIPE, useClass: BodyPipe },
        { provide: APP_FILTER, useFactory: () => new EnvelopeFilter(isDatabaseUnavailable) },
      ],
    };
  }
}
