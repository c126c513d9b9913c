/** Longest wait after a change, in milliseconds: consoles that learn of one at the same moment do not all ask at once. */
export const SPREAD_MS = 5000;

/** Shortest time between two reads: services that share no Redis alternate the mark for a while. */
const APART_MS = 3000;

/** When the user and the menu are read again after their authorisation has changed. */
export class Rereading {
  private due: ReturnType<typeof setTimeout> | undefined;
  private readAt = -Infinity;

  /**
   * @param read reads them
   * @param random from 0 to 1, and different in each console
   */
  constructor(
    private readonly read: () => void,
    private readonly random: () => number = Math.random,
  ) {}

  /** Called when they have changed: reads them within a few seconds. */
  plan(): void {
    const apart = this.readAt + APART_MS - Date.now();
    this.due ??= setTimeout(() => this.now(), Math.max(apart, this.random() * SPREAD_MS));
  }

  /** Reads them at once if a read is pending, because the user has already been affected by the change. */
  hurry(): void {
    if (this.due !== undefined) this.now();
  }

  /** Reads them now. */
  now(): void {
    this.cancel();
    this.readAt = Date.now();
    this.read();
  }

  /** Takes back what is planned. */
  cancel(): void {
    clearTimeout(this.due);
    this.due = undefined;
  }
}
