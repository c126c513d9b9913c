import { type ExecutionContext, Injectable } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { AppError, Clock, cut, hideTokens, Log, maskedParameters, safePath } from 'steward/core';
import { commitOne, transact, type Transaction } from 'steward/database';
import {
  type ChangedObject,
  Locator,
  maskedChanges,
  type NotedOperation,
  type OperationOutcome,
  OperationRecorder,
  parseUserAgent,
  type StewardRequest,
} from 'steward/http';
import { OperationLog } from './operation-log.entity.js';
import { OperationObject } from './operation-object.entity.js';

/** Length of the column `param`, in characters. */
const PARAM_LENGTH = 2000;

/** Lengths of the columns of an object, in characters. */
const RESOURCE_LENGTH = 128;
const ROW_ID_LENGTH = 255;
const NAME_LENGTH = 128;

/** Objects that one statement stores. */
const CHUNK = 500;

/** More ids than the column has room for. */
const MAX_IDS = PARAM_LENGTH / 2;

/** Stores the operations that routes declare with `@Recorded`. */
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

  /** The operation has already happened: a row that cannot be stored is reported in the log and fails nothing. */
  async record(context: ExecutionContext, { type, startedAt, concealed, failure }: OperationOutcome): Promise<void> {
    const request = context.switchToHttp().getRequest<StewardRequest>();
    const { user, clientIp } = request;
    const now = this.clock.now();
    const row = {
      tenantId: user?.tenantId ?? 0,
      userId: user?.userId ?? 0,
      tokenId: user?.apiToken?.id ?? null,
      username: user?.username ?? '',
      logType: type,
      source: 0,
      method: context.getHandler().name,
      requestMethod: request.method,
      url: cut(safePath(request.url), 512),
      param: maskedParameters(parametersOf(request), PARAM_LENGTH, concealed),
      // An operation that failed has changed nothing, however far it got.
      changes: failure === undefined ? maskedChanges(user?.changes ?? {}) : {},
      ...this.originOf(clientIp, request.headers['user-agent']),
      consumeTime: Math.max(0, Math.round(now - startedAt)),
      createdAt: new Date(now),
      ...columnsOf(failure),
    };
    const path: unknown = Reflect.getMetadata(PATH_METADATA, context.getClass());
    const objects = failure === undefined ? objectsOf(user?.objects ?? [], `/${String(path)}`) : [];
    await this.store(row, objects).catch((error: Error) =>
      this.log.error({ reason: error.message, row }, 'Operation could not be recorded'),
    );
  }

  async note(operation: NotedOperation, { manager }: Transaction): Promise<void> {
    const { type, tenantId, actor, client, method = '', objects, changes = {} } = operation;
    const row = {
      tenantId,
      userId: actor?.id ?? 0,
      tokenId: null,
      username: actor?.username ?? '',
      logType: type,
      source: 0,
      method: client?.method ?? method,
      requestMethod: client?.requestMethod ?? '',
      url: cut(client?.url ?? '', 512),
      param: '',
      changes: maskedChanges(changes),
      ...this.originOf(client?.ip ?? '', client?.userAgent),
      consumeTime: 0,
      createdAt: this.clock.date(),
      ...columnsOf(undefined),
    };
    await this.insert(row, objectsOf(objects, ''), manager);
  }

  private originOf(ip: string, userAgent: string | undefined): NewOrigin {
    return { ip, location: this.locator.locate(ip), ...parseUserAgent(userAgent) };
  }

  private async store(row: NewRow, objects: readonly NewObject[]): Promise<void> {
    const { manager: all } = this.rows;
    if (objects.length === 0) {
      await commitOne(all, undefined, ({ manager }) => this.insert(row, [], manager));
      return;
    }
    await transact(all, undefined, ({ manager }) => this.insert(row, objects, manager));
  }

  private async insert(row: NewRow, objects: readonly NewObject[], manager: EntityManager): Promise<void> {
    const { identifiers } = await manager.insert(OperationLog, { ...row });
    const of = { logId: Number(identifiers[0]?.id), tenantId: row.tenantId, createdAt: row.createdAt };
    const rows = objects.map((object) => ({ ...object, ...of }));
    for (let begin = 0; begin < rows.length; begin += CHUNK) {
      await manager.insert(OperationObject, rows.slice(begin, begin + CHUNK));
    }
  }
}

/** A row of the log that is to be stored. */
type NewRow = Omit<OperationLog, 'id' | 'objects'>;

type NewOrigin = Pick<OperationLog, 'ip' | 'location' | 'os' | 'browser'>;

type NewObject = Pick<OperationObject, 'resource' | 'rowId' | 'name' | 'position'>;

/** The rows that an operation changed. @param own the resource of a row that names none: that of the route */
function objectsOf(changed: readonly ChangedObject[], own: string): NewObject[] {
  return changed
    .map(({ id, name, resource = own }, position) => ({
      resource: cut(resource, RESOURCE_LENGTH),
      rowId: String(id),
      name: cut(hideTokens(name, NAME_LENGTH), NAME_LENGTH),
      position,
    }))
    .filter(({ rowId }) => rowId.length <= ROW_ID_LENGTH);
}

function columnsOf(failure: unknown): Pick<OperationLog, 'status' | 'error' | 'result'> {
  if (failure === undefined) return { status: 0, error: '', result: 'Operation succeeded' };
  const error = failure instanceof AppError ? `${failure.code} ${failure.reason}` : '1 internal error';
  return { status: 1, error: cut(hideTokens(error, 512), 512), result: 'Operation failed' };
}

/** Members of path, query and body. A list has no names to recognise secrets by, so only its ids are kept. */
function parametersOf({ params, query, body }: StewardRequest): object[] {
  const sources = [params as object, query as object];
  if (Array.isArray(body)) return [...sources, { ids: firstIds(body) }];
  return typeof body === 'object' && body !== null && !Buffer.isBuffer(body) ? [...sources, body] : sources;
}

/** The ids in a list, at most as many as could be shown. */
function firstIds(list: readonly unknown[]): number[] {
  const ids: number[] = [];
  for (const id of list) {
    if (ids.length === MAX_IDS) break;
    if (Number.isInteger(id)) ids.push(id as number);
  }
  return ids;
}
