/** How many reads go together at most: Redis does nothing else while it answers one command. */
const MAX_READS = 250;

type Values = (string | null)[];

interface QueuedRead {
  keys: string[];
  resolve: (values: Values) => void;
  reject: (error: unknown) => void;
}

/**
 * Sends reads that come together, or while others are under way, as one command: the write to the socket and the
 * command's objects are the expensive part of a small read. The requests that asked go on together too, so that their
 * answers leave one right after another: sending to a client that is already awake costs half as much as to one that
 * has to be woken. A read begins after it was asked for, so it sees every write that was answered before.
 */
export class ReadBatch {
  private waiting: QueuedRead[] = [];
  private busy = false;

  /** @param readAll the values of all keys, in their order */
  constructor(private readonly readAll: (keys: string[]) => Promise<Values>) {}

  read(keys: string[]): Promise<Values> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ keys, resolve, reject });
      if (this.busy) return;
      this.busy = true;
      setImmediate(() => void this.run());
    });
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, MAX_READS);
      try {
        const values = await this.readAll(batch.flatMap(({ keys }) => keys));
        let end = 0;
        for (const { keys, resolve } of batch) resolve(values.slice(end, (end += keys.length)));
      } catch (error) {
        // Waiting reads fail too: they have spent their time on a server that is unavailable.
        for (const { reject } of [...batch, ...this.waiting.splice(0)]) reject(error);
      }
    }
    this.busy = false;
  }
}
