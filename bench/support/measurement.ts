import type { Storage } from './storage.js';

/** How long and how often a measurement runs. */
export interface Effort {
  /** How many times each side of a comparison is measured, in turns; medians are reported. */
  rounds: number;
  /** Length of one turn. */
  seconds: number;
}

/** What the project promises, and whether this run showed it. */
export interface Target {
  text: string;
  measured: string;
  met: boolean;
}

/** The line about a measurement in the overview at the top of the report. */
export interface Headline {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  /** Milliseconds. */
  p99: number;
  /** Resident memory of the service. */
  megabytes?: number;
  /** Requests a second, as a ratio to those of the reference. */
  ratio?: number;
  /** Processor time of a request, as a ratio to what node:http needs to send the same answer. */
  toFloor?: number;
}

/** A table of results with the targets that it decides. */
export interface Outcome {
  columns: string[];
  rows: string[][];
  targets: Target[];
  headline?: Headline;
}

/** One measurement: a file in bench/measure, listed in bench/run.ts. */
export interface Measurement {
  /** Selects it on the command line. */
  name: string;
  title: string;
  run(storage: Storage, effort: Effort): Promise<Outcome>;
}

/** A target that a value lies below a bound. */
export function below(text: string, value: number, bound: number, unit: string): Target {
  return { text: `${text} under ${bound} ${unit}`, measured: `${value.toFixed(1)} ${unit}`, met: value < bound };
}

/** A target that a value reaches a bound. */
export function atLeast(text: string, value: number, bound: number): Target {
  return { text: `${text} at least ${bound}`, measured: value.toFixed(bound > 1 ? 0 : 3), met: value >= bound };
}

/** A target that a value does not exceed a bound. */
export function atMost(text: string, value: number, bound: number): Target {
  return { text: `${text} at most ${bound}`, measured: value.toFixed(2), met: value <= bound };
}
