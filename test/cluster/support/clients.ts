import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Client } from '../../support/client.js';

/** The outcome that the answer to a change reports: it was made, it was not made, or nobody knows. */
type Outcome = 'done' | 'refused' | 'unknown';

/** The pause between two requests of a client, in milliseconds. */
const PAUSE_MS = 40;

/** Users who read and change the items of a dictionary, one request after another, and remember each answer. */
export class Clients {
  /** Reads that failed or did not find the row just added, and changes that got an answer other than 200 or 503. */
  readonly failures: string[] = [];
  /** Outcomes by label; each item is added at most once. */
  readonly adds = new Map<string, Outcome>();
  /** The values that the `sort` of each writer's own item may have. */
  readonly sorts = new Map<number, Set<number>>();
  reads = 0;
  private stopped = false;
  private running: Promise<void>[] = [];

  constructor(
    private readonly client: Client,
    private readonly token: string,
    private readonly dictId: number,
  ) {}

  /** @param own the id of an item for each writer */
  start(readers: number, own: readonly number[]): void {
    const reading = Array.from({ length: readers }, (_, i) => this.until(() => this.readOne(i)));
    this.running = [...reading, ...own.map((id, writer) => this.write(id, writer))];
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.running);
  }

  private async until(step: () => Promise<void>): Promise<void> {
    while (!this.stopped) {
      await step();
      await pause(PAUSE_MS);
    }
  }

  private async write(own: number, writer: number): Promise<void> {
    let number = 0;
    await this.until(async () => {
      number++;
      await this.add(`${writer}-${number}`);
      const [outcome] = await this.change('PUT', '/api/dict/item/update', { id: own, sort: number });
      if (outcome === 'done') this.sorts.set(own, new Set([number]));
      if (outcome === 'unknown') this.sorts.set(own, new Set([...(this.sorts.get(own) ?? []), number]));
    });
  }

  private async add(label: string): Promise<void> {
    const body = { dictId: this.dictId, label, value: label };
    const [outcome, answer] = await this.change('POST', '/api/dict/item/add', body);
    this.adds.set(label, outcome);
    if (answer?.body.ok) await this.read(`/api/dict/item/detail/${String(answer.body.data.id)}`, { label });
  }

  private readOne(reader: number): Promise<void> {
    const paths = ['/api/dict/item/page?pageSize=10', '/api/index/getUser', `/api/dict/detail/${this.dictId}`];
    return this.read(paths[reader % paths.length] ?? '');
  }

  private async read(path: string, expected: object = {}): Promise<void> {
    const answer = await this.ask('GET', path);
    const found = answer?.status === 200 && Object.entries(expected).every(([k, v]) => answer.body.data[k] === v);
    if (!found) this.failures.push(`${path}: ${answer?.status ?? 'none'} ${answer?.body.msg ?? ''}`);
    this.reads++;
  }

  private async change(method: string, path: string, body: object): Promise<[Outcome, Answer | undefined]> {
    const answer = await this.ask(method, path, body);
    if (answer && ![200, 503].includes(answer.status))
      this.failures.push(`${path}: ${answer.status} ${answer.body.msg}`);
    return [outcomeOf(answer), answer];
  }

  /** The answer; undefined if there was none. */
  private async ask(method: string, path: string, body?: object): Promise<Answer | undefined> {
    return this.client.call(method, path, { token: this.token, body }).catch(() => undefined);
  }
}

function outcomeOf(answer: Answer | undefined): Outcome {
  if (answer?.body.ok) return 'done';
  return answer === undefined || answer.body.msg.includes('not known') ? 'unknown' : 'refused';
}
