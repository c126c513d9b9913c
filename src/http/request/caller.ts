import type { CommitGate } from '../../database/commit-gate.js';
import type { Reader } from '../../database/reader/background-reader.js';
import type { DataScope, Grants } from './data-scope.js';

/** What a session lacks before it may be used for more than to get it: a password of the user's own, or a second factor. */
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
  /** What the session lacks; undefined if it may be used. */
  restriction?: Restriction;
  /** The API token that the request came with, and the permissions that it is limited to; undefined for a session. */
  apiToken?: { readonly id: number; readonly scopes: readonly string[] };
  /** Changes whenever cached authorisation of this user must be read again. */
  version: string;
  /** Mark of what this user may do and sees of themselves, as last read; undefined if it has not been read yet. */
  mark?: string;
  /**
   * The permissions that the access guard found the caller to hold. Services use this, not the source: inside a
   * transaction the source's own queries would wait for that transaction to end.
   */
  principal?: Principal;
  /** What the caller's roles grant; set together with {@link mark}. */
  grants?: Grants;
  /**
   * The rows that the request may read or change, of resources whose rows belong to departments or users: what the
   * permission reaches that its route requires. Without one, none.
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

/** A row that a request changed. */
export interface ChangedObject {
  id: number | string;
  /** The name by which people know it. */
  name: string;
  /** Path of its resource, if the route that changed it is another's. */
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
