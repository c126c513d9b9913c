/** The JSON object around every answer (interface §2.1). */
export interface Envelope<T = unknown> {
  code: number;
  ok: boolean;
  msg: string;
  data: T;
}

/** Success: no payload is sent as `{}` (contract §3). */
export function succeeded(data: unknown): Envelope {
  return { code: 0, ok: true, msg: 'Operation succeeded', data: data ?? {} };
}

/** Failure: every code but 401 is reduced to 1 (interface §7.1). */
export function failed(code: number, msg: string): Envelope {
  return { code: code === 401 ? 401 : 1, ok: false, msg, data: {} };
}
