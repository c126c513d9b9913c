import type { IncomingHttpHeaders } from 'node:http';
import { networkTest, plainAddress } from './client-ip.js';

/** The parts of a request that tell whether it came over https. */
interface Forwarded {
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string };
}

/**
 * Tells whether a request came over https: TLS ends at a proxy, and X-Forwarded-Proto counts only if it comes from a
 * trusted one. Of several values the first counts, because the proxy next to the client wrote it.
 * @param trusted IP addresses and CIDR ranges
 */
export function httpsTest(trusted: readonly string[]): (request: Forwarded) => boolean {
  const isTrusted = networkTest(trusted);
  return ({ headers, socket }) => {
    const peer = plainAddress(socket.remoteAddress ?? '');
    if (peer === undefined || !isTrusted(peer)) return false;
    const [scheme = ''] = String(headers['x-forwarded-proto'] ?? '').split(',');
    return scheme.trim().toLowerCase() === 'https';
  };
}
