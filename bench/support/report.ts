import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import type { Measurement, Outcome } from './measurement.js';
import { fixed } from './statistics.js';

/** Packages whose versions matter besides Steward's own. */
const PACKAGES = ['fastify', '@nestjs/core', 'typeorm', 'better-sqlite3', 'mysql2', 'ioredis'];

/** Collects outcomes, prints each as it comes, and writes them all to a file. */
export class Report {
  private readonly parts: string[] = [];
  private readonly headlines: string[][] = [];
  private missed = 0;

  /** @param versions of the data stores, such as `SQLite 3.50.2` */
  constructor(
    private readonly effort: string,
    private readonly versions: string[],
  ) {}

  get allMet(): boolean {
    return this.missed === 0;
  }

  add({ name, title }: Measurement, storage: string, { columns, rows, targets, headline }: Outcome): void {
    this.missed += targets.filter(({ met }) => !met).length;
    const verdicts = targets.map(({ text, measured, met }) => `- ${met ? 'met' : '**MISSED**'}: ${text}: ${measured}`);
    const results = rows.length > 0 ? [...table(columns, rows), ''] : [];
    const part = [`## ${name}: ${title} (${storage})`, '', ...results, ...verdicts, ''].join('\n');
    this.parts.push(part);
    if (headline) {
      const { ratio, toFloor, perSecond, p50, p99, megabytes } = headline;
      const optional = (value: number | undefined, decimals: number) =>
        value === undefined ? '' : fixed(value, decimals);
      this.headlines.push([
        name,
        storage,
        optional(ratio, 2),
        optional(toFloor, 2),
        fixed(perSecond),
        fixed(p50, 1),
        fixed(p99, 1),
        optional(megabytes, 0),
      ]);
    }
    console.log(part);
  }

  /** One line per measurement. */
  overview(): string {
    const columns = ['measurement', 'storage', 'ratio', 'CPU to floor', 'requests/s', 'p50 ms', 'p99 ms', 'memory MB'];
    const targets = this.missed === 0 ? 'All targets met.' : `Targets missed: ${this.missed}.`;
    return ['## Overview', '', ...table(columns, this.headlines), '', targets, ''].join('\n');
  }

  write(file: string): void {
    const machine =
      `${availableParallelism()} cores of ${cpus()[0]?.model.trim() ?? 'an unknown processor'}, ` +
      `${fixed(totalmem() / 2 ** 30)} GB of memory, ${process.platform}`;
    const own = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const software = [
      `Steward ${own.version}`,
      `Node ${process.version}`,
      ...this.versions,
      ...PACKAGES.map((name) => `${name} ${versionOf(name)}`),
    ];
    const head = [
      '# Benchmark results',
      '',
      'Written by `npm run bench`. Load generator, servers and data stores share the machine: compare within a run.',
      'Each ratio divides the requests per second by those of bare Fastify, which does the same work beside it with the',
      'same flags of Node.js and the same batches of lookups. The floor is node:http that sends the same bytes and does nothing',
      'else; what is compared with it is the processor time of a request.',
      '',
      `- ${new Date().toISOString().slice(0, 10)}; ${this.effort}`,
      `- ${machine}`,
      `- ${software.join(', ')}`,
      '',
    ];
    writeFileSync(file, [...head, this.overview(), ...this.parts].join('\n'));
  }
}

function versionOf(name: string): string {
  return (JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { version: string }).version;
}

function table(columns: string[], rows: string[][]): string[] {
  const widths = columns.map((column, i) => Math.max(column.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: string[]) =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(columns), line(rule), ...rows.map(line)];
}
