import type { CommitGate } from '../../database/commit-gate.js';
import type { Transaction } from '../../database/transaction.js';
import type { Reader } from '../../database/reader/background-reader.js';
import type { DataScope, Grants } from './data-scope.js';

/** The requirement that restricts a session to meeting it: a password of the user's own, or a second factor. */
export type Restriction = 'password' | 'factor';

/** Who makes a request: the claims of a valid access token. */
export interface Caller {
  userId: number;
  tenantId: number;
  username: string;
  realname: string;
  /** Id of the access token. */
  jti: string;
  /** Id of the session, kept through rotation. */
  sid: string;
  /** When the access token expires, in seconds since the epoch. */
  exp: number;
  /**
   * When the user last proved who they are, in seconds since the epoch; undefined in a token that an earlier version of
   * the service signed.
   */
  authAt?: number;
  /** Whether it is a part of the system instead of a user: {@link systemCaller}. */
  isSystem?: true;
  /** The transaction under way to which this caller's changes belong; set by {@link within}. */
  joined?: JoinedTransaction;
  /** The session's restriction; undefined if there is none. */
  restriction?: Restriction;
  /** The API token that the request came with, and the permissions that it is limited to; undefined for a session. */
  apiToken?: { readonly id: number; readonly scopes: readonly string[] };
  /** Changes whenever cached authorisation of this user must be read again. */
  version: string;
  /** Mark of what this user may do and sees about themselves, as last read; undefined until it is read. */
  mark?: string;
  /**
   * The permissions that the access guard found the caller to hold. Services use this, not the source: inside a
   * transaction the source's own queries would wait for that transaction to end.
   */
  principal?: Principal;
  /** The grants of the caller's roles; set together with {@link mark}. */
  grants?: Grants;
  /**
   * The rows that the request may read or change, where rows belong to departments or users: those that the permission
   * required by its route reaches; none if it requires no permission.
   */
  dataScope?: DataScope;
  /** The If-Match header of the request: the tags that the row to be changed may have. */
  ifMatch?: string;
  /** Tag of the one row that the request read or changed; set by the service. */
  tag?: string;
  /** Decides about the changes of the caller's request; undefined for work that nobody waits for. */
  gate?: CommitGate;
  /**
   * The changes of the request, for the operation log; set by the service that changes it, and unused if that fails.
   */
  changes?: Changes;
  /** The rows that the request changed, for the operation log; set as {@link changes} are. */
  objects?: ChangedObject[];
}

/** The caller of a route that requires no permission, reaching their own rows. */
export function ofOneself(caller: Caller): Caller {
  return { ...caller, dataScope: { departments: [] } };
}

/**
 * A part of the system that works without a request of a user, such as a job or a webhook: a caller of services that may do
 * everything in a tenant. The operation log names it for what it changes.
 * @param tenantId 0 for the platform, whose callers see the rows of all tenants
 * @param name such as `payments`
 */
export function systemCaller(tenantId: number, name: string): Caller {
  return {
    userId: 0,
    tenantId,
    username: name,
    realname: name,
    isSystem: true,
    jti: '',
    sid: '',
    exp: Number.MAX_SAFE_INTEGER,
    version: '',
    grants: 'all',
    dataScope: 'all',
    principal: {
      id: 0,
      tenantId,
      tenantCode: '',
      username: name,
      realname: name,
      avatar: '',
      email: '',
      mobile: '',
      status: 1,
      deptId: null,
      deptName: '',
      roles: [],
      permissions: ['*'],
    },
  };
}

/** A transaction under way as a further change joins it. */
export interface JoinedTransaction {
  transaction: Transaction;
  /** Told what the change did, in place of the operation log. */
  report?: (objects: ChangedObject[], changes: Changes) => void;
}

/**
 * The caller of a change, for further changes in its transaction: what services change for this caller is committed with
 * it or not at all. The operation log records each of them.
 * @param caller by default who makes the change
 */
export function within(change: Transaction & { caller: Caller }, caller: Caller = change.caller): Caller {
  return { ...caller, joined: { transaction: change }, ifMatch: undefined, objects: undefined, changes: undefined };
}

/** A row that a request changed. */
export interface ChangedObject {
  id: number | string;
  /** The name by which people know it. */
  name: string;
  /** Path of its resource, if another resource's route changed it. */
  resource?: string;
}

/** The caller as the one who waits for rows. */
export function readerOf({ userId, gate }: Caller): Reader {
  return new WaitingReader(userId, gate);
}

/**
 * Asks the gate for its signal only if one is needed. A class, because V8 keeps a hidden class for every literal with a
 * getter, and collecting them costs a page 30 µs.
 */
class WaitingReader implements Reader {
  constructor(
    readonly userId: number,
    private readonly gate: CommitGate | undefined,
  ) {}

  get signal(): AbortSignal | undefined {
    return this.gate?.signal;
  }
}

/** A caller with the user's current data from the database; the answer of GET /api/index/getUser. */
export interface Principal {
  id: number;
  tenantId: number;
  tenantCode: string;
  username: string;
  realname: string;
  avatar: string;
  email: string;
  mobile: string;
  status: number;
  /** Department; null for none. */
  deptId: number | null;
  /** Name of the department; empty for none. */
  deptName: string;
  /** Codes of the enabled roles. */
  roles: string[];
  /** Permission codes; `["*"]` stands for all of them. */
  permissions: string[];
}

/** The value that a member had and the one that it has now; null if there is none. */
export type Pair = [before: unknown, after: unknown];

/** The changes of one row, by member name. */
export type RowChange = Record<string, Pair>;

/** The changes of a call: to one row, or to several rows by their ids. */
export type Changes = RowChange | Record<string, RowChange>;
