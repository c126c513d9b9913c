/** Text of a field that is no JSON: what was typed so far, which cannot be sent. */
export class NoJson {
  constructor(readonly text: string) {}
}
