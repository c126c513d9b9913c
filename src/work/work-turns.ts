import { Injectable } from '@nestjs/common';
import { WorkTable } from './work-table.js';

/** Tenants looked at by one statement: MariaDB ends a recursion after 1,000 steps. */
const CHUNK = 500;

/** Before every tenant. */
const FIRST = -1;

/** How many more rows of a tenant may be run. */
type Room = (tenantId: number) => number;

/** A row that is begun next. */
interface Chosen {
  id: number;
  tenantId: number;
}

/**
 * Chooses the rows that are begun next: the lowest priority first, and within it one tenant after another, so that many
 * rows of one tenant hold up nobody. A look at a tenant costs two steps into an index, however many rows it has.
 */
@Injectable()
export class WorkTurns {
  /** The tenant whose turn was the last, by kind. */
  private readonly last = new Map<string, number>();

  constructor(private readonly table: WorkTable) {}

  /** Ids of due rows of a kind, at most so many. */
  async choose(kind: string, count: number, room: Room): Promise<number[]> {
    const chosen: Chosen[] = [];
    const left: Room = (tenantId) => room(tenantId) - chosen.filter((row) => row.tenantId === tenantId).length;
    let priority = await this.nextPriority(kind, undefined);
    while (priority !== undefined) {
      chosen.push(...(await this.ofPriority(kind, priority, count - chosen.length, left)));
      if (chosen.length >= count) break;
      priority = await this.nextPriority(kind, priority);
    }
    return chosen.map(({ id }) => id);
  }

  private async nextPriority(kind: string, after: number | undefined): Promise<number | undefined> {
    const [row] = await this.query<{ priority: number }>(
      `SELECT priority FROM ${this.table.name} WHERE state = 'waiting' AND kind = ? ${after === undefined ? '' : 'AND priority > ?'}
       ORDER BY priority LIMIT 1`,
      after === undefined ? [kind] : [kind, after],
    );
    return row?.priority;
  }

  /** One row of each tenant in turn, then the next of each, and so on. */
  private async ofPriority(kind: string, priority: number, count: number, room: Room): Promise<Chosen[]> {
    const tenants = await this.dueTenants(kind, priority, count, room);
    if (tenants.length === 0) return [];
    const share = Math.ceil(count / tenants.length);
    const oldest = `SELECT * FROM (SELECT id, tenant_id AS tenantId FROM ${this.table.name}
      WHERE state = 'waiting' AND kind = ? AND priority = ? AND tenant_id = ? AND next_at <= ${this.table.now}
      ORDER BY next_at, id LIMIT ?) AS oldest`;
    const rows = await this.query<Chosen>(
      tenants.map(() => oldest).join(' UNION ALL '),
      tenants.flatMap((tenantId) => [kind, priority, tenantId, Math.min(share, room(tenantId))]),
    );
    const queues = tenants.map((tenantId) => rows.filter((row) => row.tenantId === tenantId));
    const rounds = Array.from({ length: share }, (_, round) => queues.flatMap((queue) => queue[round] ?? []));
    const chosen = rounds.flat().slice(0, count);
    const lastServed = chosen.at(-1)?.tenantId;
    if (lastServed !== undefined) this.last.set(kind, lastServed);
    return chosen;
  }

  /** Tenants with due rows and room for them, up to a number, beginning after the one whose turn was last. */
  private async dueTenants(kind: string, priority: number, count: number, room: Room): Promise<number[]> {
    const start = this.last.get(kind) ?? FIRST;
    const later = await this.dueBetween({ kind, priority, after: start, upTo: Infinity }, count, room);
    if (start === FIRST || later.length >= count) return later;
    const earlier = { kind, priority, after: FIRST, upTo: start };
    return [...later, ...(await this.dueBetween(earlier, count - later.length, room))];
  }

  private async dueBetween(
    { kind, priority, after, upTo }: { kind: string; priority: number; after: number; upTo: number },
    count: number,
    room: Room,
  ): Promise<number[]> {
    const found: number[] = [];
    for (let from = after; ;) {
      const waiting = await this.waitingAfter(kind, priority, from);
      for (const { tenantId, due } of waiting) {
        if (tenantId > upTo) return found;
        if (Number(due) > 0 && room(tenantId) > 0 && found.push(tenantId) >= count) return found;
      }
      const last = waiting.at(-1);
      if (last === undefined || waiting.length < CHUNK) return found;
      from = last.tenantId;
    }
  }

  /** The next tenants with waiting rows, each found by a step into the index, and whether one of their rows is due. */
  private waitingAfter(kind: string, priority: number, after: number): Promise<{ tenantId: number; due: unknown }[]> {
    const { name, now } = this.table;
    const next = (bound: string) =>
      `(SELECT w.tenant_id FROM ${name} AS w WHERE w.state = 'waiting' AND w.kind = ? AND w.priority = ?
        AND w.tenant_id > ${bound} ORDER BY w.tenant_id LIMIT 1)`;
    return this.query(
      `WITH RECURSIVE line (tenant_id, place) AS (
         SELECT ${next('?')}, 1
         UNION ALL SELECT ${next('line.tenant_id')}, place + 1 FROM line WHERE tenant_id IS NOT NULL AND place < ${CHUNK}
       )
       SELECT tenant_id AS tenantId, EXISTS (
         SELECT 1 FROM ${name} AS d WHERE d.state = 'waiting' AND d.kind = ? AND d.priority = ?
           AND d.tenant_id = line.tenant_id AND d.next_at <= ${now}
       ) AS due FROM line WHERE tenant_id IS NOT NULL ORDER BY place`,
      [kind, priority, after, kind, priority, kind, priority],
    );
  }

  private query<T>(sql: string, parameters: unknown[]): Promise<T[]> {
    return this.table.manager.query<T[]>(sql, parameters);
  }
}
