import { createHmac, timingSafeEqual } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Injectable, type Type } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Clock } from '../../core/clock.js';
import { digestOf } from '../../core/digest.js';
import { errors } from '../../core/errors.js';
import { RateLimiter } from '../../kv/rate.limiter.js';
import { KeyValueStore } from '../../kv/store/key-value.store.js';
import { type SettingName, SettingsService } from '../../settings/settings.module.js';
import { networkOf } from '../origin/client-ip.js';
import type { StewardRequest } from '../request/request.js';
import { rawBodyOf } from '../validation/taken-body.js';

/** How the requests of a sender are signed. */
export interface WebhookSignature {
  /** The dotted name of the setting with the secret that both sides know, such as `rental.webhookSecret`. */
  secret: SettingName;
  /**
   * The header with the signature: `t=<seconds since the epoch>,v1=<hex>`, where `v1` is the HMAC-SHA256 of the time, a
   * full stop and the body. There may be several `v1`, while the sender changes the secret.
   */
  header: string;
  /** How far the time of a signature may be from the time of the service, in seconds; by default five minutes. */
  toleranceS?: number;
  /** Requests a minute that an address may send, refused ones included; by default 600. */
  perMinute?: number;
}

/** How long a request may take before another one with its signature is handled, in milliseconds. */
const UNDER_WAY_MS = 60_000;

/** Values of a signature in the store. */
const UNDER_WAY = 'under way';
const HANDLED = 'handled';

/**
 * A guard for a public route with `@TakesBody({ raw: true })`, which lets a request through if the sender has signed it
 * and if it is neither old nor a repetition: `@UseGuards(signedWebhook({ secret: 'rental.webhookSecret', … }))`.
 *
 * A wrong or old signature is answered with 403. A request whose signature was handled before is answered with 200 and
 * code 1, so that a sender that missed the first answer stops. One that is answered with a status of 400 or more may be
 * sent again as it is.
 */
export function signedWebhook(signature: WebhookSignature): Type<CanActivate> {
  const { secret: setting, header, toleranceS = 300, perMinute = 600 } = signature;

  @Injectable()
  class SignedWebhookGuard implements CanActivate {
    private readonly secret: string;

    constructor(
      settings: SettingsService,
      private readonly limiter: RateLimiter,
      private readonly store: KeyValueStore,
      private readonly clock: Clock,
    ) {
      this.secret = secretOf(settings, setting);
    }

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const request = context.switchToHttp().getRequest<StewardRequest>();
      const route = `${context.getClass().name}.${context.getHandler().name}`;
      await this.limiter.count(`webhook:${route}:${networkOf(request.clientIp)}`, perMinute, errors.tooManyWebhooks);
      if (this.secret === '') throw errors.webhookUnready(setting);
      const { time, sums } = readSignature(request.headers[header.toLowerCase()]);
      const sum = sumOf(this.secret, time, rawBodyOf(request));
      if (!sums.some((one) => isEqual(one, sum))) throw errors.signatureWrong();
      if (Math.abs(this.clock.now() / 1000 - Number(time)) > toleranceS) throw errors.signatureOld(toleranceS);
      await this.claim(`webhook:${digestOf(`${route} ${sum.toString('hex')}`)}`, context);
      return true;
    }

    /**
     * Lets one request with a given signature through; a repetition only if the first was answered with an HTTP error.
     */
    private async claim(key: string, context: ExecutionContext): Promise<void> {
      if (!(await this.store.setIfAbsent(key, UNDER_WAY, UNDER_WAY_MS))) {
        if ((await this.store.get(key)) === HANDLED) throw errors.webhookRepeated();
        throw errors.unavailable('a request with this signature is under way');
      }
      const { raw } = context.switchToHttp().getResponse<FastifyReply>();
      raw.once('close', () => {
        const isHandled = raw.writableFinished && raw.statusCode < 400;
        // Failing to note it does not fail the request, which has been answered.
        const noted = isHandled ? this.store.set(key, HANDLED, toleranceS * 2000) : this.store.delete(key);
        noted.catch(() => undefined);
      });
    }
  }

  return SignedWebhookGuard;
}

/** @throws Error if there is no such setting: the start is refused */
function secretOf(settings: SettingsService, name: SettingName): string {
  const value: unknown = settings.get(name);
  if (typeof value !== 'string')
    throw new Error(
      `There is no setting ${name} that is a text, as signedWebhook needs one: is its group in src/extensions.ts?`,
    );
  return value;
}

/** @throws AppError 403 for a header that is missing or malformed */
function readSignature(header: string | string[] | undefined): { time: string; sums: Buffer[] } {
  const parts = String(header ?? '')
    .split(',')
    .map((part) => part.trim().split('=', 2) as [string, string?]);
  const of = (name: string) => parts.flatMap(([key, value]) => (key === name && value !== undefined ? [value] : []));
  const [time] = of('t');
  const sums = of('v1').filter((hex) => /^[\da-f]{64}$/i.test(hex));
  if (time === undefined || !/^\d{1,12}$/.test(time) || sums.length === 0) throw errors.signatureWrong();
  return { time, sums: sums.map((hex) => Buffer.from(hex, 'hex')) };
}

function sumOf(secret: string, time: string, body: Buffer): Buffer {
  return createHmac('sha256', secret).update(`${time}.`).update(body).digest();
}

function isEqual(given: Buffer, sum: Buffer): boolean {
  return given.length === sum.length && timingSafeEqual(given, sum);
}
