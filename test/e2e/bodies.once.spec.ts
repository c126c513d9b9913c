import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Body, Controller, HttpCode, Module, Post, UseGuards } from '@nestjs/common';
import { IsInt } from 'class-validator';
import { LoginOnly, OperationType, Public, Recorded, signedWebhook } from 'steward/http';
import type { SettingName } from 'steward/settings';
import { BodyStream, MiB, RawBody, TakesBody } from 'steward/validation';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { describeApi } from '../../src/openapi/document.js';
import { type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import type { Answer } from '../support/client.js';
import { recordLog } from '../support/log.js';

const KiB = 1024;

class Payment {
  @IsInt()
  amount: number;
}

/** The answers of the handlers: the body that they were given, in a form that JSON can show. */
@Controller('api/app/body')
class BodyController {
  @Public()
  @TakesBody({ type: 'text/csv', max: 2 * MiB })
  @HttpCode(200)
  @Post('text')
  text(@Body() text: string) {
    return { length: text.length, begin: text.slice(0, 20) };
  }

  @LoginOnly()
  @TakesBody({ type: ['application/pdf', 'image/png'], max: 64 * KiB })
  @Recorded(OperationType.Add)
  @HttpCode(200)
  @Post('bytes')
  bytes(@Body() bytes: Buffer) {
    return { isBuffer: Buffer.isBuffer(bytes), hex: bytes.toString('hex').slice(0, 16) };
  }

  @LoginOnly()
  @TakesBody({ type: 'text/csv', max: 3 * MiB, stream: true })
  @Recorded(OperationType.Add)
  @HttpCode(200)
  @Post('stream')
  async stream(@Body() body: BodyStream) {
    let [bytes, chunks] = [0, 0];
    for await (const chunk of body.stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      chunks++;
    }
    return { type: body.type, bytes, isInParts: chunks > 1 };
  }

  @Public()
  @TakesBody({ type: 'text/csv', stream: true })
  @HttpCode(200)
  @Post('unread')
  unread() {
    return { read: false };
  }

  @Public()
  @TakesBody({ raw: true, max: 64 * KiB })
  @HttpCode(200)
  @Post('raw')
  raw(@RawBody() raw: Buffer, @Body() parsed: unknown) {
    return { raw: raw.toString('latin1'), parsed: parsed ?? null };
  }

  @Public()
  @TakesBody({ raw: true })
  @HttpCode(200)
  @Post('payment')
  payment(@RawBody() raw: Buffer, @Body() { amount }: Payment) {
    return { raw: raw.toString(), amount };
  }

  @Public()
  @HttpCode(200)
  @Post('json')
  json(@Body() { amount }: Payment) {
    return { amount };
  }
}

@Controller('api/app/csv')
class CsvController {
  @Public()
  @TakesBody({ type: 'text/csv' })
  @HttpCode(200)
  @Post()
  csv(@Body() text: string) {
    return { length: text.length };
  }
}

@Module({ controllers: [BodyController] })
class BodyModule {}

@Module({ controllers: [CsvController] })
class CsvModule {}

@Controller('api/app/wrong')
class WrongController {
  @Public()
  @TakesBody({ type: 'application/json' })
  @Post()
  wrong(): void {}
}

@Module({ controllers: [WrongController] })
class WrongModule {}

@Controller('api/app/unset')
class UnsetController {
  @Public()
  @TakesBody({ raw: true })
  @UseGuards(signedWebhook({ secret: 'unset.secret' as SettingName, header: 'x-signature' }))
  @Post()
  unset(): void {}
}

@Module({ controllers: [UnsetController] })
class UnsetModule {}

describe('a route that declares its body', () => {
  let steward: TestApp;
  let token: string;
  beforeAll(async () => {
    steward = await startApp({ extensions: [{ module: BodyModule }] });
    ({ token } = await aCaller(steward));
  });
  afterAll(() => steward.stop());

  async function send(
    path: string,
    type: string | undefined,
    body: string | Buffer | Readable,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const content = body instanceof Readable ? Readable.toWeb(body) : body;
    const response = await fetch(`${steward.url}/api/app/body/${path}`, {
      method: 'POST',
      body: content as RequestInit['body'],
      headers: {
        authorization: `Bearer ${token}`,
        ...(type === undefined ? {} : { 'content-type': type }),
        ...headers,
      },
      duplex: 'half',
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
  }

  function expectRefused(answer: Answer, status: number, msg: string): void {
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ code: 1, msg });
  }

  it('gets text, beyond the limit of JSON too', async () => {
    const { body } = await send('text', 'text/csv; charset=UTF-8', `näme;price\n${'x'.repeat(1.5 * MiB)}`);
    expect(body.data).toEqual({ length: 11 + 1.5 * MiB, begin: 'näme;price\nxxxxxxxxx' });
  });

  it.each([
    ['another media type', 'text/plain', 'a', {}, 400, 'The request body must be text/csv'],
    ['JSON', 'application/json', '{}', {}, 400, 'The request body must be text/csv'],
    ['an image', 'image/png', 'a', {}, 400, 'The request body must be text/csv'],
    ['a type of no route', 'text/vcard', 'a', {}, 400, 'The request body must be text/csv'],
    ['another charset', 'text/csv; charset=latin1', 'a', {}, 400, 'The request body must be in UTF-8'],
    ['other bytes', 'text/csv', Buffer.from([0xff]), {}, 400, 'The request body must be in UTF-8'],
    ['compression', 'text/csv', 'a', { 'content-encoding': 'gzip' }, 400, 'The request body must not be compressed'],
    ['too much', 'text/csv', 'x'.repeat(2 * MiB + 1), {}, 413, 'The request body is too large'],
  ])('refuses %s', async (_, type, content, headers, status, msg) => {
    expectRefused(await send('text', type, content, headers), status, msg);
  });

  it('refuses too much as it comes, without a length as well', async () => {
    const endless = Readable.from(
      (function* () {
        for (let i = 0; i < 100; i++) yield Buffer.alloc(64 * KiB, 'x');
      })(),
    );
    expectRefused(await send('text', 'text/csv', endless), 413, 'The request body is too large');
    const more = Readable.from([Buffer.alloc(2 * MiB), Buffer.alloc(2 * MiB)]);
    expectRefused(await send('stream', 'text/csv', more), 413, 'The request body is too large');
  });

  it('gets bytes of several types, and the operation log shows none of them', async () => {
    const pdf = Buffer.from('%PDF-1.7 secret');
    for (const type of ['application/pdf', 'image/png']) {
      expect((await send('bytes', type, pdf)).body.data).toEqual({ isBuffer: true, hex: '255044462d312e37' });
    }
    expectSuccess(await send('stream', 'text/csv', 'secret'));
    const rows = await steward.db.manager.findBy(OperationLog, { logType: OperationType.Add, status: 0 });
    expect(rows.map(({ param }) => param)).toEqual(['{}', '{}', '{"type":"text/csv"}']);
  });

  it('reads while the client sends', async () => {
    const parts = Readable.from(
      (function* () {
        for (let i = 0; i < 32; i++) yield Buffer.alloc(64 * KiB, 'x');
      })(),
    );
    expect((await send('stream', 'text/csv', parts)).body.data).toEqual({
      type: 'text/csv',
      bytes: 2 * MiB,
      isInParts: true,
    });
  });

  it.each(['text', 'stream', 'raw'])('is not left waiting where the client leaves: %s', async (path) => {
    const lines = recordLog(steward.app);
    const { hostname, port } = new URL(steward.url);
    const socket = connect(Number(port), hostname);
    const head = ['POST', `/api/app/body/${path}`, 'HTTP/1.1'].join(' ');
    socket.write(
      `${head}\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: text/csv\r\ncontent-length: 900\r\n\r\nabc`,
    );
    await pause(100);
    socket.destroy();
    await pause(200);
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
    expect((await send(path, 'text/csv', 'abc')).body.ok).toBe(true);
  });

  it('need not read', async () => {
    expect((await send('unread', 'text/csv', 'x'.repeat(64 * KiB))).body.data).toEqual({ read: false });
    expect((await send('unread', 'text/csv', 'y')).body.data).toEqual({ read: false });
  });

  it.each([
    ['application/json', '{ "a" : 1e2 }', { a: 100 }],
    ['application/json; charset=utf-8', '{ "a" : 1e2 }', { a: 100 }],
    ['application/x-www-form-urlencoded', 'a=%20&b', null],
    ['image/png', 'none', null],
    ['text/csv', 'a;b', null],
    ['application/octet-stream', '\x00\xff', null],
  ])('keeps the exact bytes of %s', async (type, content, parsed) => {
    const { body } = await send('raw', type, Buffer.from(content, 'latin1'));
    expect(body.data).toEqual({ raw: content, parsed });
  });

  it('keeps none where there are none', async () => {
    const response = await fetch(`${steward.url}/api/app/body/raw`, { method: 'POST' });
    expect(((await response.json()) as Answer['body']).data).toEqual({ raw: '', parsed: null });
  });

  it('keeps its rules for JSON beside the bytes', async () => {
    expect((await send('payment', 'application/json', '{"amount":3,"x":0}')).body.data).toEqual({
      raw: '{"amount":3,"x":0}',
      amount: 3,
    });
    expectFailure(await send('payment', 'application/json', '{"amount":"3"}'));
    expectFailure(await send('payment', 'text/plain', '{"amount":3}'));
    expectRefused(await send('payment', 'application/json', '{'), 400, 'The request body is not valid JSON');
    expectRefused(await send('raw', 'application/json', 'x'.repeat(65 * KiB)), 413, 'The request body is too large');
  });

  it('changes no other route', async () => {
    expect((await send('json', 'application/json', '{"amount":3}')).body.data).toEqual({ amount: 3 });
    for (const type of ['text/csv', 'application/pdf', 'image/png', 'text/plain']) {
      const msg = 'The request body must be JSON (content-type application/json)';
      expectRefused(await send('json', type, 'x'), 400, msg);
    }
  });

  it('says so in the description', async () => {
    const { paths } = await describeApi(steward.app);
    const contentOf = (path: string) =>
      (paths[`/api/app/body/${path}`]?.post?.requestBody as { content: object }).content;
    expect(contentOf('text')).toEqual({ 'text/csv': { schema: { type: 'string' } } });
    const binary = { schema: { type: 'string', format: 'binary' } };
    expect(contentOf('bytes')).toEqual({ 'application/pdf': binary, 'image/png': binary });
    expect(contentOf('stream')).toEqual({ 'text/csv': { schema: { type: 'string' } } });
    expect(contentOf('raw')).toEqual({ '*/*': binary });
    expect(Object.keys(contentOf('payment'))).toEqual(['application/json']);
  });

  it('refuses other types where no route takes any', async () => {
    const other = await startApp({ extensions: [{ module: CsvModule }] });
    try {
      const csv = (type: string) => other.client.post('/api/app/csv', 'a;b', { headers: { 'content-type': type } });
      expect((await csv('text/csv')).body.data).toEqual({ length: 3 });
      expectRefused(await csv('text/vcard'), 400, 'The request body must be text/csv');
    } finally {
      await other.stop();
    }
  });

  it('names a setting that there is, if it is a signed webhook', async () => {
    await expect(startApp({ extensions: [{ module: UnsetModule }] })).rejects.toThrow(
      'There is no setting unset.secret',
    );
  });

  it('does not declare JSON, which needs no declaration', async () => {
    await expect(startApp({ extensions: [{ module: WrongModule }] })).rejects.toThrow('/api/app/wrong takes JSON');
  });
});
