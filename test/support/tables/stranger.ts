import type { Answer } from '../client.js';
import type { Body, TableCase } from './case.js';
import type { New } from './kinds.js';
import { STRANGE_BOUNDS, STRANGE_FILTERS, STRANGE_IDS, STRANGE_VALUES } from './strange.js';

type Call = <T = Body>(method: string, tail: string, body?: unknown) => Promise<Answer<T>>;

/** How many members of a table are tried at most, because those of a wide table resemble each other. */
const MAX_MEMBERS = 7;

/** How many requests are in progress at once. */
const AT_ONCE = 4;

/** Sends requests that no page of the console sends; each must get an answer in the envelope, never a server error. */
export class Stranger {
  constructor(
    private readonly call: Call,
    private readonly table: TableCase,
    private readonly fresh: New,
  ) {}

  /** Orders by each new member, and filters each by strange values. */
  async reads(): Promise<void> {
    const queries = this.members.flatMap((name) => [
      ...['asc', 'desc'].map((order) => ({ orderBy: name, order })),
      ...STRANGE_FILTERS.map((value) => ({ [name]: value })),
      ...STRANGE_BOUNDS.map((value) => ({ [`${name}From`]: value, [`${name}To`]: value })),
    ]);
    const times = STRANGE_BOUNDS.map((value) => ({ startTime: value, endTime: value }));
    const tails = [...queries, ...times].map((query) => `page?pageSize=3&${new URLSearchParams(query).toString()}`);
    await inTurns(tails, async (tail) => this.answered(tail, await this.call('GET', tail)));
  }

  /** Uses strange ids for a new kind of key, none of which may affect an existing row. */
  async names(id: unknown): Promise<void> {
    if (!this.fresh.key) return;
    await inTurns(STRANGE_IDS, async (strange) => {
      const text = encodeURIComponent(strange);
      for (const tail of [`detail/${text}`, `options?ids=${text}`, `options?q=${text}`]) {
        this.answered(tail, await this.call('GET', tail));
      }
      this.answered(`delete ${text}`, await this.call('DELETE', `delete/${text}`));
      this.answered(`batchDelete ${text}`, await this.call('DELETE', `batchDelete?ids=${text}`));
      for (const given of [strange, Number(strange), [strange]]) {
        this.answered(`batchDelete [${text}]`, await this.call('DELETE', 'batchDelete', { ids: [given] }));
        if (this.table.operations !== undefined) continue;
        this.answered(`update ${text}`, await this.call('PUT', 'update', { id: given }));
      }
    });
    const kept = await this.call('GET', `detail/${encodeURIComponent(String(id))}`);
    expect({ id, msg: kept.body.msg }).toEqual({ id, msg: 'Operation succeeded' });
  }

  /** Stores strange values in each new member of a row; whatever is accepted must be shown, and accepted again as shown. */
  async stores(row: Body): Promise<void> {
    const { id } = row;
    for (const name of this.members.filter((member) => member !== 'id')) {
      for (const value of STRANGE_VALUES) {
        const what = `${name} = ${JSON.stringify(value).slice(0, 80)}`;
        const answer = await this.call('PUT', 'update', { id, [name]: value });
        this.answered(what, answer);
        if (!answer.body.ok) continue;
        const shown = await this.call('GET', `detail/${encodeURIComponent(String(id))}`);
        expect({ what, msg: shown.body.msg }).toEqual({ what, msg: 'Operation succeeded' });
        const back = await this.call('PUT', 'update', shown.body.data);
        expect({ what, msg: back.body.msg }).toEqual({ what, msg: 'Operation succeeded' });
      }
      const restored = await this.call('PUT', 'update', { id, [name]: asNew(row[name]) });
      expect({ name, msg: restored.body.msg }).toEqual({ name, msg: 'Operation succeeded' });
    }
  }

  private get members(): string[] {
    return this.fresh.members.slice(0, MAX_MEMBERS);
  }

  private answered(what: string, { status, body }: Answer<unknown>): void {
    const { code, msg } = body;
    const fine = status < 500 && typeof code === 'number' && typeof msg === 'string';
    expect({ table: this.table.name, what, status, msg, fine }).toEqual({
      table: this.table.name,
      what,
      status,
      msg,
      fine: true,
    });
  }
}

/** Lines without their ids, because a value that was stored meanwhile may have deleted them. */
function asNew(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((entry: unknown) =>
    typeof entry === 'object' && entry !== null ? { ...entry, id: undefined } : entry,
  );
}

/** Does work for each item of a list, several at a time. */
async function inTurns<T>(list: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...list];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
