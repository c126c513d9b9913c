import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Clock } from 'steward/core';
import { transact } from 'steward/database';
import { KeyValueStore } from 'steward/kv';
import { SettingsService } from 'steward/settings';
import { seenKey } from './authorisation-state.js';
import { Session } from './session.entity.js';
import { SessionService } from './session.service.js';

/** A use is not recorded if the last record is more recent than this. */
const STEP_MS = 1000;

/** How often the database learns of the uses of a session, at most; more often if sessions end sooner than that. */
const STORED_MS = 60_000;

/** How much longer than a session may be idle its key is kept. */
const KEPT_MS = 120_000;

/** When a session was last used, and how much of that the database knows; milliseconds since the epoch. */
interface Uses {
  seenAt: number;
  storedAt: number;
}

/**
 * Ends sessions that nobody uses (SESSION_IDLE; ASVS 5.0, 7.3.1). The key-value store records each use; the database,
 * once a minute, in case the store is lost and for instances that do not share one.
 */
@Injectable()
export class SessionActivity {
  private readonly idleMs: number;
  private readonly storedMs: number;

  constructor(
    @InjectRepository(Session) private readonly rows: Repository<Session>,
    private readonly sessions: SessionService,
    private readonly store: KeyValueStore,
    private readonly clock: Clock,
    settings: SettingsService,
  ) {
    this.idleMs = settings.get('session.idle') * 1000;
    this.storedMs = Math.min(STORED_MS, this.idleMs / 2);
  }

  /**
   * Whether a session may go on; if it was idle for too long, this ends it.
   * @param known the value of its {@link seenKey}, if the caller has read it
   * @param counts whether the request counts as a use of the session
   */
  async admits(sid: string, counts: boolean, known?: string | null): Promise<boolean> {
    if (this.idleMs === 0) return true;
    const uses = await this.usesOf(sid, known === undefined ? await this.store.get(seenKey(sid)) : known);
    if (uses === undefined) return true;
    if (this.isIdle(uses)) {
      await transact(this.rows.manager, undefined, (change) => this.sessions.end({ sid }, 'idle', change));
      return false;
    }
    if (counts) await this.note(sid, uses);
    return true;
  }

  /** Without a shared store another instance may have seen the session since; undefined if there is no such session. */
  private async usesOf(sid: string, known: string | null): Promise<Uses | undefined> {
    const uses = known === null ? undefined : (JSON.parse(known) as Uses);
    if (uses && !this.isIdle(uses)) return uses;
    const session = await this.rows.findOneBy({ sid });
    if (session === null) return undefined;
    const storedAt = (session.seenAt ?? session.refreshedAt).getTime();
    return { storedAt, seenAt: Math.max(storedAt, uses?.seenAt ?? 0) };
  }

  private async note(sid: string, { seenAt, storedAt }: Uses): Promise<void> {
    const now = this.clock.now();
    if (now - seenAt < STEP_MS) return;
    const due = now - storedAt >= this.storedMs;
    const uses: Uses = { seenAt: now, storedAt: due ? now : storedAt };
    await this.store.set(seenKey(sid), JSON.stringify(uses), this.idleMs + KEPT_MS);
    if (due && (await this.store.setIfAbsent(`${seenKey(sid)}:stored`, '', this.storedMs))) {
      await this.rows.update({ sid }, { seenAt: new Date(now) });
    }
  }

  private isIdle({ seenAt }: Uses): boolean {
    return this.clock.now() - seenAt >= this.idleMs;
  }
}
