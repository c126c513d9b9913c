/** Text of a field that is not JSON: what has been typed so far, which cannot be sent. */
export class NoJson {
  constructor(readonly text: string) {}
}

/** Stands for a day or a time of which only some parts have been typed, and which cannot be sent. */
export const NO_DATE = Symbol('no date');
