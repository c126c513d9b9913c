import { Injectable } from '@nestjs/common';
import { Clock, digestOf, errors } from 'steward/core';
import { networkOf } from 'steward/http';
import { KeyValueStore } from 'steward/kv';
import { SettingsService } from 'steward/settings';
import { KnownDeviceService } from '../session/known-device.service.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** For how long the failures of an account from one network count, by the minute. */
const QUARTER: Window = { step: MINUTE, steps: 15 };

/** For how long the failures of an account count that come from networks it is not known from. */
const HOUR: Window = { step: 5 * MINUTE, steps: 12 };

/** After this many failures, unknown networks share one attempt per interval. */
const UNKNOWN_FAILURES = 30;
const UNKNOWN_INTERVAL = 30 * SECOND;

/** The longest wait of a network, in seconds. */
const MAX_WAIT = 300;

/** An attempt that has not ended by then has been given up. */
const ATTEMPT_MS = 30 * SECOND;

/** A time that is counted in steps, so that it slides. */
interface Window {
  step: number;
  steps: number;
}

/** Who tries to log in, and from where. */
export interface LoginParty {
  username: string;
  tenantCode: string | undefined;
  /** The user whom these name, if there is one. */
  userId: number | undefined;
  ip: string;
  /** Codes of a second step are counted apart from passwords. */
  step?: 'second';
}

/** An attempt that was let in. */
export interface AdmittedLogin {
  party: LoginParty;
  /** How many logins of the account have failed lately: from the same network, or from all unknown ones. */
  failures: number;
  /** The key of the one attempt that its network may have at the moment; undefined if it may have several. */
  turn: string | undefined;
}

/**
 * Slows down guesses at one account without locking its owner out (docs/security.md, Guessing passwords). Failures are
 * counted for each network of the account, and together for all networks from which the user has not logged in lately.
 * An account that does not exist is treated like any other.
 */
@Injectable()
export class AccountThrottle {
  private readonly limit: number;

  constructor(
    private readonly store: KeyValueStore,
    private readonly devices: KnownDeviceService,
    private readonly clock: Clock,
    settings: SettingsService,
  ) {
    this.limit = settings.get('auth.accountLimit');
  }

  /**
   * Lets an attempt in; its caller must call {@link failed}, {@link succeeded} or {@link dropped} afterwards.
   * @throws AppError 1011 for one that comes too early
   */
  async admit(party: LoginParty): Promise<AdmittedLogin> {
    const account = accountOf(party);
    const here = `${account}:${networkOf(party.ip)}`;
    const keys = [...this.keysOf(here, QUARTER), ...this.keysOf(account, HOUR)];
    const [until, ...counts] = await this.store.getMany([untilKey(here), ...keys]);
    const failures = sum(counts.slice(0, QUARTER.steps));
    const ofUnknown = counts.slice(QUARTER.steps);
    const unknown = sum(ofUnknown);
    const recent = sum(ofUnknown.slice(0, (QUARTER.step * QUARTER.steps) / HOUR.step));
    if (this.limit > 0) {
      const wait = Number(until ?? 0) - this.clock.now();
      if (wait > 0) throw errors.tooManyAttemptsOfAccount(Math.ceil(wait / SECOND));
      if (unknown >= UNKNOWN_FAILURES) await this.takeTurnOfUnknown(account, party);
    }
    const turn = this.limit > 0 && failures >= this.limit ? turnKey(here, failures) : undefined;
    if (turn !== undefined && !(await this.store.setIfAbsent(turn, '', ATTEMPT_MS))) {
      throw errors.tooManyAttemptsOfAccount(1);
    }
    return { party, failures: Math.max(failures, recent), turn };
  }

  /**
   * Counts a password that was wrong, or a user who does not exist. The attempt's turn is not given back: another that
   * came with it would take it.
   */
  async failed({ party }: AdmittedLogin): Promise<void> {
    const account = accountOf(party);
    const here = `${account}:${networkOf(party.ip)}`;
    if (this.limit > 0) {
      const failures = sum(await this.store.getMany(this.keysOf(here, QUARTER))) + 1;
      const wait = Math.min(2 ** (failures - this.limit), MAX_WAIT) * SECOND;
      // Before the failure counts: nobody may take the next turn meanwhile.
      if (failures >= this.limit) await this.store.set(untilKey(here), String(this.clock.now() + wait), wait);
    }
    await this.count(here, QUARTER);
    if (!(await this.devices.isKnown(party.userId ?? 0, party.ip))) await this.count(account, HOUR);
  }

  /** Forgets the failures of the network from which the account was logged in. */
  async succeeded({ party, failures, turn }: AdmittedLogin): Promise<void> {
    if (failures === 0) return;
    const here = `${accountOf(party)}:${networkOf(party.ip)}`;
    await this.store.delete(untilKey(here), ...this.keysOf(here, QUARTER), ...(turn === undefined ? [] : [turn]));
  }

  /** Ends an attempt that says nothing about the password. */
  async dropped({ turn }: AdmittedLogin): Promise<void> {
    if (turn !== undefined) await this.store.delete(turn);
  }

  private async takeTurnOfUnknown(account: string, { userId = 0, ip }: LoginParty): Promise<void> {
    if (await this.devices.isKnown(userId, ip)) return;
    const key = turnKey(account, 0);
    const until = this.clock.now() + UNKNOWN_INTERVAL;
    if (await this.store.setIfAbsent(key, String(until), UNKNOWN_INTERVAL)) return;
    const left = Number((await this.store.get(key)) ?? 0) - this.clock.now();
    throw errors.tooManyAttemptsOfAccount(Math.max(1, Math.ceil(left / SECOND)));
  }

  private async count(of: string, { step, steps }: Window): Promise<void> {
    await this.store.increment(countKey(of, step, this.now(step)), step * (steps + 1));
  }

  /** The counts of a window, the newest first. */
  private keysOf(of: string, { step, steps }: Window): string[] {
    const now = this.now(step);
    return Array.from({ length: steps }, (_, i) => countKey(of, step, now - i));
  }

  private now(step: number): number {
    return Math.floor(this.clock.now() / step);
  }
}

/** The account by its user or, where there is none, by what was typed. */
function accountOf({ userId, tenantCode, username, step }: LoginParty): string {
  if (userId !== undefined) return `user:${userId}:${step ?? 'first'}`;
  return digestOf(JSON.stringify([tenantCode, username]));
}

function countKey(of: string, step: number, at: number): string {
  return `failures:${of}:${step / SECOND}:${at}`;
}

function turnKey(of: string, at: number): string {
  return `turn:${of}:${at}`;
}

function untilKey(of: string): string {
  return `until:${of}`;
}

function sum(counts: (string | null)[]): number {
  return counts.reduce((total, count) => total + Number(count ?? 0), 0);
}
