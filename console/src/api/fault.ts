/** Why the service refused a request: its header `X-Error` (docs/api.md, Reasons). */
export interface Fault {
  reason: string;
  /** The member of the body that the refusal is about; `admin.username` for a nested one. */
  member?: string;
  limit?: number | string;
  values?: readonly (string | number)[];
  format?: string;
  what?: string;
  uses?: readonly { what: string; count: number; more?: boolean }[];
  permission?: string;
}

/** The fault that a response names. */
export function faultOf({ headers }: Response): Fault | undefined {
  const text = headers.get('x-error');
  try {
    return text === null ? undefined : (JSON.parse(text) as Fault);
  } catch {
    return undefined;
  }
}
