import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import { OPERATIONS } from '../../src/crud/permissions.js';
import { type Example, type Values, compare, fill, readExamples } from '../support/api-examples.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';

const DOCUMENT = readFileSync('docs/api.md', 'utf8');
const EXAMPLES = readExamples(DOCUMENT);

/** Sections that speak of no route of their own. */
const WITHOUT_EXAMPLES = ['Access', 'Limits'];

describe('docs/api.md', () => {
  let steward: TestApp;
  const values: Values = new Map([['password', ADMIN_PASSWORD]]);
  beforeAll(async () => {
    // The page is about Steward: what an installation adds is not in it.
    steward = await startApp({ extensions: [] });
  });
  afterAll(() => steward.stop());

  const run = async ({ method, path, authorization, body, status, answer }: Example) => {
    const header = authorization ?? (values.has('access') ? 'Bearer {{access}}' : undefined);
    const given = await steward.client.call(method, fill(path, values), {
      body: body && fill(body, values),
      headers: header === undefined ? {} : { authorization: fill(header, values) },
    });
    compare({ status, body: answer }, { status: given.status, body: given.body }, values);
  };

  it.each(EXAMPLES.map((example) => [`line ${example.line}: ${example.method} ${example.path}`, example] as const))(
    '%s',
    async (_name, example) => run(example),
  );

  it('has examples in every section that is about routes', () => {
    const sections = DOCUMENT.split(/^## /m).slice(1);
    const without = sections.filter((section) => !section.includes('```http')).map((section) => section.split('\n')[0]);
    expect(without).toEqual(WITHOUT_EXAMPLES);
    expect(EXAMPLES.length).toBeGreaterThanOrEqual(25);
  });

  it('names every route and permission code', async () => {
    const description = await fetch(`${steward.url}/api/docs-json`);
    const { paths } = (await description.json()) as OpenAPIObject;
    const names = Object.entries(paths).flatMap(([path, methods]) => [
      path.replaceAll(/\{(\w+)\}/g, ':$1'),
      ...Object.values(methods as Record<string, { 'x-permission'?: string }>).flatMap(
        (operation) => operation['x-permission'] ?? [],
      ),
    ]);
    const operation = new RegExp(`[:/](${OPERATIONS.join('|')})(/:id)?$`);
    const named = (name: string) => {
      const base = name.replace(operation, '');
      const several = name.startsWith('/') ? `\`${base}\`` : `\`${base}:*\``;
      return DOCUMENT.includes(`${name}\``) || (base !== name && DOCUMENT.includes(several));
    };
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name) => !named(name))).toEqual([]);
  });
});

describe('the examples of docs/api.md', () => {
  const block = (...lines: string[]) => ['```http', ...lines, '```'].join('\n');

  it.each([
    ['another language', '```json\n{}\n```'],
    ['a block without an end', '```http\nGET /\nHTTP 200\n{}'],
    ['no request', block('HTTP 200', '{}')],
    ['another verb', block('FETCH /api', 'HTTP 200', '{}')],
    ['no status', block('GET /api', '{}')],
    ['an answer that is no JSON', block('GET /api', 'HTTP 200', '{')],
    ['no answer', block('GET /api', 'HTTP 200')],
  ])('are refused for %s', (_what, markdown) => {
    expect(() => readExamples(markdown)).toThrow(/^line 1|^line 2/);
  });

  it.each([
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, {}],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: '…' }, {}],
    [[1], [1, 2]],
    [[1, 2, '…'], [1]],
    ['a…c', 'ab'],
    ['a.c', 'abc'],
    ['{{known}}', 8],
    [{}, []],
    [null, {}],
  ])('%j is not the answer %j', (expected, given) => {
    expect(() => compare(expected, given, new Map([['known', 7]]))).toThrow('answer');
  });

  it.each([
    [
      { a: 1, '…': '…' },
      { a: 1, b: 2 },
    ],
    [{ a: '…' }, { a: null }],
    [
      [1, '…'],
      [1, 2],
    ],
    ['a…c', 'a[b]c'],
    ['{{known}}', 7],
    ['{{known}} of them', '7 of them'],
    [
      ['{{new}}', '{{new}}'],
      [3, 3],
    ],
  ])('%j is the answer %j', (expected, given) => {
    expect(() => compare(expected, given, new Map([['known', 7]]))).not.toThrow();
  });
});
