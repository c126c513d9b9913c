import { setImmediate as turn } from 'node:timers/promises';
import { ReadBatch } from './read.batch.js';

type Values = (string | null)[];

/** A server that answers when a test says so: every key has its own name as its value. */
class Server {
  readonly asked: string[][] = [];
  private readonly held: [resolve: (values: Values) => void, reject: (error: Error) => void][] = [];
  readonly batch = new ReadBatch((keys) => {
    this.asked.push(keys);
    return new Promise<Values>((resolve, reject) => this.held.push([resolve, reject]));
  });

  /** Answers the oldest command, and waits for the consequences. */
  async answer(error?: Error): Promise<void> {
    const [resolve, reject] = this.held.shift() ?? [];
    if (error) reject?.(error);
    else resolve?.(this.asked[this.asked.length - this.held.length - 1] ?? []);
    await turn();
  }
}

describe('a batch of reads', () => {
  it('sends what comes together as one command, and gives each its own values', async () => {
    const server = new Server();
    const reads = [['a', 'b'], [], ['c'], ['a', 'd', 'e']].map((keys) => server.batch.read(keys));
    await turn();
    expect(server.asked).toEqual([['a', 'b', 'c', 'a', 'd', 'e']]);
    await server.answer();
    expect(await Promise.all(reads)).toEqual([['a', 'b'], [], ['c'], ['a', 'd', 'e']]);
  });

  it('keeps what comes while a command is under way for the next: it must see what was written since', async () => {
    const server = new Server();
    const first = server.batch.read(['a']);
    await turn();
    const later = [server.batch.read(['a']), server.batch.read(['b'])];
    await turn();
    expect(server.asked).toEqual([['a']]);
    await server.answer();
    expect(await first).toEqual(['a']);
    expect(server.asked).toEqual([['a'], ['a', 'b']]);
    await server.answer();
    expect(await Promise.all(later)).toEqual([['a'], ['b']]);
  });

  it('fails those who wait with those whose command failed, and nobody later', async () => {
    const server = new Server();
    const failing = ['a', 'b'].map((key) => expect(server.batch.read([key])).rejects.toThrow('away'));
    await turn();
    failing.push(expect(server.batch.read(['c'])).rejects.toThrow('away'));
    await server.answer(new Error('away'));
    await Promise.all(failing);
    const next = server.batch.read(['d']);
    await turn();
    await server.answer();
    expect(await next).toEqual(['d']);
    expect(server.asked).toEqual([['a', 'b'], ['d']]);
  });

  it('sends no command without bound', async () => {
    const server = new Server();
    const reads = Array.from({ length: 600 }, (_, i) => server.batch.read([`${i}`]));
    await turn();
    for (let i = 0; i < 3; i++) await server.answer();
    expect(server.asked.map(({ length }) => length)).toEqual([250, 250, 100]);
    expect(await Promise.all(reads)).toEqual(reads.map((_, i) => [`${i}`]));
  });
});
