import type { JsonFault } from '@/kit/lib/json-fault';

/** Text of a field that is not JSON: what has been typed so far, which cannot be sent. */
export class NoJson {
  constructor(
    readonly text: string,
    /** Where it stops being JSON. */
    readonly fault: JsonFault,
  ) {}
}

/** Stands for a day or a time of which only some parts have been typed, and which cannot be sent. */
export const NO_DATE = Symbol('no date');

/** Text of a field for whole numbers that is none, or that may mean two: what has been typed, which cannot be sent. */
export class NoWhole {
  constructor(readonly text: string) {}
}
