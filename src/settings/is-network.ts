import { isIP } from 'node:net';

/** Whether a text is an IPv4 or IPv6 address, or a range of them in CIDR notation (RFC 4632, section 3.1). */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  return (
    version !== 0 &&
    rest.length === 0 &&
    !address.includes('%') &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  );
}
