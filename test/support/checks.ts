import type { Answer, Client } from './client.js';

/** Asserts the envelope of a failure: code 1 (401 for status 401), and HTTP 200 unless another status is given. */
export function expectFailure(answer: Answer<unknown>, status = 200): void {
  const { msg, ...rest } = answer.body;
  expect({ status: answer.status, ...rest }).toEqual({ status, code: status === 401 ? 401 : 1, ok: false, data: {} });
  expect(typeof msg).toBe('string');
  expect(msg).not.toBe('');
}

/** Asserts that an answer has the envelope of a success. */
export function expectSuccess(answer: Answer<unknown>): void {
  const { code, ok, msg } = answer.body;
  expect({ status: answer.status, code, ok, msg }).toEqual({
    status: 200,
    code: 0,
    ok: true,
    msg: 'Operation succeeded',
  });
}

/** The results of many simultaneous requests: how many there are of each kind. */
export function tally(kinds: (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Answers to simultaneous requests, whose connections are opened beforehand so that none has a head start. */
export async function atOnce<T>(clients: Client[], request: (client: Client) => Promise<T>): Promise<T[]> {
  await Promise.all(clients.map((client) => client.get('/api/health/live')));
  return Promise.all(clients.map(request));
}

/** Asserts that an answer is a failure with HTTP 200 whose message contains the given name. */
export function expectNamed(answer: Answer<unknown>, name: string): void {
  expectFailure(answer);
  expect(answer.body.msg).toContain(name);
}

/** Asserts that an answer is a success with exactly this data. */
export function expectData(answer: Answer<unknown>, data: unknown): void {
  expectSuccess(answer);
  expect(answer.body.data).toEqual(data);
}
