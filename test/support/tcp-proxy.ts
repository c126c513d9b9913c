import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/** Stands between the service and a server that tests share, so that a single test can make it hang or be slow. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private hanging = false;
  private delayed = 0;
  private watched: { text: string | RegExp; act: (near: Socket) => void; on?: Socket } | undefined;

  private constructor(
    private readonly server: Server,
    target: number,
  ) {
    server.on('connection', (near) => {
      const far = connect(target, '127.0.0.1');
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.sockets.add(from);
        from.on('error', () => to.destroy());
        from.on('close', () => {
          this.sockets.delete(from);
          to.destroy();
        });
        from.on('data', (data) => {
          if (from === near) this.watch(data, near);
          this.pass(data, to, to === near);
        });
        if (this.hanging) from.pause();
      }
    });
  }

  static async start(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(createServer().listen(0, '127.0.0.1'), target);
    await once(proxy.server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Connections stay open, and nothing moves on them. */
  hang(): void {
    this.hanging = true;
    for (const socket of this.sockets) socket.pause();
  }

  wake(): void {
    this.hanging = false;
    for (const socket of this.sockets) socket.resume();
  }

  /** From now on, whatever the server sends arrives this many milliseconds later. */
  delay(milliseconds: number): void {
    this.delayed = milliseconds;
  }

  /**
   * Calls `act` once, as soon as a client sends this text and before the server receives it.
   * @param on the connection that the text must be sent on; any by default
   */
  once(text: string | RegExp, act: (near: Socket) => void, on?: Socket): void {
    this.watched = { text, act, on };
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private watch(data: Buffer, near: Socket): void {
    if (!this.watched || data.toString('latin1').search(this.watched.text) < 0) return;
    const { act, on = near } = this.watched;
    if (near !== on) return;
    this.watched = undefined;
    act(near);
  }

  private pass(data: Buffer, to: Socket, fromServer: boolean): void {
    if (fromServer && this.delayed > 0) setTimeout(() => to.write(data), this.delayed);
    else to.write(data);
  }
}
