/**
 * A time about which the database knows more than its milliseconds: microseconds, another spelling, or the zero date,
 * which is no time at all. Keys are told apart by the text.
 */
export class ExactTime extends Date {
  /** @param text the time as the database has it */
  constructor(
    time: number,
    readonly text: string,
  ) {
    super(time);
  }

  /** TypeORM tells the rows that it reads apart by their keys as JSON. */
  override toJSON(): string {
    return this.text;
  }
}
