import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Locator } from '../../src/http/origin/locator.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectSuccess } from '../support/checks.js';
import { type LogLine, recordLog } from '../support/log.js';
import { rowsOf } from '../support/login-rows.js';
import { type MmdbOptions, cityRecord, flatRecord, mmdb } from '../support/mmdb.js';

const LONDON = '81.2.69.160';
const WALES = '81.2.70.1';
const NOWHERE = '81.2.71.1';
const UNLISTED = '203.0.113.9';
const TOKYO = '2001:218::1';
const HOKKAIDO = '2001:219::1';
const UNLISTED_V6 = '2001:470::1';

const IPV4 = {
  '81.2.69.0/24': cityRecord('London', 'England', 'Greater London'),
  '81.2.70.0/24': cityRecord(undefined, 'Wales', 'Cardiff'),
  '81.2.71.0/24': cityRecord(undefined),
};
const IPV6 = { '2001:218::/32': cityRecord('Tokyo', 'Tokyo-to'), '2001:219::/32': cityRecord(undefined, 'Hokkaido') };
const FLAT_IPV4 = {
  '81.2.69.0/24': flatRecord('London', 'England'),
  '81.2.70.0/24': flatRecord('', 'Wales'),
  '81.2.71.0/24': flatRecord('', ''),
};
const FLAT_IPV6 = { '2001:218::/32': flatRecord('Tokyo', 'Tokyo-to'), '2001:219::/32': flatRecord('', 'Hokkaido') };

const GEO_CITY = mmdb({ ...IPV4, ...IPV6 });
const LOCAL = ['127.0.0.1', '10.0.0.1', '172.16.0.1', '192.168.0.1', '169.254.0.1', '::1', 'fe80::1', 'fd12::1'];

/** The content of `geoip.path`: nothing, a file, or a folder of files. */
type Content = undefined | Buffer | Record<string, Buffer>;

describe('location', () => {
  const folder = mkdtempSync(join(tmpdir(), 'steward-geoip-'));
  const path = join(folder, 'city.mmdb');
  let steward: TestApp;
  let locator: Locator;
  let log: LogLine[];
  let written = 0;
  beforeAll(async () => {
    writeFileSync(path, GEO_CITY);
    steward = await startApp({ env: { API_PROXY_IPS: '127.0.0.1', GEOIP_PATH: path } });
    locator = steward.app.get(Locator);
    log = recordLog(steward.app);
  });
  beforeEach(() => {
    log.length = 0;
  });
  afterAll(async () => {
    await steward.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Writes a file with a time that no other file had, however fast the test is. */
  function write(file: string, bytes: Buffer): void {
    writeFileSync(file, bytes);
    utimesSync(file, ++written, written);
  }

  /** Replaces what stands at `geoip.path`, and has it looked at. */
  async function install(content: Content): Promise<void> {
    rmSync(path, { recursive: true, force: true });
    if (Buffer.isBuffer(content)) write(path, content);
    else if (content) {
      mkdirSync(path);
      for (const [name, bytes] of Object.entries(content)) write(join(path, name), bytes);
    }
    await locator.refresh();
  }

  /** The place that the login log shows for a failed login from an address. */
  async function loggedFrom(ip: string): Promise<string | undefined> {
    const attempt = () =>
      steward.client.tryLogin({ username: 'nobody', password: 'a quiet river' }, { 'x-forwarded-for': ip });
    const rows = await rowsOf(steward.db, attempt);
    expect(rows).toMatchObject([{ ip, status: 1 }]);
    return rows[0]?.location;
  }

  const warnings = () => log.filter(({ message }) => message === 'Geolocation database cannot be read');

  it('is known from the first login on', async () => {
    expect(await loggedFrom(LONDON)).toBe('London');
  });

  describe.each<[string, Content]>([
    ['a city database', GEO_CITY],
    ['a flat database', mmdb({ ...FLAT_IPV4, ...FLAT_IPV6 }, { databaseType: 'city' })],
    [
      'a folder of city databases',
      { 'a.mmdb': mmdb(IPV4, { ipVersion: 4, databaseType: 'DBIP-City-Lite' }), 'b.mmdb': mmdb(IPV6) },
    ],
    [
      'a folder of flat databases',
      {
        'city-ipv4.mmdb': mmdb(FLAT_IPV4, { ipVersion: 4, databaseType: 'city ipv4' }),
        'city-ipv6.mmdb': mmdb(FLAT_IPV6, { databaseType: 'city ipv6' }),
        'LICENSE.txt': Buffer.from('no database'),
      },
    ],
  ])('with %s', (_, content) => {
    beforeAll(() => install(content));

    it.each([
      ['the city of an IPv4 address', LONDON, 'London'],
      ['the city of an IPv6 address', TOKYO, 'Tokyo'],
      ['the province of an IPv4 address without a city', WALES, 'Wales'],
      ['the province of an IPv6 address without a city', HOKKAIDO, 'Hokkaido'],
      ['- for an address without either', NOWHERE, '-'],
      ['- for an IPv4 address that is not in it', UNLISTED, '-'],
      ['- for an IPv6 address that is not in it', UNLISTED_V6, '-'],
      ...LOCAL.map((ip) => [`nothing for the local address ${ip}`, ip, '']),
    ])('is %s', async (_case, ip, location) => {
      expect(locator.locate(ip)).toBe(location);
      expect(await loggedFrom(ip)).toBe(location);
    });

    it('needs no warning', async () => {
      await install(content);
      expect(warnings()).toEqual([]);
    });
  });

  it.each<MmdbOptions>([
    { ipVersion: 4, recordSize: 24 },
    { ipVersion: 4, recordSize: 28 },
    { ipVersion: 4, recordSize: 32 },
    { ipVersion: 6, recordSize: 28 },
    { ipVersion: 6, recordSize: 32 },
  ])('is read from a database of %j', async (options) => {
    await install(mmdb(options.ipVersion === 4 ? IPV4 : { ...IPV4, ...IPV6 }, options));
    expect([LONDON, WALES, UNLISTED].map((ip) => locator.locate(ip))).toEqual(['London', 'Wales', '-']);
    if (options.ipVersion === 6) expect(locator.locate(TOKYO)).toBe('Tokyo');
  });

  it.each<[string, Content]>([
    ['nothing', undefined],
    ['an empty folder', {}],
    ['a folder without databases', { 'README.md': Buffer.from('# none') }],
  ])('is - with %s at the path, and empty for local addresses', async (_, content) => {
    await install(content);
    expect(await loggedFrom(LONDON)).toBe('-');
    expect(await loggedFrom(TOKYO)).toBe('-');
    for (const ip of LOCAL) expect(locator.locate(ip)).toBe('');
    expect(warnings()).toEqual([]);
  });

  it('is - for an IPv6 address whose first 32 bits are an IPv4 address of an IPv4 database', async () => {
    // 32.1.2.24 and 2001:218:: begin with the same bits.
    const networks = { '32.1.0.0/16': flatRecord('Ashburn', 'Virginia') };
    await install(mmdb(networks, { ipVersion: 4, databaseType: 'city ipv4' }));
    expect(locator.locate('32.1.2.24')).toBe('Ashburn');
    expect(await loggedFrom(TOKYO)).toBe('-');
    await install(mmdb({ '32.1.0.0/16': cityRecord('Ashburn', 'Virginia') }, { ipVersion: 4 }));
    expect(locator.locate('32.1.2.24')).toBe('Ashburn');
    expect(await loggedFrom(TOKYO)).toBe('-');
  });

  it('comes from the IPv6 file of a folder even where the IPv4 file knows the same first bits', async () => {
    await install({
      'city-ipv4.mmdb': mmdb({ '32.1.0.0/16': flatRecord('Ashburn', 'Virginia') }, { ipVersion: 4 }),
      'city-ipv6.mmdb': mmdb(FLAT_IPV6),
    });
    expect(await loggedFrom(TOKYO)).toBe('Tokyo');
  });

  it('is - with a database that holds no cities', async () => {
    await install(mmdb({ '81.2.69.0/24': { country: { iso_code: 'GB' } } }, { databaseType: 'GeoLite2-Country' }));
    expect(await loggedFrom(LONDON)).toBe('-');
  });

  it('follows a file that is changed, added or removed while the service runs', async () => {
    const file = (city: string) => mmdb({ '81.2.69.0/24': cityRecord(city) });
    await install({ 'a.mmdb': file('Lyon') });
    expect(await loggedFrom(LONDON)).toBe('Lyon');
    write(join(path, 'a.mmdb'), file('Oslo'));
    expect(locator.locate(LONDON)).toBe('Lyon');
    await locator.refresh();
    expect(await loggedFrom(LONDON)).toBe('Oslo');
    write(join(path, 'b.mmdb'), mmdb(IPV6));
    await locator.refresh();
    expect([LONDON, TOKYO].map((ip) => locator.locate(ip))).toEqual(['Oslo', 'Tokyo']);
    rmSync(join(path, 'a.mmdb'));
    await locator.refresh();
    expect([LONDON, TOKYO].map((ip) => locator.locate(ip))).toEqual(['-', 'Tokyo']);
    await install(GEO_CITY);
    expect(await loggedFrom(LONDON)).toBe('London');
    await install(undefined);
    expect(await loggedFrom(LONDON)).toBe('-');
  });

  describe('with a broken file', () => {
    const metadataAt = GEO_CITY.indexOf('MaxMind.com');

    it.each([
      ['an empty file', Buffer.alloc(0)],
      ['text', Buffer.from('<html>404 Not Found</html>'.repeat(100))],
      ['the first half of a database', GEO_CITY.subarray(0, GEO_CITY.length >> 1)],
      ['a database that ends in its metadata', GEO_CITY.subarray(0, metadataAt + 20)],
      ['zeros', Buffer.alloc(5000)],
    ])('(%s) is -, and logged once', async (_, bytes) => {
      await install(bytes);
      await locator.refresh();
      expect(await loggedFrom(LONDON)).toBe('-');
      expect(await loggedFrom(TOKYO)).toBe('-');
      expect(await loggedFrom('10.0.0.1')).toBe('');
      expect(warnings()).toMatchObject([{ level: 'warn', path, reason: expect.any(String) as string }]);
      await install(GEO_CITY);
      expect(await loggedFrom(LONDON)).toBe('London');
      expect(warnings()).toHaveLength(1);
    });

    it.each([
      ['whose tree leads nowhere', Buffer.concat([Buffer.alloc(metadataAt, 0xff), GEO_CITY.subarray(metadataAt - 3)])],
      ['whose tree leads in circles', Buffer.concat([Buffer.alloc(metadataAt), GEO_CITY.subarray(metadataAt - 3)])],
      ['that lacks its tree', GEO_CITY.subarray(metadataAt - 3)],
    ])('(one %s) is -', async (_, bytes) => {
      await install(bytes);
      expect(await loggedFrom(LONDON)).toBe('-');
      expect(await loggedFrom(TOKYO)).toBe('-');
    });

    it('lets users log in', async () => {
      await install(Buffer.from('broken'));
      const rows = await rowsOf(steward.db, async () => {
        const login = { username: 'admin', password: ADMIN_PASSWORD };
        expectSuccess(await steward.client.tryLogin(login, { 'x-forwarded-for': LONDON }));
      });
      expect(rows).toMatchObject([{ status: 0, ip: LONDON, location: '-' }]);
    });

    it('lets the service start', async () => {
      await install(Buffer.from('broken'));
      const second = await startApp({ storage: steward.storage, env: { GEOIP_PATH: path } });
      expect(second.app.get(Locator).locate(LONDON)).toBe('-');
      await second.stop();
    });

    it('still answers from the others of its folder', async () => {
      await install({ 'a.mmdb': Buffer.from('broken'), 'b.mmdb': GEO_CITY });
      expect(await loggedFrom(LONDON)).toBe('London');
      expect(warnings()).toMatchObject([{ path: join(path, 'a.mmdb') }]);
    });
  });

  it.each([
    ['is cut to its column', `Llanfair${'pwll'.repeat(100)}`, `Llanfair${'pwll'.repeat(30)}`],
    ['is cut between two characters', `x${'😀'.repeat(100)}`, /^x(😀){63}\ufffd?$/u],
    ['keeps letters of every script', 'München 東京 Москва', 'München 東京 Москва'],
  ])('%s', async (_, city, shown) => {
    await install(mmdb({ '81.2.69.0/24': cityRecord(city), '2001:218::/32': flatRecord(city, '') }));
    for (const ip of [LONDON, TOKYO]) {
      const location = await loggedFrom(ip);
      expect(location).toEqual(typeof shown === 'string' ? shown : expect.stringMatching(shown));
      expect(location).toBe(locator.locate(ip));
    }
  });
});
