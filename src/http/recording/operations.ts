import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import { AppError } from '../../core/app.error.js';
import { Clock } from '../../core/clock.js';
import { errors } from '../../core/errors.js';
import { RateLimiter } from '../../kv/rate.limiter.js';
import { SettingsService } from '../../settings/settings.module.js';
import type { Caller } from '../request/caller.js';
import type { StewardRequest } from '../request/request.js';
import {
  CONCEALMENT,
  type Concealment,
  type ConcealmentType,
  OPERATION,
  OperationRecorder,
  type RecordedOperation,
  UsualConcealment,
} from './operation.js';

/** Stores how a call ended; `failure` is left out for a success. Never fails, because the call has already happened. */
export type RecordOutcome = (failure?: unknown) => Promise<void>;

/** Failures without a row: a caller without a valid token is unknown, and a limit on calls must limit the rows too. */
const UNRECORDED = [401, 429];

/** Counts and records the calls of recorded routes. */
@Injectable()
export class Operations {
  private readonly limit: number;
  private readonly routes = new WeakMap<object, RecordedOperation | undefined>();

  constructor(
    private readonly reflector: Reflector,
    private readonly modules: ModuleRef,
    private readonly recorder: OperationRecorder,
    private readonly limiter: RateLimiter,
    private readonly clock: Clock,
    settings: SettingsService,
  ) {
    this.limit = settings.get('operation.limit');
  }

  /** How the route is recorded; undefined for one that is not. */
  of(context: ExecutionContext): RecordedOperation | undefined {
    const handler = context.getHandler();
    // Cached, because every request asks, and a lookup of missing metadata walks the whole prototype chain.
    if (!this.routes.has(handler)) this.routes.set(handler, this.reflector.get(OPERATION, handler));
    return this.routes.get(handler);
  }

  /**
   * Counts a call against the limit per minute of its user.
   * @throws AppError 429
   */
  count({ userId }: Caller): Promise<void> {
    return this.limiter.count(`operation:${userId}`, this.limit, errors.tooManyOperations);
  }

  /** Begins the record of a call. Its secrets are determined before the handler can change them. */
  async begin({ type }: RecordedOperation, context: ExecutionContext): Promise<RecordOutcome> {
    const startedAt = this.clock.now();
    const concealed = await this.concealedIn(context);
    return async (failure) => {
      if (failure instanceof AppError && UNRECORDED.includes(failure.status)) return;
      await this.recorder.record(context, { type, startedAt, concealed, failure });
    };
  }

  private async concealedIn(context: ExecutionContext): Promise<readonly string[]> {
    const named = this.reflector.get<ConcealmentType | undefined>(CONCEALMENT, context.getHandler());
    const concealment = this.modules.get<Concealment>(named ?? UsualConcealment, { strict: false });
    return concealment.membersOf(context.switchToHttp().getRequest<StewardRequest>(), context.getClass());
  }
}
