import type { AddressInfo } from 'node:net';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { SettingsService } from 'steward/settings';

/**
 * The origin at which people reach the service. It is never the Host header of a request: its sender chooses that, and
 * a link would lead users to them.
 */
@Injectable()
export class PublicOrigin {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly settings: SettingsService,
  ) {}

  /** The setting `server.publicUrl`; without it, the port at `localhost`. */
  get(): string {
    const { publicUrl, port } = this.settings.get('server');
    return publicUrl || `http://localhost:${this.boundPort() ?? port}`;
  }

  /** The port that the service listens on; undefined in a command, which does not listen. */
  private boundPort(): number | undefined {
    const server = this.host.httpAdapter?.getHttpServer() as { address(): AddressInfo | null } | undefined;
    return server?.address()?.port;
  }
}
