import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, IsNull, LessThan, Not, Repository } from 'typeorm';
import { PrincipalService, User } from 'steward/access';
import { AppError, Clock, errors } from 'steward/core';
import { DataCipher, rowLock, transact, type Transaction } from 'steward/database';
import type { Caller, Client } from 'steward/http';
import { ReadCache } from 'steward/kv';
import { SettingsService } from 'steward/settings';
import { SecurityEvents } from '../../logs/security-event/security-events.js';
import { ConfigWebService } from '../config/config-web.service.js';
import { AccountMail } from '../mail/account-mail.js';
import { FACTOR_NAMES } from '../mail/mail-templates.js';
import { liftFactorRestriction } from '../session/restriction.js';
import { RecoveryCode, Totp } from './factor.entity.js';
import { Passkey } from './passkey.entity.js';
import { MfaRule } from './mfa-rule.js';
import { digestOfCode, newRecoveryCodes } from './recovery-codes.js';
import { newSeed, stepOfCode, uriOf } from './totp-codes.js';

/** How long a new seed waits for its first code. */
const PENDING_MS = 600_000;

/** How long the factors of a user are cached. */
const CACHE_MS = 60_000;

/** The name of an issuer whose site has none. */
const ISSUER = 'Steward';

/** The name of the factor in messages and events. */
const TOTP = FACTOR_NAMES.totp.en;

/** A kind of second factor. */
export type FactorKind = 'totp' | 'passkey';

/** A way to pass the second step of a login. */
export type SecondMethod = FactorKind | 'recovery';

/** The data for a new authenticator. */
export interface NewTotp {
  /** The seed in base32. */
  secret: string;
  /** `otpauth://`. */
  uri: string;
  /** The same as a QR code: a PNG as a data URL. */
  image: string;
}

/** A passkey as its user sees it. */
export interface OwnPasskey {
  id: number;
  name: string;
  createdAt: Date;
  /** null = never. */
  lastUsedAt: Date | null;
  /** Whether it is kept outside its device too. */
  backedUp: boolean;
}

/** The factors of the caller. */
export interface OwnFactors {
  totp: boolean;
  passkeys: OwnPasskey[];
  /** How many recovery codes are left. */
  recoveryLeft: number;
}

/** The second factors of users: authenticator apps, recovery codes, and which users have passkeys. */
@Injectable()
export class FactorService {
  private readonly drift: number;

  constructor(
    @InjectRepository(Totp) private readonly totps: Repository<Totp>,
    @InjectRepository(RecoveryCode) private readonly codes: Repository<RecoveryCode>,
    @InjectRepository(Passkey) private readonly passkeys: Repository<Passkey>,
    private readonly cipher: DataCipher,
    private readonly cache: ReadCache,
    private readonly principals: PrincipalService,
    private readonly site: ConfigWebService,
    private readonly securityEvents: SecurityEvents,
    private readonly mail: AccountMail,
    private readonly rule: MfaRule,
    private readonly clock: Clock,
    settings: SettingsService,
  ) {
    this.drift = settings.get('auth.totpDrift');
  }

  /** The kinds of factors that the caller has, from the read cache as long as nothing has changed. */
  kindsOf({ userId, version }: Caller): Promise<FactorKind[]> {
    return this.cache.wrap(`factors:${userId}`, version, CACHE_MS, () => this.kinds(userId));
  }

  /** How a user may pass the second step of a login; none if they have no factor. */
  async methodsOf(userId: number): Promise<SecondMethod[]> {
    const kinds = await this.kinds(userId);
    if (kinds.length === 0) return [];
    return (await this.codesLeft(userId)) > 0 ? [...kinds, 'recovery'] : kinds;
  }

  /**
   * Accepts a code once, for any number of simultaneous callers on any number of instances.
   * @param otp six digits of the authenticator, or a recovery code, whose use is mailed to the user
   * @throws AppError 1010 for any other, or one that was used; DataKeyError if the seed cannot be decrypted
   */
  async accept(
    { id: userId, tenantId }: Pick<User, 'id' | 'tenantId'>,
    otp: string,
    client: Client,
  ): Promise<SecondMethod> {
    if (/^\d{6}$/.test(otp)) {
      const totp = await this.totps.findOneBy({ userId, confirmedAt: Not(IsNull()) });
      if (totp && (await this.claimStep(totp, otp))) return 'totp';
    } else if (await this.claimCode(userId, tenantId, otp, client)) return 'recovery';
    throw errors.secondFactorWrong();
  }

  async ownFactors({ userId }: Caller): Promise<OwnFactors> {
    const select = { id: true, name: true, createdAt: true, lastUsedAt: true, backedUp: true } as const;
    const [totp, passkeys, recoveryLeft] = await Promise.all([
      this.hasTotp(userId, this.totps.manager),
      this.passkeys.find({ where: { userId }, select, order: { id: 'ASC' } }),
      this.codesLeft(userId),
    ]);
    return { totp, passkeys, recoveryLeft };
  }

  /**
   * Makes a seed that waits for its first code, in place of an earlier one that still waits.
   * @throws AppError code 1 if the caller has an authenticator
   */
  async addTotp(caller: Caller): Promise<NewTotp> {
    const { userId, tenantId, username } = caller;
    const secret = await newSeed();
    const uri = await uriOf(secret, await this.issuer(), username);
    const { toDataURL } = await import('qrcode');
    const image = await toDataURL(uri);
    await transact(this.totps.manager, caller.gate, async ({ manager }) => {
      const present = await manager.findOne(Totp, { where: { userId }, ...rowLock(manager) });
      if (present?.confirmedAt) {
        throw errors.failure('There is an authenticator app already; remove it first', { reason: 'duplicate' });
      }
      if (present) await manager.delete(Totp, { id: present.id });
      const { id } = await manager.save(
        manager.create(Totp, { userId, tenantId, confirmedAt: null, createdAt: this.clock.date() }),
      );
      await manager.update(Totp, { id }, { secret: this.cipher.encrypt(secret, `totp:secret:${id}`) });
    });
    return { secret, uri, image };
  }

  /**
   * Turns the authenticator on that {@link addTotp} began.
   * @returns recovery codes, which nobody is shown again
   * @throws AppError 1010 for a wrong code; code 1 if no seed waits
   */
  async confirmTotp(otp: string, caller: Caller, client: Client): Promise<string[]> {
    const { userId, tenantId } = caller;
    const totp = await this.totps.findOneBy({ userId, confirmedAt: IsNull() });
    if (!totp || this.clock.now() - totp.createdAt.getTime() > PENDING_MS) {
      throw errors.failure('No authenticator app waits for its first code, please begin again');
    }
    const step = await stepOfCode(otp, this.seedOf(totp), { now: this.clock.now(), drift: this.drift, lastStep: 0 });
    if (step === undefined) throw errors.secondFactorWrong();
    return this.change(caller, async (transaction) => {
      const { manager } = transaction;
      const change = { confirmedAt: this.clock.date(), lastStep: step };
      const { affected } = await manager.update(Totp, { id: totp.id, confirmedAt: IsNull() }, change);
      if (affected !== 1) throw errors.failure('No authenticator app waits for its first code, please begin again');
      await liftFactorRestriction(userId, manager);
      const event = { type: 'factor.added', userId, tenantId, detail: TOTP } as const;
      await this.securityEvents.record(event, client, transaction);
      await this.mail.tell(userId, 'factorAdded', client, transaction, { factor: FACTOR_NAMES.totp });
      return this.replaceCodes(caller, manager);
    });
  }

  /** @throws AppError code 1 if there is none, or if it is the last factor of a user who must have one */
  async removeTotp(caller: Caller, client: Client): Promise<void> {
    const { userId, tenantId } = caller;
    await this.remove(caller, async (transaction) => {
      const { manager } = transaction;
      const { affected } = await manager.delete(Totp, { userId, confirmedAt: Not(IsNull()) });
      if (affected !== 1) throw errors.notFound(TOTP);
      const event = { type: 'factor.removed', userId, tenantId, detail: TOTP } as const;
      await this.securityEvents.record(event, client, transaction);
      await this.mail.tell(userId, 'factorRemoved', client, transaction, { factor: FACTOR_NAMES.totp });
    });
  }

  /**
   * Replaces the recovery codes.
   * @throws AppError code 1 for a caller without a factor
   */
  async renewCodes(caller: Caller): Promise<string[]> {
    if ((await this.kinds(caller.userId)).length === 0) {
      throw errors.failure('Recovery codes stand in for a second factor: please set one up first');
    }
    return this.change(caller, ({ manager }) => this.replaceCodes(caller, manager));
  }

  /** Removes everything that belongs to users, within the transaction that deletes them. */
  async forget(userIds: number[], manager: EntityManager): Promise<void> {
    for (const entity of [Totp, Passkey, RecoveryCode]) await manager.delete(entity, { userId: In(userIds) });
  }

  /**
   * Lets a removal of one of the caller's factors take effect, with the recovery codes if it was the last.
   * @throws AppError code 1 if it was the last factor of a user who must have one
   */
  async remove(caller: Caller, work: (transaction: Transaction) => Promise<void>): Promise<void> {
    const { userId, tenantId } = caller;
    // Asked before the transaction, because inside it would wait for a connection.
    const isRequired = await this.rule.requires(tenantId);
    await this.change(caller, async (transaction) => {
      await work(transaction);
      if ((await this.kinds(userId, transaction.manager)).length > 0) return;
      if (isRequired) throw errors.lastFactor();
      await transaction.manager.delete(RecoveryCode, { userId });
    });
  }

  /** The site's name, as authenticators show it. */
  async issuer(): Promise<string> {
    const { siteName = '' } = await this.site.read();
    return siteName || ISSUER;
  }

  private async kinds(userId: number, manager = this.totps.manager): Promise<FactorKind[]> {
    const confirmed = manager.createQueryBuilder(Totp, 'totp').select('1');
    confirmed.where('totp.userId = user.id AND totp.confirmedAt IS NOT NULL');
    const passkey = manager.createQueryBuilder(Passkey, 'passkey').select('1').where('passkey.userId = user.id');
    // Every login asks; one statement finds both.
    const found = await manager
      .createQueryBuilder(User, 'user')
      .select(`EXISTS (${confirmed.getQuery()})`, 'totp')
      .addSelect(`EXISTS (${passkey.getQuery()})`, 'passkey')
      .where('user.id = :userId', { userId })
      .getRawOne<Record<FactorKind, unknown>>();
    return (['totp', 'passkey'] as const).filter((kind) => Number(found?.[kind]) === 1);
  }

  private hasTotp(userId: number, manager: EntityManager): Promise<boolean> {
    return manager.existsBy(Totp, { userId, confirmedAt: Not(IsNull()) });
  }

  private codesLeft(userId: number): Promise<number> {
    return this.codes.countBy({ userId, usedAt: IsNull() });
  }

  private async claimStep(totp: Totp, otp: string): Promise<boolean> {
    const { id, lastStep } = totp;
    const step = await stepOfCode(otp, this.seedOf(totp), { now: this.clock.now(), drift: this.drift, lastStep });
    if (step === undefined) return false;
    const { affected } = await this.totps.update({ id, lastStep: LessThan(step) }, { lastStep: step });
    return affected === 1;
  }

  private claimCode(userId: number, tenantId: number, code: string, client: Client): Promise<boolean> {
    const unused = { userId, hash: digestOfCode(code), usedAt: IsNull() };
    return transact(this.codes.manager, undefined, async (transaction) => {
      const { manager } = transaction;
      const { affected } = await manager.update(RecoveryCode, unused, { usedAt: this.clock.date() });
      if (affected !== 1) return false;
      const left = await manager.countBy(RecoveryCode, { userId, usedAt: IsNull() });
      const event = { type: 'recovery.used', userId, tenantId, detail: `${left} left` } as const;
      await this.securityEvents.record(event, client, transaction);
      await this.mail.tell(userId, 'recoveryUsed', client, transaction, { left });
      return true;
    });
  }

  private async replaceCodes({ userId, tenantId }: Caller, manager: EntityManager): Promise<string[]> {
    const codes = newRecoveryCodes();
    const createdAt = this.clock.date();
    await manager.delete(RecoveryCode, { userId });
    await manager.insert(
      RecoveryCode,
      codes.map((code) => ({ userId, tenantId, hash: digestOfCode(code), usedAt: null, createdAt })),
    );
    return codes;
  }

  /** Changes the caller's factors, with effect from the next request. */
  change<T>(caller: Caller, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const { userId, username } = caller;
    return transact(this.totps.manager, caller.gate, async (transaction) => {
      const result = await work(transaction);
      caller.objects = [{ id: userId, name: username, resource: '/api/user' }];
      transaction.afterCommit(() => this.principals.userChanged(userId));
      return result;
    });
  }

  private seedOf({ id, secret }: Totp): string {
    return this.cipher.decrypt(secret, `totp:secret:${id}`);
  }
}

/** Whether a failure says that a code was wrong. */
export function isWrongCode(error: unknown): boolean {
  return error instanceof AppError && error.code === 1010;
}
