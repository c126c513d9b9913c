import { type ExecutionContext, SetMetadata } from '@nestjs/common';
import { Observable } from 'rxjs';
import { errors } from '../errors/errors.js';
import type { StewardRequest } from './request.js';

/** How long a request may wait for what it depends on, guards included (contract §3: 503 within 5 s). */
const DEADLINE_MS = 4500;

/** Key of the metadata of routes that take the time that they need. */
export const UNHURRIED = 'steward:unhurried';

/**
 * The handler works longer than a request may wait for a dependency, and is not cut. What it asks of the database is:
 * every statement has a limit of its own.
 */
export const Unhurried = () => SetMetadata<string, true>(UNHURRIED, true);

const tooLate = () => errors.unavailable('the request waited too long for a dependency');

/**
 * Answers 503 where a handler does not come to an end: a database that hangs, or more logins than can be checked. By
 * hand, because the operator of rxjs costs every request a scheduler.
 */
export function endInTime<T>(context: ExecutionContext, work: Observable<T>): Observable<T> {
  return new Observable((subscriber) => {
    const request = context.switchToHttp().getRequest<StewardRequest>();
    const timer = setTimeout(() => subscriber.error(tooLate()), remaining(request));
    const subscription = work.subscribe(subscriber);
    return () => {
      clearTimeout(timer);
      subscription.unsubscribe();
    };
  });
}

/** The same for what a guard waits for, before any interceptor runs. */
export async function withDeadline<T>(context: ExecutionContext, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const request = context.switchToHttp().getRequest<StewardRequest>();
    timer = setTimeout(() => reject(tooLate()), remaining(request));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function remaining(request: StewardRequest): number {
  // Where the service's hooks did not run, the request counts from its first wait.
  request.arrivedAt ||= performance.now();
  return Math.max(0, request.arrivedAt + DEADLINE_MS - performance.now());
}
