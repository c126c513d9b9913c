import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import type { Outcome } from './measurement.js';

/** Collects outcomes, prints each as it comes, and writes them all to a file. */
export class Report {
  private readonly parts: string[] = [];
  private missed = 0;

  constructor(private readonly effort: string) {}

  get allMet(): boolean {
    return this.missed === 0;
  }

  add(title: string, { columns, rows, targets }: Outcome): void {
    this.missed += targets.filter(({ met }) => !met).length;
    const verdicts = targets.map(({ text, measured, met }) => `- ${met ? 'met' : '**MISSED**'}: ${text}: ${measured}`);
    const results = rows.length > 0 ? [...table(columns, rows), ''] : [];
    const part = [`## ${title}`, '', ...results, ...verdicts, ''].join('\n');
    this.parts.push(part);
    console.log(part);
  }

  write(file: string): void {
    const machine =
      `${availableParallelism()} cores, ${cpus()[0]?.model.trim() ?? 'unknown processor'}, Node ${process.version}, ` +
      `${process.platform}; ${new Date().toISOString().slice(0, 10)}; ${this.effort}.`;
    const head = [
      '# Benchmark results',
      '',
      'Written by `npm run bench`. Load generator, servers and data stores share the machine: compare within a run.',
      '',
      machine,
      '',
    ];
    writeFileSync(file, [...head, ...this.parts].join('\n'));
  }
}

function table(columns: string[], rows: string[][]): string[] {
  const widths = columns.map((column, i) => Math.max(column.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: string[]) =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(columns), line(rule), ...rows.map(line)];
}
