import { randomUUID, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Log, Metrics } from 'steward/core';
import { KeyValueStore } from 'steward/kv';
import { SettingsService } from 'steward/settings';
import { drawCaptcha } from './captcha.image.js';

/** The format of issued keys. */
const KEY = /^[\da-f-]{36}$/;

/** The part of a captcha that a client receives. */
export interface Captcha {
  key: string;
  /** A PNG as a data URL. */
  image: string;
}

/** One-time captchas. */
@Injectable()
export class CaptchaService {
  private readonly ttlMs: number;
  private readonly bypassCode: string;

  constructor(
    private readonly store: KeyValueStore,
    private readonly metrics: Metrics,
    log: Log,
    settings: SettingsService,
  ) {
    this.ttlMs = settings.get('captcha.ttl') * 1000;
    this.bypassCode = settings.get('bypassCode');
    if (this.bypassCode !== '') log.warn({}, 'BYPASS_CODE is set: logins that send it skip the captcha');
  }

  /** Whether an answer is the code that stands for any captcha, and uses none up. */
  isBypass(code: unknown): boolean {
    return this.bypassCode !== '' && typeof code === 'string' && sameSecret(code, this.bypassCode);
  }

  /** Creates a captcha and stores its answer under the key. */
  async create(): Promise<Captcha> {
    const { answer, png } = await drawCaptcha();
    const key = randomUUID();
    await this.store.offer(captchaKey(key), answer, this.ttlMs);
    this.metrics.captchas.inc({ event: 'issued' });
    return { key, image: `data:image/png;base64,${png.toString('base64')}` };
  }

  /** Checks an answer and removes the stored one: right or wrong, it cannot be tried again. Case does not matter. */
  async consume(key: string, given: string | undefined): Promise<boolean> {
    const answer = KEY.test(key) ? await this.store.take(captchaKey(key)) : null;
    const right = answer !== null && given !== undefined && given.trim().toUpperCase() === answer;
    this.metrics.captchas.inc({ event: right ? 'right' : 'wrong' });
    return right;
  }
}

/** Compares in constant time, unless the lengths differ. */
function sameSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function captchaKey(key: string): string {
  return `captcha:${key}`;
}
