import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Metrics } from 'steward/core';
import { KeyValueStore } from 'steward/kv';
import { SettingsService } from 'steward/settings';
import { drawCaptcha } from './captcha.image.js';

/** The form of the keys that we hand out. */
const KEY = /^[\da-f-]{36}$/;

/** What a client is shown of a captcha. */
export interface Captcha {
  key: string;
  /** A PNG as a data URL. */
  image: string;
}

/** One-time captchas. */
@Injectable()
export class CaptchaService {
  private readonly ttlMs: number;

  constructor(
    private readonly store: KeyValueStore,
    private readonly metrics: Metrics,
    settings: SettingsService,
  ) {
    this.ttlMs = settings.get('captcha.ttl') * 1000;
  }

  /** A new captcha; its answer waits under the key. */
  async create(): Promise<Captcha> {
    const { answer, png } = await drawCaptcha();
    const key = randomUUID();
    await this.store.offer(captchaKey(key), answer, this.ttlMs);
    this.metrics.captchas.inc({ event: 'issued' });
    return { key, image: `data:image/png;base64,${png.toString('base64')}` };
  }

  /** Takes the answer from under the key: right or wrong, nobody can try it again. Case does not matter. */
  async consume(key: string, given: string | undefined): Promise<boolean> {
    const answer = KEY.test(key) ? await this.store.take(captchaKey(key)) : null;
    const right = answer !== null && given !== undefined && given.trim().toUpperCase() === answer;
    this.metrics.captchas.inc({ event: right ? 'right' : 'wrong' });
    return right;
  }
}

function captchaKey(key: string): string {
  return `captcha:${key}`;
}
