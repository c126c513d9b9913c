import { Injectable } from '@nestjs/common';
import QuickLRU from 'quick-lru';
import { Clock } from 'steward/core';
import { SettingsService } from 'steward/settings';
import { assertIssuer } from './issuers.js';
import type { KnownIssuer } from './oidc-client.js';
import { loadOidc } from './oidc-loader.js';

/** How long a provider's configuration is kept, in milliseconds. */
const KNOWN_MS = 600_000;

/** How long a provider that does not answer is left alone, in milliseconds: anybody may begin a login. */
const FAILED_MS = 5_000;

/** Issuers that are remembered. */
const MOST = 200;

interface Asked {
  answer: Promise<KnownIssuer>;
  until: number;
}

/** Remembers what identity providers say of themselves. */
@Injectable()
export class KnownIssuers {
  private readonly asked = new QuickLRU<string, Asked>({ maxSize: MOST });
  private readonly allowed: readonly string[];

  constructor(
    private readonly clock: Clock,
    settings: SettingsService,
  ) {
    this.allowed = settings.get('sso.issuers');
  }

  /**
   * @throws AppError code 1 for an issuer that is not allowed, Error for one that does not answer, or answers wrongly
   */
  of(issuer: string): Promise<KnownIssuer> {
    assertIssuer(issuer, this.allowed);
    const before = this.asked.get(issuer);
    if (before && before.until > this.clock.steady()) return before.answer;
    const asked: Asked = {
      answer: loadOidc().then(({ discover }) => discover(issuer)),
      until: this.clock.steady() + KNOWN_MS,
    };
    asked.answer.catch(() => (asked.until = this.clock.steady() + FAILED_MS));
    this.asked.set(issuer, asked);
    return asked.answer;
  }
}
