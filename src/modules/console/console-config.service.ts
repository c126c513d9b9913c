import { Injectable } from '@nestjs/common';
import { SERVICE_VERSION } from 'steward/core';
import { SettingsService } from 'steward/settings';
import { ConfigWebService } from '../config/config-web.service.js';

/** The data of the console before anybody has logged in. Texts are empty if their item was removed or disabled. */
export interface ConsoleConfig {
  siteName: string;
  siteLogo: string;
  siteDescription: string;
  siteCopyright: string;
  siteTheme: string;
  siteAccent: string;
  generatorEnabled: boolean;
  docsEnabled: boolean;
  /** Version of the service. */
  version: string;
}

/** Collects the data that the console starts with. */
@Injectable()
export class ConsoleConfigService {
  constructor(
    private readonly web: ConfigWebService,
    private readonly settings: SettingsService,
  ) {}

  /** Includes only items of the web configuration that ship with the service, because anybody may read the result. */
  async read(): Promise<ConsoleConfig> {
    const {
      siteName = '',
      siteLogo = '',
      siteDescription = '',
      siteCopyright = '',
      siteTheme = '',
      siteAccent = '',
    } = await this.web.read();
    return {
      siteName,
      siteLogo,
      siteDescription,
      siteCopyright,
      siteTheme,
      siteAccent,
      generatorEnabled: this.settings.get('generator.enabled'),
      docsEnabled: this.settings.get('docs.enabled'),
      version: SERVICE_VERSION,
    };
  }
}
