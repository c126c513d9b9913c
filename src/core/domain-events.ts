/**
 * Every event of the service and what its listeners receive; docs/events.md says when each is emitted. Modules of an
 * installation add theirs by `declare module 'steward/events'`.
 */
export interface DomainEvents {
  'login.succeeded': LoginSucceeded;
  'login.failed': LoginFailed;
  'session.ended': SessionEnded;
  'password.changed': PasswordChanged;
  'user.changed': UserChanged;
  'dept.changed': DeptChanged;
  'row.added': RowEvent;
  'row.updated': RowUpdated;
  'row.deleted': RowEvent;
  'file.added': FileAdded;
}

/** A login attempt that has a row in the login log. */
export interface LoginAttempt {
  tenantId: number;
  username: string;
  ip: string;
  location: string;
  os: string;
  browser: string;
  at: Date;
}

/** Somebody has logged in. */
export interface LoginSucceeded extends LoginAttempt {
  userId: number;
  /** Id of the session that the login opened. */
  sid: string;
}

/** A login was refused. */
export interface LoginFailed extends LoginAttempt {
  /** The account that the attempt was for; undefined if no account has that name. */
  userId: number | undefined;
  /** The fine code (docs/api.md, Logging in). */
  code: number;
  /** As in the login log. */
  reason: string;
}

/** A session was ended before it expired. */
export interface SessionEnded {
  sid: string;
  userId: number;
  tenantId: number;
  username: string;
  /** As in the session table: `logout`, `administrator`, `password` and so on. */
  reason: string;
}

/** A user's password was changed. */
export interface PasswordChanged {
  userId: number;
  tenantId: number;
  /** The user, or the administrator who reset it. */
  actorId: number;
}

/** An account was added, changed or deleted, or its roles were changed. */
export interface UserChanged {
  userId: number;
}

/** A department was added, changed, moved or deleted. */
export interface DeptChanged {
  id: number;
  tenantId: number;
}

/** A row of a resource was added or deleted. */
export interface RowEvent {
  /** Class name of the entity: `User`, or `Note.name` for one of your own. */
  resource: string;
  id: number | string;
  /** The tenant that the row belongs to; undefined for a resource without tenants. */
  tenantId: number | undefined;
  /** The user who changed it. */
  actorId: number;
}

/** A row of a resource was updated. */
export interface RowUpdated extends RowEvent {
  /** Names of the members whose values have changed. */
  changed: string[];
}

/** An image was stored that its tenant did not have yet. */
export interface FileAdded {
  /** Where it is served. */
  url: string;
  type: string;
  /** In bytes. */
  size: number;
  tenantId: number;
  actorId: number;
}
