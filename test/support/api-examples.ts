/** A request in the API's documentation, and the answer that it promises. */
export interface Example {
  /** Where it begins, counted from 1. */
  line: number;
  method: string;
  path: string;
  /** Value of the header; undefined if the example has none. */
  authorization: string | undefined;
  /** As it is written; undefined for none. */
  body: string | undefined;
  status: number;
  /** The envelope, with its placeholders. */
  answer: unknown;
}

/** What placeholders stand for, by name. */
export type Values = Map<string, unknown>;

const ANY = '…';
const NAME = /^\{\{(\w+)\}\}$/;

/**
 * The examples of a Markdown text, in order: all of its fenced blocks, which must be ```http.
 * @throws Error that names the line if a block is not an example
 */
export function readExamples(markdown: string): Example[] {
  const examples: Example[] = [];
  let exchange: string[] | undefined;
  let begin = 0;
  const finish = () => {
    if (exchange && exchange.length > 0) examples.push(readExchange(exchange, begin));
    exchange = [];
  };
  for (const [index, text] of markdown.split('\n').entries()) {
    if (exchange === undefined) {
      if (!text.trimStart().startsWith('```')) continue;
      if (text !== '```http') throw new Error(`line ${index + 1}: ${text} does not begin an example`);
      exchange = [];
    } else if (text === '```') {
      finish();
      exchange = undefined;
    } else if (text === '') finish();
    else {
      if (exchange.length === 0) begin = index + 1;
      exchange.push(text);
    }
  }
  if (exchange !== undefined) throw new Error(`line ${begin}: the block does not end`);
  return examples;
}

function readExchange(lines: string[], line: number): Example {
  const unreadable = (what: string) => new Error(`line ${line}: ${what}: ${lines[0]}`);
  const [, method = '', path = ''] = /^(GET|POST|PUT|DELETE) (\/\S*)$/.exec(lines[0] ?? '') ?? [];
  if (path === '') throw unreadable('no request');
  const end = lines.findIndex((text) => /^HTTP \d{3}$/.test(text));
  if (end < 0) throw unreadable('no status');
  const authorization = /^Authorization: (.+)$/.exec(lines[1] ?? '')?.[1];
  const body = lines.slice(authorization === undefined ? 1 : 2, end).join('\n');
  let answer: unknown;
  try {
    answer = JSON.parse(lines.slice(end + 1).join('\n'));
  } catch {
    throw unreadable('no JSON in the answer');
  }
  const status = Number(lines[end]?.slice('HTTP '.length));
  return { line, method, path, authorization, body: body === '' ? undefined : body, status, answer };
}

/**
 * Replaces `{{name}}` with its value; a JSON string that consists of nothing else becomes the value itself.
 * @throws Error if a name has no value yet
 */
export function fill(text: string, values: Values): string {
  const valueOf = (name: string) => {
    if (!values.has(name)) throw new Error(`{{${name}}} has no value yet`);
    return values.get(name);
  };
  return text
    .replace(/"\{\{(\w+)\}\}"/g, (_whole, name: string) => JSON.stringify(valueOf(name)))
    .replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(valueOf(name)));
}

/**
 * Compares an answer with what its example promises, and stores the values of new placeholders.
 * @throws Error that says where they differ
 */
export function compare(expected: unknown, given: unknown, values: Values, at = 'answer'): void {
  if (expected === ANY) return;
  if (typeof expected === 'string') compareText(expected, given, values, at);
  else if (Array.isArray(expected)) compareLists(expected, given, values, at);
  else if (typeof expected === 'object' && expected !== null) compareObjects(expected, given, values, at);
  else if (expected !== given) throw differs(at, expected, given);
}

function compareText(expected: string, given: unknown, values: Values, at: string): void {
  const name = NAME.exec(expected)?.[1];
  if (name !== undefined && !values.has(name)) {
    if (given === undefined) throw differs(at, expected, given);
    values.set(name, given);
    return;
  }
  if (name !== undefined && values.get(name) === given) return;
  const literal = fill(expected, values).replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  const pattern = new RegExp(`^${literal.replaceAll(ANY, '.*')}$`, 's');
  if (typeof given !== 'string' || !pattern.test(given)) throw differs(at, expected, given);
}

function compareLists(expected: unknown[], given: unknown, values: Values, at: string): void {
  const open = expected.at(-1) === ANY;
  const entries = open ? expected.slice(0, -1) : expected;
  if (!Array.isArray(given) || given.length < entries.length || (!open && given.length > entries.length)) {
    throw differs(at, expected, given);
  }
  for (const [index, entry] of entries.entries()) compare(entry, given[index], values, `${at}[${index}]`);
}

function compareObjects(expected: object, given: unknown, values: Values, at: string): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw differs(at, expected, given);
  const members = new Map<string, unknown>(Object.entries(given));
  for (const [name, value] of Object.entries(expected)) {
    if (name === ANY) continue;
    if (!members.has(name)) throw new Error(`${at}.${name} is missing`);
    compare(value, members.get(name), values, `${at}.${name}`);
    members.delete(name);
  }
  if (!(ANY in expected) && members.size > 0) throw new Error(`${at} has ${[...members.keys()].join(', ')} besides`);
}

function differs(at: string, expected: unknown, given: unknown): Error {
  return new Error(`${at} is ${JSON.stringify(given)}, not ${JSON.stringify(expected)}`);
}
