import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { Registry } from 'prom-client';

/** Where metrics are served. */
export interface MetricsEndpoint {
  url: string;
  close(): Promise<void>;
}

/**
 * Serves `/metrics` in Prometheus text, and nothing else.
 * @param read returns the current text
 * @param onFailure called when it could not be read
 * @throws Error when the port is taken
 */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  read: () => Promise<string>,
  onFailure: (error: Error) => void,
): Promise<MetricsEndpoint> {
  const answer = async (response: ServerResponse) => {
    try {
      const text = await read();
      response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text);
    } catch (error) {
      onFailure(error as Error);
      response.writeHead(500).end();
    }
  };
  const server = createServer((request, response) => {
    const known = request.method === 'GET' && request.url?.split('?')[0] === '/metrics';
    if (known) void answer(response);
    else response.writeHead(404).end();
  }).listen(port, host);
  await once(server, 'listening');
  const { address, port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${isIPv6(address) ? `[${address}]` : address}:${bound}/metrics`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
