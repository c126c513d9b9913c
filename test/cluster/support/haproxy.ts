import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** The address at which HAProxy forwards to one of the services on ports 4301 to 4303. */
export const BALANCED_URL = 'http://127.0.0.1:4300';

const SOCKET = join(tmpdir(), `steward-cluster-${userInfo().uid}`, 'haproxy/socket');

/** How many servers HAProxy considers up. */
export async function serversUp(kind: 'database' | 'http'): Promise<number> {
  const socket = connect(SOCKET);
  socket.end('show stat\n');
  const lines = (await text(socket)).split('\n').map((line) => line.split(','));
  const status = lines[0]?.indexOf('status') ?? 0;
  const servers = lines.filter(([name, server]) => name === kind && !['FRONTEND', 'BACKEND'].includes(server ?? ''));
  return servers.filter((server) => server[status] === 'UP').length;
}
