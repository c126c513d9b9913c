import type { JsonFault } from '@/kit/lib/json-fault';

/** Text in a JSON field that is not JSON: it is kept as typed and cannot be sent. */
export class NoJson {
  constructor(
    readonly text: string,
    /** Where it stops being JSON. */
    readonly fault: JsonFault,
  ) {}
}

/** Stands for a day or a time of which only some parts are typed, and which cannot be sent. */
export const NO_DATE = Symbol('no date');

/** Text in a field for whole numbers that is not a number, or is ambiguous: it is kept as typed and cannot be sent. */
export class NoWhole {
  constructor(readonly text: string) {}
}
