import { getMaxListeners, once } from 'node:events';
import { type AddressInfo, type Socket, connect } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { RequestGate } from './request-gate.js';

/** Longer than any of these tests takes. */
const LONG_MS = 60_000;

describe('the gate of a request', () => {
  let server: FastifyInstance;
  let arrived: () => void;
  let client: Socket;
  let reply: FastifyReply;
  beforeAll(async () => {
    server = Fastify();
    server.get('/', (_request, answer) => {
      reply = answer;
      arrived();
    });
    await server.listen();
  });
  beforeEach(async () => {
    const handled = new Promise<void>((resolve) => (arrived = resolve));
    client = connect((server.server.address() as AddressInfo).port);
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await handled;
  });
  afterEach(() => client.destroy());
  afterAll(() => server.close());

  function gateOf(patience = LONG_MS): RequestGate {
    const gate = new RequestGate({ clientIp: '192.0.2.1' }, reply, { patience, commitPatience: LONG_MS });
    // As when an answer is sent, or its connection is closed.
    reply.raw.once('close', () => gate.end());
    return gate;
  }

  async function leave(): Promise<void> {
    client.destroy();
    await once(reply.raw, 'close');
  }

  it('aborts its signal when the client leaves, and lets nothing pass from then on', async () => {
    const gate = gateOf();
    const { signal } = gate;
    expect(signal.aborted).toBe(false);
    await leave();
    expect(signal.reason).toMatchObject({ status: 503 });
    expect(gate.signal).toBe(signal);
    expect(() => gate.beginCommit()).toThrow('unavailable');
  });

  it('notices a client that left before anybody asked for the signal', async () => {
    const [gate, another] = [gateOf(), gateOf()];
    await leave();
    expect(() => gate.throwIfAborted()).toThrow('unavailable');
    expect(another.signal.reason).toMatchObject({ status: 503 });
  });

  it('aborts its signal with the failure that a late request is answered with', async () => {
    const { signal } = gateOf(1);
    const [answer] = (await once(client.setEncoding('utf8'), 'data')) as [string];
    expect(answer).toMatch(/^HTTP\/1\.1 503/);
    expect(signal.reason).toMatchObject({ status: 503 });
  });

  it('leaves a commit alone that was under way when the client left, and lets no further one pass', async () => {
    const gate = gateOf();
    const { signal } = gate;
    gate.beginCommit();
    await leave();
    expect(signal.aborted).toBe(false);
    gate.endCommit(true);
    expect(signal.reason).toMatchObject({ status: 503 });
    expect(() => gate.beginCommit()).toThrow('unavailable');
  });

  it('lets any number of things wait on its signal, without a warning of Node', () => {
    expect(getMaxListeners(gateOf().signal)).toBe(Infinity);
  });
});
