import type { Access } from '../http/access/access.decorators.js';
import type { RouteDocs } from '../http/description/route.docs.js';
import { EMPTY, type Schema } from '../http/description/json-schema.js';

/** A response of an operation, or a reference to one that many share. */
export interface Response {
  $ref?: string;
  description?: string;
  headers?: Record<string, { description: string; schema: Schema }>;
  content?: Record<string, { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }>;
}

/** The envelope of a failure. */
const FAILURE: Schema = {
  title: 'Failure',
  type: 'object',
  properties: {
    code: { type: 'integer', enum: [1, 401], description: '401 = log in again; 1 = every other failure' },
    ok: { type: 'boolean', enum: [false] },
    msg: { type: 'string', description: 'What is wrong, for people' },
    data: { type: 'object', description: 'Empty' },
  },
  required: ['code', 'ok', 'msg', 'data'],
};

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } as Schema } };

const FAULT = {
  'X-Error': {
    description: 'Of a refusal: why, as JSON with a `reason`',
    schema: { type: 'string' } as Schema,
  },
};

const PRINCIPAL = {
  'X-Principal': {
    description: 'Changes when what the caller is and may do has changed',
    schema: { type: 'string' } as Schema,
  },
};

/** Failures that many routes share. */
export const sharedResponses: Record<string, Response> = {
  BadRequest: failure('The URL is broken, or the body is no JSON', 1, 'The request body is not valid JSON'),
  Unauthenticated: failure(
    'No valid access token: refresh it, or log in again',
    401,
    'Login expired or invalid, please log in again',
  ),
  Forbidden: {
    ...failure('The caller lacks the permission', 1, 'Permission sys:user:add is required'),
    headers: { ...FAULT, ...PRINCIPAL },
  },
  TooManyRequests: {
    ...failure('Too many such calls in a minute', 1, 'Too many login attempts, please try again later'),
    headers: { ...FAULT, ...RETRY_AFTER },
  },
  Unavailable: {
    ...failure('A dependency is unavailable', 1, 'The service is temporarily unavailable, please try again'),
    headers: { ...FAULT, ...RETRY_AFTER },
  },
};

/** Leads a browser on. */
const REDIRECTED: Response = {
  description: 'Leads the browser on',
  headers: { Location: { description: 'Where to', schema: { type: 'string' } } },
};

/** Every response of a route, by its status. */
export function responsesOf(
  docs: RouteDocs | undefined,
  row: Schema,
  { access, hasInput, isLimited }: { access: Access | undefined; hasInput: boolean; isLimited: boolean },
): Record<string, Response> {
  const shared = (name: string): Response => ({ $ref: `#/components/responses/${name}` });
  const headers = { ...headersOf(docs?.headers), ...FAULT, ...(access?.kind === 'public' ? {} : PRINCIPAL) };
  return {
    ...(docs?.redirects ? { '302': REDIRECTED } : { '200': { ...success(docs, row), headers } }),
    ...(hasInput ? { '400': shared('BadRequest') } : {}),
    ...(access?.kind === 'public' ? {} : { '401': shared('Unauthenticated') }),
    ...(access?.kind === 'permission' ? { '403': shared('Forbidden') } : {}),
    ...(isLimited ? { '429': shared('TooManyRequests') } : {}),
    '503': shared('Unavailable'),
  };
}

/** HTTP 200 is a success with code 0, or a refusal by a rule with code 1. */
function success(docs: RouteDocs | undefined, row: Schema): Response {
  const refused = { value: { code: 1, ok: false, msg: 'What is wrong', data: {} } };
  const description = 'Done (`code` 0); or refused by a rule or by the validation of the input (`code` 1)';
  if (docs?.media !== undefined) {
    const content = {
      [docs.media]: { schema: { type: 'string' } as Schema },
      'application/json': { schema: FAILURE, examples: { refused } },
    };
    return { description: 'The file; or, as JSON, a refusal (`code` 1)', content };
  }
  const answer = typeof docs?.answer === 'function' ? docs.answer(row) : docs?.answer;
  // A handler without documentation may answer anything.
  const schema = { oneOf: [envelopeOf(docs ? (answer ?? EMPTY) : {}), FAILURE] };
  return { description, content: { 'application/json': { schema } } };
}

function headersOf(headers: Record<string, Schema> | undefined): Response['headers'] {
  const described = Object.entries(headers ?? {}).map(([name, { description = '', ...schema }]) => [
    name,
    { description, schema },
  ]);
  return Object.fromEntries(described) as Response['headers'];
}

/** The envelope of a success around its data. */
function envelopeOf(data: Schema): Schema {
  const properties = {
    code: { type: 'integer', enum: [0] } as Schema,
    ok: { type: 'boolean', enum: [true] } as Schema,
    msg: { type: 'string', example: 'Operation succeeded' } as Schema,
    data,
  };
  return { type: 'object', properties, required: Object.keys(properties) };
}

function failure(description: string, code: number, msg: string): Response {
  const content = { 'application/json': { schema: FAILURE, example: { code, ok: false, msg, data: {} } } };
  return { description, content };
}
