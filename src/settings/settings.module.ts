import { type DynamicModule, Module } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import type { Settings } from './settings.js';

/**
 * The validated settings as an injectable service, under their dotted names:
 * `settings.get('jwt.accessTtl', { infer: true })`.
 */
export class SettingsService extends ConfigService<Settings, true> {}

/** Makes {@link SettingsService} available everywhere. */
@Module({})
export class SettingsModule {
  static forRoot(settings: Settings): DynamicModule {
    return {
      module: SettingsModule,
      global: true,
      imports: [
        ConfigModule.forRoot({
          ignoreEnvFile: true,
          ignoreEnvVars: true,
          skipProcessEnv: true,
          load: [() => settings],
        }),
      ],
      providers: [{ provide: SettingsService, useExisting: ConfigService }],
      exports: [SettingsService],
    };
  }
}
