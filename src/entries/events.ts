/** `steward/events`: what happened, after it was committed (docs/events.md). */
export {
  type DomainEvents,
  type EventName,
  Events,
  type FileAdded,
  type LoginAttempt,
  type LoginFailed,
  type LoginSucceeded,
  On,
  type PasswordChanged,
  type RowEvent,
  type RowUpdated,
  type SessionEnded,
  type DeptChanged,
  type UserChanged,
} from '../core/events.js';
