import { httpsTest } from './forwarded-proto.js';

describe('https behind a proxy', () => {
  const isHttps = httpsTest(['10.0.0.1', '2001:db8::/32']);

  it.each([
    ['a trusted proxy says so', '10.0.0.1', 'https', true],
    ['in capitals', '10.0.0.1', 'HTTPS', true],
    ['of an IPv4-mapped address', '::ffff:10.0.0.1', 'https', true],
    ['of a trusted network', '2001:db8::7', 'https', true],
    ['the proxy next to the client says so', '10.0.0.1', 'https, http', true],
    ['only one behind it does', '10.0.0.1', 'http, https', false],
    ['it says http', '10.0.0.1', 'http', false],
    ['it says nothing', '10.0.0.1', undefined, false],
    ['it says nonsense', '10.0.0.1', ',https', false],
    ['somebody else says so', '203.0.113.9', 'https', false],
    ['nobody is there any more', undefined, 'https', false],
  ])('%s', (_case, remoteAddress, proto, expected) => {
    expect(isHttps({ headers: { 'x-forwarded-proto': proto }, socket: { remoteAddress } })).toBe(expected);
  });
});
