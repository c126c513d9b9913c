import { type DynamicModule, Module } from '@nestjs/common';
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

/** The validated settings, to be injected. */
export class SettingsService {
  constructor(private readonly settings: Settings) {}

  /**
   * @param name the dotted name of a setting, or of a group of them: `jwt.accessTtl`, `redis`
   * @returns its value, of its type; undefined if the module that defines it is not among the extensions
   */
  get<Name extends SettingName>(name: Name): ValueOf<Settings, Name> {
    const within = (value: unknown, part: string) => (value as Record<string, unknown> | undefined)?.[part];
    return name.split('.').reduce<unknown>(within, this.settings) as ValueOf<Settings, Name>;
  }
}

/** The dotted name of a setting, or of a group. */
export type SettingName = NameIn<Settings>;

/** Makes {@link SettingsService} available everywhere. */
@Module({})
export class SettingsModule {
  static forRoot(settings: Settings): DynamicModule {
    return {
      module: SettingsModule,
      global: true,
      providers: [{ provide: SettingsService, useValue: new SettingsService(settings) }],
      exports: [SettingsService],
    };
  }
}
