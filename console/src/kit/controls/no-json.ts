/** Text of a field that is not JSON: what has been typed so far, which cannot be sent. */
export class NoJson {
  constructor(readonly text: string) {}
}
