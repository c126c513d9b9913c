import type { CrudOperation } from '../../../src/crud/permissions.js';
import { expectData, expectSuccess } from '../checks.js';
import { type Answer, Client } from '../client.js';
import { type Download, download } from '../csv.js';
import { ask, sharedService } from './shared-service.js';
import type { Target } from './wishes.js';

/** A row as JSON. */
export type Body = Record<string, unknown>;

/** The method and the path of each operation, below the path of its module. */
export const REQUESTS: Record<CrudOperation | 'options' | 'branches' | 'tree', [method: string, tail: string]> = {
  page: ['GET', 'page'],
  list: ['GET', 'list'],
  options: ['GET', 'options'],
  branches: ['GET', 'branches'],
  tree: ['GET', 'tree'],
  detail: ['GET', 'detail/1'],
  add: ['POST', 'add'],
  update: ['PUT', 'update'],
  delete: ['DELETE', 'delete/1'],
  batchDelete: ['DELETE', 'batchDelete'],
  export: ['GET', 'export'],
};

/** A caller of a module: the tenant and the token. */
export interface ModuleCaller {
  tenantId: number;
  token: string;
}

/** The routes of a generated module, over HTTP. */
export class ServedModule {
  private readonly client = new Client(sharedService().api);

  constructor(readonly path: string) {}

  /** A caller with these permission codes, in the given tenant or else in a new one. */
  async caller(codes: string[], tenantId?: number): Promise<ModuleCaller> {
    const tenant = tenantId ?? (await ask('tenant', {})).id;
    return { tenantId: tenant, token: (await ask('caller', { codes, tenantId: tenant })).token };
  }

  /** A caller with these permission codes in a department of their own, who sees its rows, or only their own ones. */
  async clerk(codes: string[], tenantId: number, scope: 'department' | 'owner'): Promise<ModuleCaller> {
    return { tenantId, token: (await ask('clerk', { codes, tenantId, scope })).token };
  }

  /** A row that a column may refer to for this caller. */
  target(property: string, { tenantId }: ModuleCaller): Promise<Target> {
    return ask('target', { path: this.path, property, tenantId });
  }

  /** Adds a row to a table that has no route for adding rows. */
  async hasRow({ tenantId }: ModuleCaller): Promise<void> {
    await ask('row', { path: this.path, tenantId });
  }

  call<T = Body>(
    method: string,
    tail: string,
    caller?: ModuleCaller,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<T>> {
    return this.client.call<T>(method, `${this.path}/${tail}`, { token: caller?.token, body, headers });
  }

  /** The data of a successful answer; a failure fails the test. */
  async data<T = Body>(method: string, tail: string, caller: ModuleCaller, body?: unknown): Promise<T> {
    const answer = await this.call<T>(method, tail, caller, body);
    expectSuccess(answer);
    return answer.body.data;
  }

  /** Adds a row and returns its id. */
  async added(body: Body, caller: ModuleCaller): Promise<string | number> {
    const answer = await this.call<{ id: string | number }>('POST', 'add', caller, body);
    expectData(answer, { id: expect.anything() as unknown });
    return answer.body.data.id;
  }

  /** The HTTP status of an operation, whatever the body of the answer. */
  async status(operation: keyof typeof REQUESTS, { token }: ModuleCaller): Promise<number> {
    const [method, tail] = REQUESTS[operation];
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${this.client.url}${this.path}/${tail}`, { method, headers })).status;
  }

  export({ token }: ModuleCaller): Promise<Download> {
    return download(`${this.client.url}${this.path}/export`, token);
  }
}

/** An id in a path. */
export function inPath(id: string | number): string {
  return encodeURIComponent(String(id));
}
