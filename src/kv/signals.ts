import { randomUUID } from 'node:crypto';
import type { Log } from '../core/log/log.module.js';
import type { SignalChannel } from './redis/redis.client.js';

/**
 * Tells other instances that there is something to look at. Signals carry no data and may be lost, so listeners also
 * look from time to time.
 */
export class Signals {
  private readonly instance = randomUUID();
  private readonly listeners = new Map<string, () => void>();

  constructor(
    private readonly channel: SignalChannel | undefined,
    private readonly log: Log,
  ) {}

  /** Calls a listener for signals of a name that other instances send. */
  on(name: string, listener: () => void): void {
    this.listeners.set(name, listener);
  }

  /** Sends a signal to the other instances. Nobody waits for it. */
  send(name: string): void {
    const { channel } = this;
    channel
      ?.sender()
      ?.publish(channel.name, `${this.instance} ${name}`)
      .catch((error: Error) => this.log.debug({ reason: error.message }, 'A signal was not sent'));
  }

  /** Begins to listen; Redis may be away, now and later. */
  start(): void {
    const { channel } = this;
    if (channel === undefined) return;
    const { receiver, name } = channel;
    const failed = (error: Error) => this.log.debug({ reason: error.message }, 'Signals are not received');
    receiver.on('error', failed);
    receiver.on('ready', () => void receiver.subscribe(name).catch(failed));
    receiver.on('message', (_channel: string, message: string) => {
      const [instance, signal = ''] = message.split(' ');
      if (instance !== this.instance) this.listeners.get(signal)?.();
    });
    receiver.connect().catch(failed);
  }

  stop(): void {
    this.channel?.receiver.disconnect();
  }
}
