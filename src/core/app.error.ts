import type { Fault } from './fault.js';

/** How loudly a failure is logged: `info` if the client is at fault, `error` if the service is. */
export type ErrorLevel = 'info' | 'warn' | 'error';

/**
 * A failure that the client is told about. `code` is the fine code (docs/api.md, Logging in): it goes to the log and to
 * the login log; only the exception filter decides how much of it reaches the envelope.
 */
export class AppError extends Error {
  readonly code: number;
  readonly status: number;
  readonly level: ErrorLevel;
  /** Short text for logs and the login log; the message for the client may say less. */
  readonly reason: string;
  /** Its description for programs; see {@link Fault}. */
  readonly fault?: Fault;
  /** Sent as Retry-After, in seconds. */
  readonly retryAfter?: number;
  /** Further headers of the answer, in lower case. */
  readonly headers?: Readonly<Record<string, string>>;

  constructor(
    message: string,
    options: {
      code?: number;
      status?: number;
      level?: ErrorLevel;
      reason?: string;
      fault?: Fault;
      retryAfter?: number;
      headers?: Readonly<Record<string, string>>;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = options.code ?? 1;
    this.status = options.status ?? 200;
    this.level = options.level ?? 'info';
    this.reason = options.reason ?? message;
    this.fault = options.fault;
    this.retryAfter = options.retryAfter;
    this.headers = options.headers;
  }

  /** The same failure of one of several rows. @param row its place, from 1 */
  ofRow(row: number): AppError {
    const { code, status, level, reason, retryAfter, headers, cause } = this;
    const fault = this.fault && { ...this.fault, row };
    return new AppError(`Row ${row}: ${this.message}`, {
      code,
      status,
      level,
      reason,
      fault,
      retryAfter,
      headers,
      cause,
    });
  }
}
