import { BlockList, SocketAddress, isIP } from 'node:net';

/**
 * Finds the client's address behind trusted proxies: X-Forwarded-For is read from the right, up to
 * the first hop that is not trusted; if every hop is trusted, the leftmost counts; if a hop is not an address, the
 * peer's own address counts.
 * @param trusted IP addresses and CIDR ranges
 */
export function clientIpResolver(trusted: readonly string[]): (peer: string, forwarded: string | undefined) => string {
  const isTrusted = networkTest(trusted);
  return (peer, forwarded) => {
    const source = plainAddress(peer) ?? peer;
    if (forwarded === undefined || !isTrusted(source)) return source;
    let client = source;
    for (const hop of forwarded.split(',').reverse()) {
      const address = plainAddress(hop);
      if (address === undefined) return source;
      client = address;
      if (!isTrusted(address)) break;
    }
    return client;
  };
}

/** Tells whether an address belongs to one of the networks: IP addresses and CIDR ranges. */
export function networkTest(networks: readonly string[]): (address: string) => boolean {
  const list = blockList(networks);
  return (address) => contains(list, address);
}

const privateNetworks = blockList([
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '0.0.0.0/32',
  '::1/128',
  '::/128',
  'fe80::/10',
  'fc00::/7',
]);

/** Whether an address is private, loopback, link-local or unique-local: it has no place on a map. */
export function isPrivateAddress(address: string): boolean {
  return contains(privateNetworks, address);
}

/**
 * The canonical form of an address: without port, brackets and zone, IPv4 for IPv4-mapped IPv6, IPv6 as in RFC 5952.
 * @returns undefined if the text is not an address
 */
export function plainAddress(text: string): string | undefined {
  if (isIP(text) === 4) return text;
  const bare = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');
  const version = isIP(bare);
  if (version === 0) return undefined;
  if (version === 4) return bare;
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' });
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  return mapped?.[1] ?? address;
}

/**
 * The network by which limits count an address: for IPv4 the address itself, for IPv6 its /64, all of which belongs to
 * one client. The result does not depend on how the address is written.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address) ?? address;
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail = ''] = plain.split('::').map((part) => part.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0'));
  const [left, right] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  const network = [...left, ...zeros, ...right].slice(0, 4).join(':');
  return `${new SocketAddress({ address: `${network}::`, family: 'ipv6' }).address}/64`;
}

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':');
}

function contains(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return list;
}
