import { type ExecutionContext, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Locator } from '../../common/client/locator.js';
import { cut, maskedParameters } from '../../common/client/mask.js';
import { parseUserAgent } from '../../common/client/user-agent.js';
import { AppError } from '../../common/errors/app.error.js';
import { Clock } from '../../common/clock.js';
import type { StewardRequest } from '../../common/http/request.js';
import { safePath } from '../../common/http/safe-path.js';
import { Log } from '../../common/log/log.module.js';
import type { OperationType } from '../../common/operation/operation.js';
import { OperationRecorder } from '../../common/operation/operation.recorder.js';
import { OperationLog } from './operation-log.entity.js';

/** Stores the operations that routes declare with `@Recorded` (contract §6). */
@Injectable()
export class OperationLogRecorder extends OperationRecorder {
  constructor(
    @InjectRepository(OperationLog) private readonly rows: Repository<OperationLog>,
    private readonly locator: Locator,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
  }

  /** What has been done is done: a row that cannot be stored is said in the log and fails nothing. */
  async record(type: OperationType, context: ExecutionContext, startedAt: number, failure?: unknown): Promise<void> {
    const request = context.switchToHttp().getRequest<StewardRequest>();
    const { user, clientIp } = request;
    const now = this.clock.now();
    const row = {
      ...{ tenantId: user?.tenantId ?? 0, userId: user?.userId ?? 0, username: user?.username ?? '' },
      ...{ logType: type, source: 0, method: context.getHandler().name, requestMethod: request.method },
      url: cut(safePath(request.url), 512),
      param: maskedParameters(parametersOf(request), 2000),
      ...{ ip: clientIp, location: this.locator.locate(clientIp), ...parseUserAgent(request.headers['user-agent']) },
      consumeTime: Math.max(0, Math.round(now - startedAt)),
      createdAt: new Date(now),
      ...outcomeOf(failure),
    };
    await this.rows
      .insert(row)
      .catch((error: Error) => this.log.error({ reason: error.message, row }, 'Operation could not be recorded'));
  }
}

function outcomeOf(failure: unknown): Pick<OperationLog, 'status' | 'error' | 'result'> {
  if (failure === undefined) return { status: 0, error: '', result: 'Operation succeeded' };
  const error = failure instanceof AppError ? `${failure.code} ${failure.reason}` : '1 internal error';
  return { status: 1, error: cut(error, 512), result: 'Operation failed' };
}

/** Members of path, query and body. A body without names has nothing to tell secrets by: of lists only ids are kept. */
function parametersOf({ params, query, body }: StewardRequest): object {
  const ids = Array.isArray(body) ? { ids: body.filter((id) => Number.isInteger(id)) } : undefined;
  const members = typeof body === 'object' && body !== null ? body : undefined;
  return { ...(params as object), ...(query as object), ...(ids ?? members) };
}
