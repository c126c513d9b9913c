import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from './client.js';

/** The outcome of one request. */
export interface Outcome {
  name: string;
  status: number;
  /** Whether the envelope has code 0. */
  ok: boolean;
  milliseconds: number;
}

/** The pause between two requests, without which answers that fail at once would keep the machine fully busy. */
const PAUSE_MS = 20;

/** Repeats requests while something else happens; each acts as a client of its own, which waits for every answer. */
export class Traffic {
  private readonly outcomes: Outcome[] = [];
  private readonly running: Promise<void>[];
  private stopped = false;

  constructor(requests: [name: string, send: () => Promise<Answer<unknown>>][]) {
    this.running = requests.map(([name, send]) => this.repeat(name, send));
  }

  /** The answers so far. */
  get soFar(): readonly Outcome[] {
    return this.outcomes;
  }

  /** Waits for the requests in progress; one that was not answered at all fails the test. */
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
