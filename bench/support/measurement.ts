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

/** A table of results with the targets that it decides. */
export interface Outcome {
  columns: string[];
  rows: string[][];
  targets: Target[];
}

/** One measurement: a file in bench/measure, listed in bench/run.ts. */
export interface Measurement {
  /** Selects it on the command line. */
  name: string;
  title: string;
  run(storage: Storage, effort: Effort): Promise<Outcome>;
}
