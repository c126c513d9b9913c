/** Instants as numbers: of seconds since 1970, or of milliseconds. */
type Epoch = 'epoch' | 'epoch-ms';

/** Whether something is shown, filtered or filled in as a number of this sort. */
export function isEpoch(of: unknown): of is Epoch {
  return of === 'epoch' || of === 'epoch-ms';
}

/** The number for an instant in ISO 8601. */
export function epochOf(instant: string, kind: Epoch): number {
  return Math.floor(Date.parse(instant) / unitOf(kind));
}

/** The instant of a number in ISO 8601; undefined for 0, which stands for none, and for numbers beyond all dates. */
export function instantOfEpoch(value: unknown, kind: Epoch): string | undefined {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  const date = new Date(number * unitOf(kind));
  return number === 0 || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function unitOf(kind: Epoch): number {
  return kind === 'epoch' ? 1000 : 1;
}
