import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from './client.js';

/** What came of one request. */
export interface Outcome {
  name: string;
  status: number;
  /** Code 0 in the envelope. */
  ok: boolean;
  milliseconds: number;
}

/** Left to the machine between two requests: answers that fail at once would else keep it busy with nothing else. */
const PAUSE_MS = 20;

/** Requests one after another while something else happens; every request is a client of its own that waits for its answers. */
export class Traffic {
  private readonly outcomes: Outcome[] = [];
  private readonly running: Promise<void>[];
  private stopped = false;

  constructor(requests: [name: string, send: () => Promise<Answer<unknown>>][]) {
    this.running = requests.map(([name, send]) => this.repeat(name, send));
  }

  /** What has been answered so far. */
  get soFar(): readonly Outcome[] {
    return this.outcomes;
  }

  /** Waits for the requests under way; one that was not answered at all fails the test. */
  async stop(): Promise<Outcome[]> {
    this.stopped = true;
    await Promise.all(this.running);
    return this.outcomes;
  }

  private async repeat(name: string, send: () => Promise<Answer<unknown>>): Promise<void> {
    while (!this.stopped) {
      const began = performance.now();
      const { status, body } = await send();
      this.outcomes.push({ name, status, ok: body.ok, milliseconds: performance.now() - began });
      await pause(PAUSE_MS);
    }
  }
}
