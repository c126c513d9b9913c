import { createHmac } from 'node:crypto';
import { Body, Controller, HttpCode, Module, Post, UseGuards } from '@nestjs/common';
import { IsInt } from 'class-validator';
import { AppError } from 'steward/core';
import { Public, signedWebhook } from 'steward/http';
import { defineSettings, secret, type SettingName } from 'steward/settings';
import { TakesBody } from 'steward/validation';
import type { Extension } from '../../src/app/extension.js';
import { onServices } from '../support/services.js';
import { type TestApp, startApp } from '../support/app.js';
import type { Answer } from '../support/client.js';

const SECRET = 'a key of thirty-two bytes or more';
const SETTING = 'till.webhookSecret' as SettingName;
const OLD = 'The time of the signature is more than 300 s from now';
const WRONG = 'The signature of the request is missing or wrong';
const REPEATED = 'This request has been handled before';

class Payment {
  @IsInt()
  amount: number;
}

/** Payments that arrived; amounts below 0 fail, once each. */
const till = { payments: [] as number[], failed: new Set<number>() };

@Controller('api/app/till')
class TillController {
  @Public()
  @TakesBody({ raw: true })
  @UseGuards(signedWebhook({ secret: SETTING, header: 'X-Till-Signature', perMinute: 40 }))
  @HttpCode(200)
  @Post()
  async pay(@Body() { amount }: Payment): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (amount < 0 && !till.failed.has(amount)) {
      till.failed.add(amount);
      throw new AppError('Not now', { status: 503 });
    }
    till.payments.push(amount);
  }
}

@Module({ controllers: [TillController] })
class TillModule {}

const settings = defineSettings('till', { webhookSecret: secret('TILL_SECRET', { description: 'Signs payments.' }) });
const extensions: Extension[] = [{ module: TillModule, settings }];

describe('a signed webhook', () => {
  let a: TestApp;
  let b: TestApp;
  let next = 1;
  beforeAll(async () => {
    const env = { TILL_SECRET: SECRET, API_PROXY_IPS: '127.0.0.1' };
    a = await startApp({ extensions, env });
    b = await startApp({ extensions, env, storage: a.storage, clock: a.clock });
  });
  afterAll(async () => {
    await b.stop();
    await a.stop();
  });
  beforeEach(() => till.payments.splice(0));

  const now = () => Math.floor(a.clock.now() / 1000);
  const sum = (time: number | string, body: string, key = SECRET) =>
    createHmac('sha256', key).update(`${time}.${body}`).digest('hex');
  const aBody = () => `{"amount": ${next++}}`;
  const pay = (body: string, signature: string | undefined, { at = a, from = '192.0.2.1' } = {}): Promise<Answer> =>
    at.client.post('/api/app/till', body, {
      headers: { 'x-forwarded-for': from, ...(signature === undefined ? {} : { 'x-till-signature': signature }) },
    });
  const signed = (body: string, time = now()) => `t=${time},v1=${sum(time, body)}`;

  function expectRefused(answer: Answer, status: number, msg: string): void {
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ code: 1, msg });
    expect(till.payments).toEqual([]);
  }

  it('is handled, with spaces in the body as they were sent', async () => {
    const body = aBody();
    expect((await pay(body, signed(body))).body.ok).toBe(true);
    expect(till.payments).toHaveLength(1);
  });

  it('takes any of several signatures, so that a sender can change the secret', async () => {
    const body = aBody();
    const time = now();
    const header = `t=${time}, v1=${sum(time, body, 'another')} ,v0=x, v1=${sum(time, body)}`;
    expect((await pay(body, header)).body.ok).toBe(true);
  });

  it.each([
    ['no signature', () => undefined],
    ['an empty one', () => ''],
    ['no time', (body: string) => `v1=${sum(now(), body)}`],
    ['another time', (body: string) => `t=${now() + 1},v1=${sum(now(), body)}`],
    ['a time that is none', (body: string) => `t=soon,v1=${sum('soon', body)}`],
    ['another key', (body: string) => `t=${now()},v1=${sum(now(), body, 'another')}`],
    ['another body', () => signed('{"amount":99}')],
    ['half of one', (body: string) => signed(body).slice(0, -32)],
    ['another scheme', (body: string) => `t=${now()},v0=${sum(now(), body)}`],
  ])('is refused with %s', async (_, signatureOf) => {
    const body = aBody();
    expectRefused(await pay(body, signatureOf(body)), 403, WRONG);
  });

  it('is refused with a body of 2 MB, even if its signature is right', async () => {
    const body = `{"amount": 1, "note": "${'x'.repeat(2_000_000)}"}`;
    const answer = await pay(body, signed(body));
    expect(answer.status).toBe(413);
    expect(till.payments).toEqual([]);
  });

  it('is refused when it is old, or from the future', async () => {
    const body = aBody();
    for (const time of [now() - 302, now() + 302]) expectRefused(await pay(body, signed(body, time)), 403, OLD);
    expect((await pay(body, signed(body, now() - 290))).body.ok).toBe(true);
  });

  it('is handled once, by whichever of the instances that share a Redis it comes to', async () => {
    const body = aBody();
    const signature = signed(body);
    const at = onServices ? [a, b] : [a];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => pay(body, signature, { at: at[index % at.length] })),
    );
    expect(till.payments).toHaveLength(1);
    expect(answers.filter(({ body: { ok } }) => ok)).toHaveLength(1);
    for (const { status, body: answered } of answers) {
      // A request that arrives meanwhile is told to come again, because the first may fail.
      expect([200, 503]).toContain(status);
      if (status === 200 && !answered.ok) expect(answered.msg).toBe(REPEATED);
    }
    till.payments.splice(0);
    a.clock.advance(200_000);
    for (const one of at) expectRefused(await pay(body, signature, { at: one }), 200, REPEATED);
  });

  it('may be sent again if it failed', async () => {
    const body = '{"amount": -1}';
    const signature = signed(body);
    expect((await pay(body, signature)).status).toBe(503);
    const again = await pay(body, signature);
    expect(again.body.ok).toBe(true);
    expect(till.payments).toEqual([-1]);
  });

  it('has its body checked after its signature', async () => {
    expectRefused(await pay('{"amount":"x"}', 'none'), 403, WRONG);
    const body = '{"amount":"x"}';
    expectRefused(await pay(body, signed(body)), 200, 'amount must be an integer number');
  });

  it('is limited by address', async () => {
    const from = '192.0.2.77';
    const statuses: number[] = [];
    for (let i = 0; i < 42; i++) statuses.push((await pay(aBody(), 'none', { from })).status);
    expect(statuses).toEqual([...Array.from({ length: 40 }, () => 403), 429, 429]);
    const body = aBody();
    expect((await pay(body, signed(body), { from })).status).toBe(429);
    expect((await pay(body, signed(body), { from: '192.0.2.78' })).body.ok).toBe(true);
  });

  it('refuses everything until its secret is set', async () => {
    const c = await startApp({ extensions, storage: a.storage, clock: a.clock });
    try {
      const answer = await pay('{"amount":1}', `t=${now()},v1=${sum(now(), '{"amount":1}', '')}`, { at: c });
      expectRefused(answer, 503, 'This webhook is not set up: the setting till.webhookSecret is empty');
    } finally {
      await c.stop();
    }
  });
});
