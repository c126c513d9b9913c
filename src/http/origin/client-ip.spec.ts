import { clientIpResolver, isPrivateAddress, networkOf, plainAddress } from './client-ip.js';

describe('client address', () => {
  const resolve = clientIpResolver(['10.0.0.1', '192.168.0.0/16', '2001:db8::/32']);

  it.each([
    ['no header', '10.0.0.1', undefined, '10.0.0.1'],
    ['a peer that is not trusted', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['one trusted proxy', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['what the client made up stands to the left', '10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['two trusted proxies', '10.0.0.1', '198.51.100.1, 192.168.3.4', '198.51.100.1'],
    ['every hop trusted: the leftmost', '10.0.0.1', '192.168.1.1, 192.168.3.4', '192.168.1.1'],
    ['a hop with a port', '10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['an IPv6 hop with a port', '10.0.0.1', '[2620:0:1::5]:443', '2620:0:1::5'],
    ['an IPv6 hop written at length', '10.0.0.1', '2620:0:0001:0:0:0:0:5', '2620:0:1::5'],
    ['an IPv4-mapped peer', '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['an IPv4-mapped hop', '10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['a trusted IPv6 peer', '2001:db8::1', '198.51.100.1', '198.51.100.1'],
    ['garbage', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['garbage behind a trusted hop', '10.0.0.1', '<script>, 192.168.3.4', '10.0.0.1'],
    ['garbage left of the client', '10.0.0.1', '<script>, 198.51.100.1', '198.51.100.1'],
    ['an empty header', '10.0.0.1', '', '10.0.0.1'],
  ])('%s', (_name, peer, forwarded, expected) => {
    expect(resolve(peer, forwarded)).toBe(expected);
  });

  it('without trusted proxies is always the peer', () => {
    expect(clientIpResolver([])('127.0.0.1', '198.51.100.1')).toBe('127.0.0.1');
  });

  it.each(['10.1.2.3', '172.31.0.1', '192.168.1.1', '127.0.0.1', '169.254.1.1', '::1', 'fe80::1', 'fd00::1'])(
    '%s is private',
    (address) => expect(isPrivateAddress(address)).toBe(true),
  );

  it.each(['8.8.8.8', '172.32.0.1', '2620:0:1::5', 'nonsense'])('%s is not', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });

  it.each(['', 'host', '1.2.3', '1.2.3.4.5', '256.1.1.1', '::g'])('"%s" is no address', (text) => {
    expect(plainAddress(text)).toBeUndefined();
  });

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:4711', '203.0.113.9'],
    ['2001:470::9', '2001:470::/64'],
    ['2001:470:0:0:ffff:ffff:ffff:ffff', '2001:470::/64'],
    ['2001:0470:0000::', '2001:470::/64'],
    ['[2001:470::ABCD]:443', '2001:470::/64'],
    ['2001:470:0:1::9', '2001:470:0:1::/64'],
    ['2001:470:ABCD:12:3:4:5:6', '2001:470:abcd:12::/64'],
    ['0:0:0:1::1', '0:0:0:1::/64'],
    ['1::2:3:4:5:6', '1:0:0:2::/64'],
    ['64:ff9b::198.51.100.1', '64:ff9b::/64'],
    ['64:ff9b:1:2:3:4:198.51.100.1', '64:ff9b:1:2::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['', ''],
  ])('%s is counted as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
