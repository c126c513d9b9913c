import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { User } from '../../src/modules/access/user.entity.js';
import { StoredFile } from '../../src/modules/file/file.entity.js';
import { FileClean } from '../../src/modules/file/file-clean.job.js';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { ADMIN_PASSWORD, type TestApp, type TestAppOptions, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectData, expectFailure, expectNamed, expectSuccess, tally } from '../support/checks.js';
import type { Answer } from '../support/client.js';
import { anItem } from '../support/rows.js';

const DAY = 86_400_000;
const MIB = 1_048_576;

const SIGNATURES = {
  'image/png': Buffer.from('89504e470d0a1a0a', 'hex'),
  'image/jpeg': Buffer.from('ffd8ff', 'hex'),
  'image/webp': Buffer.from('524946461234567857454250', 'hex'),
};
type MediaType = keyof typeof SIGNATURES;

/** Something new that begins as an image does. */
function anImage(size = 100, type: MediaType = 'image/png'): Buffer {
  const signature = SIGNATURES[type];
  return Buffer.concat([signature, randomBytes(size - signature.length)]);
}

const urlOf = (content: Buffer, ending = 'png') =>
  `/api/file/${createHash('sha256').update(content).digest('hex')}.${ending}`;

describe('files', () => {
  const started: TestApp[] = [];
  const stop = async () => {
    for (const running of started.splice(0)) await running.stop();
  };
  let steward: TestApp;
  let token: string;

  async function start(options: TestAppOptions = {}): Promise<void> {
    steward = await startApp(options);
    started.push(steward);
    token = (await aCaller(steward)).token;
  }

  async function send(path: string, content: Buffer, headers: Record<string, string>): Promise<Answer> {
    const response = await fetch(steward.url + path, { method: 'POST', body: new Uint8Array(content), headers });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
  }
  const upload = (content: Buffer, type = 'image/png', own = token, more: Record<string, string> = {}) =>
    send('/api/file', content, { 'content-type': type, authorization: `Bearer ${own}`, ...more });
  async function uploaded(content: Buffer, own = token): Promise<string> {
    const answer = await upload(content, 'image/png', own);
    expectData(answer, { url: urlOf(content) });
    return urlOf(content);
  }
  const read = (url: string) => fetch(steward.url + url);
  const ofTenant = async () => (await aCaller(steward, [], { tenantId: (await steward.make.aTenant()).id })).token;

  describe('as they are uploaded and read', () => {
    beforeAll(() => start());
    afterAll(stop);

    it('need a token to be uploaded, and none to be read', async () => {
      const content = anImage();
      const headers = { 'content-type': 'image/png' };
      expectFailure(await send('/api/file', content, headers), 401);
      expect((await read(urlOf(content))).status).toBe(404);
      const url = await uploaded(content);
      expect((await read(url)).status).toBe(200);
    });

    it.each([
      ['image/png', 'png'],
      ['image/jpeg', 'jpg'],
      ['image/webp', 'webp'],
    ] as const)('come back as they are: %s', async (type, ending) => {
      const content = anImage(5000, type);
      expectData(await upload(content, type), { url: urlOf(content, ending) });
      const answer = await read(urlOf(content, ending));
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': type,
        'content-length': '5000',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    });

    it('have at most 1 MiB', async () => {
      const url = await uploaded(anImage(MIB));
      expect(Buffer.from(await (await read(url)).arrayBuffer())).toHaveLength(MIB);
      expectFailure(await upload(anImage(MIB + 1)), 413);
    });

    it('have one URL, however often and by whom they are uploaded', async () => {
      const content = anImage();
      const tokens = [token, (await aCaller(steward)).token, await ofTenant()];
      const answers = await Promise.all([...tokens, ...tokens].map((own) => upload(content, 'image/png', own)));
      for (const answer of answers) expectData(answer, { url: urlOf(content) });
      const hash = createHash('sha256').update(content).digest('hex');
      expect(await steward.db.manager.countBy(StoredFile, { hash })).toBe(2);
    });

    it.each<[string, Buffer, string]>([
      ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
      ['a GIF', Buffer.from('GIF89a'), 'image/gif'],
      ['a page', Buffer.from('<html>'), 'text/html'],
      ['a form', Buffer.from('a=b'), 'application/x-www-form-urlencoded'],
      ['a PNG without a type', anImage(), ''],
      ['a page that says it is a PNG', Buffer.from('<script>alert(1)</script>'), 'image/png'],
      ['a JPEG that says it is a PNG', anImage(100, 'image/jpeg'), 'image/png'],
      ['a PNG that says it is a WebP', anImage(), 'image/webp'],
      ['a WAV that says it is a WebP', Buffer.from('RIFF1234WAVEfmt '), 'image/webp'],
      ['half a signature', anImage().subarray(0, 7), 'image/png'],
      ['nothing', Buffer.alloc(0), 'image/png'],
      ['JSON', Buffer.from('{"type":"png","content":"x"}'), 'application/json'],
      ['broken JSON', Buffer.from('{'), 'application/json'],
    ])('are refused: %s', async (_what, content, type) => {
      const before = await steward.db.manager.count(StoredFile);
      expectFailure(await upload(content, type), 400);
      expect(await steward.db.manager.count(StoredFile)).toBe(before);
    });

    it.each(['image/gif', 'text/html', ''])('say what they may be where the type is "%s"', async (type) => {
      const { body } = await upload(Buffer.from('GIF89a'), type);
      expect(body.msg).toMatch(/PNG, JPEG or WebP$/);
    });

    it('are not compressed on the way', async () => {
      const more = { 'content-encoding': 'gzip' };
      expectFailure(await upload(gzipSync(anImage()), 'image/png', token, more), 400);
      expectFailure(await upload(anImage(), 'image/png', token, more), 400);
    });

    it('are taken by no other route', async () => {
      const { access_token: admin } = await steward.client.login('admin', ADMIN_PASSWORD);
      const headers = { 'content-type': 'image/png', authorization: `Bearer ${admin}` };
      for (const path of ['/api/login', '/api/oauth2/token', '/api/user/add', '/api/config/web/save']) {
        const answer = await send(path, anImage(), headers);
        expectFailure(answer, 400);
        expect(answer.body.msg).toContain('JSON');
      }
    });

    it.each([
      ['a hash of nothing', `${'0'.repeat(64)}.png`],
      ['a short name', 'a.png'],
      ['a path', '..%2f..%2fetc%2fpasswd'],
      ['NUL', '%00'],
      ['a long name', 'x'.repeat(5000)],
    ])('are unknown by %s, which no cache keeps', async (_what, name) => {
      const answer = await steward.client.get(`/api/file/${name}`);
      expectFailure(answer, 404);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    });

    it('are unknown by another ending or another case', async () => {
      const url = await uploaded(Buffer.concat([SIGNATURES['image/png'], Buffer.from('a')]));
      expect((await read(url)).status).toBe(200);
      const hash = url.slice('/api/file/'.length, -'.png'.length);
      for (const name of [hash, `${hash}.jpg`, `${hash}.PNG`, `${hash.toUpperCase()}.png`, `${hash}.png.png`]) {
        expect((await read(`/api/file/${name}`)).status).toBe(404);
      }
    });

    it('can be an avatar', async () => {
      const url = await uploaded(anImage());
      expectSuccess(await steward.client.call('PUT', '/api/index/updateInfo', { token, body: { avatar: url } }));
    });

    it('are in the operation log, without their bytes', async () => {
      const { user, token: own } = await aCaller(steward);
      await uploaded(anImage(3000), own);
      expectFailure(await upload(Buffer.from('{}'), 'application/json', own), 400);
      const rows = await steward.db.manager.find(OperationLog, { where: { userId: user.id }, order: { id: 'ASC' } });
      expect(rows).toEqual([
        expect.objectContaining({ logType: 1, status: 0, url: '/api/file', param: '{"type":"png","size":3000}' }),
        expect.objectContaining({ logType: 1, status: 1, url: '/api/file' }),
      ]);
    });
  });

  describe('of a tenant', () => {
    beforeEach(() => start({ env: { FILE_QUOTA: '1000' } }));
    afterEach(stop);

    it('have a quota, whatever others have, in which each counts once', async () => {
      const content = anImage(600);
      await uploaded(content);
      await uploaded(content);
      expectNamed(await upload(anImage(401)), '1000');
      await uploaded(anImage(400));
      expectNamed(await upload(anImage(8)), '1000');
      await uploaded(content);
      const other = await ofTenant();
      await uploaded(content, other);
      expectNamed(await upload(anImage(401), 'image/png', other), '1000');
    });

    it('keep to the quota when they come at once, on several instances', async () => {
      const second = await startApp({ storage: steward.storage, env: { FILE_QUOTA: '1000' } });
      started.unshift(second);
      const urls = [steward.url, second.url];
      const headers = { 'content-type': 'image/png', authorization: `Bearer ${token}` };
      const answers = await Promise.all(
        Array.from({ length: 20 }, async (_, i) => {
          const body = new Uint8Array(anImage(300));
          const response = await fetch(`${urls[i % 2]}/api/file`, { method: 'POST', body, headers });
          return ((await response.json()) as Answer['body']).code;
        }),
      );
      expect(tally(answers)).toEqual({ 0: 3, 1: 17 });
      expect(await steward.db.manager.count(StoredFile)).toBe(3);
    });

    it('may be none', async () => {
      await start({ env: { FILE_QUOTA: '0' } });
      expectNamed(await upload(anImage(8)), '0');
    });
  });

  describe('that are larger than they look', () => {
    beforeAll(() => start());
    afterAll(stop);

    const whole = (value: number, bytes: number) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntBE(value, 0, bytes);
      return buffer;
    };
    const little = (value: number, bytes: number) => whole(value, bytes).reverse();
    const png = (width: number, height: number) =>
      Buffer.concat([SIGNATURES['image/png'], whole(13, 4), Buffer.from('IHDR'), whole(width, 4), whole(height, 4)]);
    const frame = (width: number, height: number, marker = 0xc0) =>
      Buffer.from([0xff, marker, 0, 17, 8, ...whole(height, 2), ...whole(width, 2), 3, ...Buffer.alloc(9)]);
    const jpeg = (...segments: Buffer[]) => Buffer.concat([Buffer.from('ffd8', 'hex'), ...segments]);
    const exif = Buffer.concat([Buffer.from('ffe10400', 'hex'), frame(9999, 9999), Buffer.alloc(1022 - 19)]);
    const webp = (chunk: string, ...content: Buffer[]) =>
      Buffer.concat([Buffer.from(`RIFF1234WEBP${chunk}1234`), ...content, Buffer.alloc(10)]);
    const lossy = (width: number, height: number) =>
      webp('VP8 ', Buffer.from('0000009d012a', 'hex'), little(width, 2), little(height, 2));
    const lossless = (width: number, height: number) =>
      webp('VP8L', Buffer.from('2f', 'hex'), little((height - 1) * 0x4000 + (width - 1), 4));
    const extended = (width: number, height: number) =>
      webp('VP8X', Buffer.alloc(4), little(width - 1, 3), little(height - 1, 3));

    it.each<[string, MediaType, (width: number, height: number) => Buffer]>([
      ['a PNG', 'image/png', png],
      ['a JPEG', 'image/jpeg', (...size) => jpeg(exif, frame(...size))],
      ['a progressive JPEG', 'image/jpeg', (...size) => jpeg(exif, frame(...size, 0xc2))],
      [
        'a JPEG with something between its segments',
        'image/jpeg',
        (...size) => jpeg(Buffer.from('ff', 'hex'), exif, Buffer.from('0000ffd0ff00ffff', 'hex'), frame(...size)),
      ],
      ['a lossy WebP', 'image/webp', lossy],
      ['a lossless WebP', 'image/webp', lossless],
      ['an extended WebP', 'image/webp', extended],
    ])('are refused beyond 16 megapixels: %s', async (_what, type, image) => {
      for (const [width, height] of [
        [4000, 4000],
        [16_000, 1000],
        [1, 16_000],
      ] as const)
        expectSuccess(await upload(Buffer.concat([image(width, height), randomBytes(9)]), type));
      for (const [width, height] of [
        [4001, 4000],
        [16_000, 16_000],
      ] as const) {
        const answer = await upload(image(width, height), type);
        expectFailure(answer, 400);
        expect(answer.body.msg).toBe('The image must have at most 16 megapixels');
      }
    });

    it('are stored where no browser would find a size in them', async () => {
      for (const content of [jpeg(exif, Buffer.from('ffda', 'hex'), frame(9999, 9999)), jpeg(Buffer.from('ff', 'hex'))])
        expectSuccess(await upload(content, 'image/jpeg'));
      expectSuccess(await upload(Buffer.from('RIFF1234WEBPVP8 '), 'image/webp'));
    });
  });

  describe('of a user', () => {
    beforeEach(() => start({ env: { OPERATION_LIMIT: '0' } }));
    afterEach(stop);
    const unused = (answer: Answer) => expectNamed(answer, '10 MiB of images that are not in use');

    it('may be a tenth of the quota as long as nothing refers to them', async () => {
      const contents = Array.from({ length: 10 }, () => anImage(MIB));
      for (const content of contents) await uploaded(content);
      unused(await upload(anImage()));
      // What is there already takes no room.
      const url = await uploaded(contents[3] as Buffer);
      // Others are not affected, neither in the same tenant nor in another.
      await uploaded(anImage(), (await aCaller(steward)).token);
      await uploaded(anImage(), await ofTenant());
      expectSuccess(await steward.client.call('PUT', '/api/index/updateInfo', { token, body: { avatar: url } }));
      await uploaded(anImage(MIB));
      unused(await upload(anImage()));
      await steward.app.get(FileClean).run();
      unused(await upload(anImage()));
    });

    it('are at least 5 MiB, and no more when they come at once, on several instances', async () => {
      await start({ env: { OPERATION_LIMIT: '0', FILE_QUOTA: String(20 * MIB) } });
      const second = await startApp({ storage: steward.storage, env: { FILE_QUOTA: String(20 * MIB) } });
      started.unshift(second);
      const urls = [steward.url, second.url];
      const headers = { 'content-type': 'image/png', authorization: `Bearer ${token}` };
      const answers = await Promise.all(
        Array.from({ length: 16 }, async (_, i) => {
          const body = new Uint8Array(anImage(MIB));
          const response = await fetch(`${urls[i % 2]}/api/file`, { method: 'POST', body, headers });
          return ((await response.json()) as Answer['body']).code;
        }),
      );
      expect(tally(answers)).toEqual({ 0: 5, 1: 11 });
    });
  });

  describe('for administrators', () => {
    beforeEach(() => start({ env: { FILE_QUOTA: '1000' } }));
    afterEach(stop);
    const codes = ['sys:file:page', 'sys:file:delete'];
    const page = async (own: string, query = '') => {
      const answer = await steward.client.get<{ records: Row[]; total: number }>(`/api/file/page${query}`, own);
      expectSuccess(answer);
      return answer.body.data;
    };
    const remove = (id: number, own: string) => steward.client.call('DELETE', `/api/file/delete/${id}`, { token: own });
    interface Row {
      id: number;
      url: string;
      tenantId: number;
    }
    const inTenant = async () => {
      const tenantId = (await steward.make.aTenant()).id;
      return { tenantId, ...(await aCaller(steward, codes, { tenantId })) };
    };

    it('are listed, those of their tenant only, the newest first and without their bytes', async () => {
      const one = await inTenant();
      const other = await inTenant();
      const urls: string[] = [];
      for (const size of [100, 200, 300]) {
        urls.unshift(await uploaded(anImage(size), one.token));
        steward.clock.advance(1000);
      }
      await uploaded(anImage(), other.token);
      const { records, total } = await page(one.token);
      expect(total).toBe(3);
      expect(records.map(({ url }) => url)).toEqual(urls);
      expect(records[0]).toEqual({
        id: expect.any(Number) as number,
        tenantId: one.tenantId,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        type: 'png',
        size: 300,
        unusedSince: expect.any(String) as string,
        createdAt: expect.any(String) as string,
        createdBy: one.user.id,
        createdByLabel: one.user.username,
        url: urls[0],
      });
      const hash = urls[1]?.slice('/api/file/'.length, -'.png'.length);
      expect((await page(one.token, `?hash=${hash}`)).records.map(({ url }) => url)).toEqual([urls[1]]);
      expect((await page(one.token, `?createdBy=${other.user.id}`)).total).toBe(0);
      const platform = await aCaller(steward, codes);
      expect((await page(platform.token)).total).toBe(4);
      expect((await page(platform.token, `?tenantId=${other.tenantId}`)).total).toBe(1);
    });

    it('are deleted, which makes room and is recorded', async () => {
      const one = await inTenant();
      const url = await uploaded(anImage(1000), one.token);
      expectNamed(await upload(anImage(), 'image/png', one.token), '1000');
      const [row] = (await page(one.token)).records as [Row];
      expectSuccess(await remove(row.id, one.token));
      expect((await read(url)).status).toBe(404);
      expect((await page(one.token)).total).toBe(0);
      expectFailure(await remove(row.id, one.token));
      await uploaded(anImage(1000), one.token);
      const rows = await steward.db.manager.find(OperationLog, {
        where: { userId: one.user.id },
        order: { id: 'ASC' },
      });
      const deletions = rows.filter((entry) => entry.url.includes('delete'));
      expect(deletions.map(({ status }) => status)).toEqual([0, 1]);
      expect(deletions[0]?.changes).toMatchObject({ url: [url, null] });
    });

    it('are kept while something of their tenant refers to them, and it is named', async () => {
      const one = await inTenant();
      const other = await inTenant();
      const content = anImage();
      const url = await uploaded(content, one.token);
      await uploaded(content, other.token);
      await steward.make.aUser({ tenantId: other.tenantId, avatar: url });
      const { id } = await steward.make.aUser({ tenantId: one.tenantId, avatar: `https://steward.example.org${url}` });
      const [row] = (await page(one.token)).records as [Row];
      expectNamed(await remove(row.id, one.token), `in use: User ${id} (avatar)`);
      expect((await read(url)).status).toBe(200);
      await steward.db.manager.update(User, { id }, { avatar: '' });
      expectSuccess(await remove(row.id, one.token));
      // The other tenant's copy is its own.
      expect((await read(url)).status).toBe(200);
      expect((await page(other.token)).total).toBe(1);
    });

    it('are kept while configuration refers to them', async () => {
      const url = await uploaded(anImage());
      const item = await anItem(steward.db, { type: 'image', value: url });
      const platform = await aCaller(steward, codes);
      const [row] = (await page(platform.token)).records as [Row];
      expectNamed(await remove(row.id, platform.token), `ConfigItem ${item.id} (value)`);
    });

    it('cannot be deleted by others', async () => {
      const one = await inTenant();
      await uploaded(anImage(), one.token);
      const [row] = (await page(one.token)).records as [Row];
      const other = await inTenant();
      expectFailure(await remove(row.id, other.token));
      const reader = await aCaller(steward, ['sys:file:page'], { tenantId: one.tenantId });
      expectFailure(await remove(row.id, reader.token), 403);
      expectFailure(await steward.client.get('/api/file/page', (await aCaller(steward)).token), 403);
      expect((await page(one.token)).total).toBe(1);
    });

    it('free their room once, however often they are deleted at once and while others are uploaded', async () => {
      const one = await inTenant();
      for (let i = 0; i < 5; i++) await uploaded(anImage(100), one.token);
      const { records } = await page(one.token);
      const answers = await Promise.all([
        ...records.flatMap(({ id }) => [remove(id, one.token), remove(id, one.token)]),
        ...Array.from({ length: 5 }, () => upload(anImage(100), 'image/png', one.token)),
      ]);
      expect(tally(answers.map(({ body }) => body.code))).toEqual({ 0: 10, 1: 5 });
      const [usage] = await steward.db.query<{ bytes: number | string }[]>(
        `SELECT bytes FROM file_usage WHERE tenant_id = ${one.tenantId}`,
      );
      expect(Number(usage?.bytes)).toBe(500);
    });
  });

  describe('that nothing refers to', () => {
    afterEach(stop);
    const clean = () => steward.app.get(FileClean).run();
    const later = async (days: number) => {
      steward.clock.advance(days * DAY);
      await clean();
    };
    const left = async (...urls: string[]) =>
      (await Promise.all(urls.map(async (url) => ((await read(url)).status === 200 ? [url] : [])))).flat();

    it('are removed after 7 days, and make room for others', async () => {
      await start({ env: { FILE_QUOTA: '1000' } });
      const tokens = [token, await ofTenant()];
      const contents = [anImage(700), anImage(700)];
      const [a, b] = [
        await uploaded(contents[0] as Buffer, tokens[0]),
        await uploaded(contents[1] as Buffer, tokens[1]),
      ];
      await later(6.9);
      expect(await left(a, b)).toEqual([a, b]);
      await later(0.2);
      expect(await left(a, b)).toEqual([]);
      // Tokens have expired meanwhile.
      token = (await aCaller(steward)).token;
      await uploaded(anImage(1000));
      expectNamed(await upload(anImage(8)), '1000');
    });

    it('are others than those of avatars and of configuration items', async () => {
      await start({ env: { JOB_LOG_RETENTION_DAYS: '0' } });
      const { make, db } = steward;
      const urls: string[] = [];
      for (let i = 0; i < 5; i++) urls.push(await uploaded(anImage()));
      const [avatar, absolute, image, lost, changing] = urls as [string, string, string, string, string];
      await make.aUser({ avatar });
      await make.aUser({ avatar: `https://steward.example.org${absolute}?size=64` });
      await anItem(db, { type: 'image', value: image });
      const user = await make.aUser({ avatar: changing });
      for (let i = 0; i < 10; i++) await later(1);
      expect(await left(...urls)).toEqual([avatar, absolute, image, changing]);
      await db.manager.update(User, { id: user.id }, { avatar: lost });
      await later(1);
      await later(6.9);
      expect(await left(changing)).toEqual([changing]);
      await later(0.2);
      expect(await left(...urls)).toEqual([avatar, absolute, image]);
    });

    it('stay another 7 days where they are uploaded again', async () => {
      await start();
      const content = anImage();
      const url = await uploaded(content);
      steward.clock.advance(6 * DAY);
      token = (await aCaller(steward)).token;
      await uploaded(content);
      await later(6.9);
      expect(await left(url)).toEqual([url]);
      await later(0.2);
      expect(await left(url)).toEqual([]);
    });

    it('are removed though they are many, once by two instances at once', async () => {
      await start();
      const createdAt = steward.clock.date();
      const rows = Array.from({ length: 1300 }, () => {
        const content = anImage(20);
        const hash = createHash('sha256').update(content).digest('hex');
        return { tenantId: 0, hash, type: 'png' as const, size: 20, content, unusedSince: createdAt, createdAt };
      });
      const kept = await uploaded(anImage(30));
      for (let i = 0; i < rows.length; i += 100) await steward.db.manager.insert(StoredFile, rows.slice(i, i + 100));
      await steward.db.query(`UPDATE file_usage SET bytes = ${1300 * 20 + 30}`);
      await steward.make.aUser({ avatar: kept });
      const second = await startApp({ storage: steward.storage, clock: steward.clock });
      started.unshift(second);
      steward.clock.advance(8 * DAY);
      await Promise.all([clean(), second.app.get(FileClean).run()]);
      expect(await steward.db.manager.count(StoredFile)).toBe(1);
      const [usage] = await steward.db.query<{ bytes: number | string }[]>('SELECT bytes FROM file_usage');
      expect(Number(usage?.bytes)).toBe(30);
    });
  });
});
