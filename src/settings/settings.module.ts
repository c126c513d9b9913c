import { type DynamicModule, Module } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import type { Settings } from './settings.js';

/** Names such as `jwt` and `jwt.accessTtl`. */
type NameIn<T> = {
  [Group in keyof T & string]: Group | (T[Group] extends object ? `${Group}.${keyof T[Group] & string}` : never);
}[keyof T & string];

type ValueOf<T, Name> = Name extends keyof T
  ? T[Name]
  : Name extends `${infer Group extends keyof T & string}.${infer Member}`
    ? ValueOf<T[Group], Member>
    : never;

/** The validated settings, for whoever injects them. */
export abstract class SettingsService {
  /**
   * @param name the dotted name of a setting, or of a group of them: `jwt.accessTtl`, `redis`
   * @returns its value, of its type
   */
  abstract get<Name extends NameIn<Settings>>(name: Name): ValueOf<Settings, Name>;
}

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
