/**
 * The floor: node:http that sends the same answer to every request, and does nothing else.
 *
 * Its parent starts it and sends it the Answer; it answers with its address.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer } from '../support/steward.js';

process.once('message', (message) => {
  const { headers, body } = message as Answer;
  const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
  server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
});
