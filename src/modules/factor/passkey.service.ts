import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, LessThan, Repository } from 'typeorm';
import { User } from 'steward/access';
import { Clock, digestOf, errors } from 'steward/core';
import { isDuplicate, rowLock, type Transaction } from 'steward/database';
import type { Caller, Client } from 'steward/http';
import { SecurityEvents } from '../../logs/security-event/security-events.js';
import { liftFactorRestriction } from '../session/restriction.js';
import { AccountMail } from '../mail/account-mail.js';
import { FactorService } from './factor.service.js';
import type { PasskeyAnswerDto } from './passkey-answer.js';
import type { AddPasskeyDto, RenamePasskeyDto } from './passkey.dto.js';
import { Passkey } from './passkey.entity.js';
import { type PasskeyRequest, PasskeyRequests } from './passkey-requests.js';
import { type RelyingParty, RelyingPartySource } from './relying-party.js';
import {
  type CreationOptions,
  creationOptions,
  type KnownCredential,
  type RequestOptions,
  requestOptions,
  verifyNewCredential,
  verifySignature,
} from './webauthn.js';

/** How many passkeys a user may have. */
const MAX_PASSKEYS = 20;

/** The name of the factor in messages, events and mails. */
const PASSKEY = 'Passkey';

/** The options for an authenticator, and the id by which the answer refers to them. */
export interface PasskeyAsked<T> {
  requestId: string;
  options: T;
}

/** A passkey that has answered, and what it was asked. */
export interface IdentifiedPasskey {
  passkey: Passkey;
  request: PasskeyRequest;
  party: RelyingParty;
}

/** The passkeys of users (WebAuthn). */
@Injectable()
export class PasskeyService {
  constructor(
    @InjectRepository(Passkey) private readonly passkeys: Repository<Passkey>,
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly factors: FactorService,
    private readonly requests: PasskeyRequests,
    private readonly party: RelyingPartySource,
    private readonly securityEvents: SecurityEvents,
    private readonly mail: AccountMail,
    private readonly clock: Clock,
  ) {}

  /**
   * Options to make a passkey for the caller.
   * @throws AppError code 1 for a caller with 20 passkeys, or if browsers cannot make any here
   */
  async beginAdding({ userId, username, realname }: Caller): Promise<PasskeyAsked<CreationOptions>> {
    const party = this.party.get();
    const present = await this.passkeys.findBy({ userId });
    assertRoom(present.length);
    const owner = { handle: await this.handleOf(userId), username, realname };
    const options = await creationOptions(party, await this.factors.issuer(), owner, present.map(known));
    return { requestId: await this.requests.issue('create', { challenge: options.challenge, userId }), options };
  }

  /**
   * Adds the passkey that an authenticator made for {@link beginAdding}.
   * @throws AppError 1020 for an answer that is wrong, late or somebody else's; code 1 for a caller with 20 passkeys,
   *   and for a passkey that is there already
   */
  async add({ requestId, response, name }: AddPasskeyDto, caller: Caller, client: Client): Promise<{ id: number }> {
    const { userId, tenantId } = caller;
    const party = this.party.get();
    const request = await this.requests.take('create', requestId);
    if (request?.userId !== userId) throw errors.passkeyRefused('unknown request');
    const made = await verifyNewCredential(response, party, request.challenge);
    const { id: credentialId, publicKey, counter } = made.credential;
    const row = this.passkeys.create({
      userId,
      tenantId,
      name,
      credentialId,
      credentialHash: digestOf(credentialId),
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: transportsOf(response.response.transports).join(','),
      deviceType: made.credentialDeviceType,
      backedUp: made.credentialBackedUp,
      aaguid: made.aaguid,
      lastUsedAt: null,
      createdAt: this.clock.date(),
    });
    try {
      return await this.factors.change(caller, async (transaction) => {
        const { manager } = transaction;
        await lockOwner(userId, manager);
        assertRoom(await manager.countBy(Passkey, { userId }));
        await manager.insert(Passkey, row);
        await liftFactorRestriction(userId, manager);
        await this.tell('added', name, caller, client, transaction);
        return { id: row.id };
      });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      throw errors.failure('This passkey is registered already', { reason: 'duplicatePasskey' });
    }
  }

  /** @throws AppError code 1 if the caller has no such passkey */
  async rename({ id, name }: RenamePasskeyDto, caller: Caller): Promise<void> {
    const { userId } = caller;
    await this.factors.change(caller, async ({ manager }) => {
      const { affected } = await manager.update(Passkey, { id, userId }, { name });
      if (affected !== 1) throw errors.notFound(PASSKEY);
    });
  }

  /** @throws AppError code 1 if the caller has no such passkey, or it is the last factor and one is required */
  async remove(id: number, caller: Caller, client: Client): Promise<void> {
    const { userId } = caller;
    await this.factors.remove(caller, async (transaction) => {
      const { manager } = transaction;
      await lockOwner(userId, manager);
      const passkey = await manager.findOneBy(Passkey, { id, userId });
      if (passkey === null) throw errors.notFound(PASSKEY);
      await manager.delete(Passkey, { id });
      await this.tell('removed', passkey.name, caller, client, transaction);
    });
  }

  /**
   * Options to use a passkey.
   * @param userId whose passkeys the browser is told; undefined lets it offer those that it knows for the site
   * @throws AppError code 1 for a user without a passkey, or if browsers cannot use any here
   */
  async ask(userId?: number): Promise<PasskeyAsked<RequestOptions>> {
    const party = this.party.get();
    const present = userId === undefined ? undefined : await this.passkeys.findBy({ userId });
    if (present?.length === 0) throw errors.notFound(PASSKEY);
    const options = await requestOptions(party, present?.map(known));
    return { requestId: await this.requests.issue('get', { challenge: options.challenge, userId }), options };
  }

  /**
   * Takes the request that an answer refers to, and finds the passkey that answered.
   * @throws AppError 1020 for an unknown passkey, or a request that is unknown, late or answered; code 1 if browsers
   * cannot use passkeys here
   */
  async identify({ requestId, response }: PasskeyAnswerDto): Promise<IdentifiedPasskey> {
    const party = this.party.get();
    const request = await this.requests.take('get', requestId);
    if (request === undefined) throw errors.passkeyRefused('unknown request');
    const passkey = await this.passkeys.findOneBy({ credentialHash: digestOf(response.id) });
    if (passkey === null) throw errors.passkeyRefused('unknown credential');
    return { passkey, request, party };
  }

  /**
   * Accepts the answer of an identified passkey, of any number of simultaneous ones with the same count the first.
   * @param userId whose passkey it must be
   * @throws AppError 1020 for any other answer
   */
  async accept(
    { response }: PasskeyAnswerDto,
    { passkey, request, party }: IdentifiedPasskey,
    userId = passkey.userId,
  ): Promise<void> {
    if (passkey.userId !== userId || passkey.userId !== (request.userId ?? userId)) {
      throw errors.passkeyRefused("somebody else's credential");
    }
    const { userHandle } = response.response;
    if (userHandle && userHandle !== (await this.handleOf(userId))) {
      throw errors.passkeyRefused("somebody else's user handle");
    }
    const { counter, backedUp } = await verifySignature(response, party, request.challenge, passkey.publicKey);
    if (!(await this.claimCount(passkey.id, counter, backedUp))) throw errors.passkeyRefused('lower counter');
  }

  private async tell(
    act: 'added' | 'removed',
    name: string,
    { userId, tenantId }: Caller,
    client: Client,
    transaction: Transaction,
  ): Promise<void> {
    const factor = `${PASSKEY} “${name}”`;
    await this.securityEvents.record({ type: `factor.${act}`, userId, tenantId, detail: factor }, client, transaction);
    const template = act === 'added' ? 'factorAdded' : 'factorRemoved';
    await this.mail.tell(userId, template, client, transaction, { factor });
  }

  /** Stores a count that is higher than the last one: a copy of the authenticator would not know it. */
  private async claimCount(id: number, counter: number, backedUp: boolean): Promise<boolean> {
    const { affected } = await this.passkeys.update(
      { id, counter: counter === 0 ? 0 : LessThan(counter) },
      { counter, backedUp, lastUsedAt: this.clock.date() },
    );
    return affected === 1;
  }

  /** The user handle for authenticators; created when a user needs the first one. */
  private async handleOf(userId: number): Promise<string> {
    const select = { id: true, webauthnId: true } as const;
    const { webauthnId } = await this.users.findOneOrFail({ where: { id: userId }, select });
    if (webauthnId !== '') return webauthnId;
    await this.users.update({ id: userId, webauthnId: '' }, { webauthnId: randomBytes(32).toString('base64url') });
    return (await this.users.findOneOrFail({ where: { id: userId }, select })).webauthnId;
  }
}

/** Keeps other changes of a user's passkeys waiting until the transaction ends. */
async function lockOwner(id: number, manager: EntityManager): Promise<void> {
  await manager.findOne(User, { where: { id }, select: { id: true }, ...rowLock(manager) });
}

function assertRoom(present: number): void {
  if (present < MAX_PASSKEYS) return;
  throw errors.failure(`There are ${MAX_PASSKEYS} passkeys already; remove one first`, { reason: 'passkeysFull' });
}

function known({ credentialId: id, transports }: Passkey): KnownCredential {
  return { id, transports: transports.split(',').filter(Boolean) };
}

/** The ways to reach an authenticator that fit the column; browsers may report new ones. */
function transportsOf(given: string[] = []): string[] {
  return given.filter((transport) => /^[a-z-]{1,16}$/.test(transport)).slice(0, 7);
}
