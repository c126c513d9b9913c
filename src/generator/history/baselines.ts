import { Injectable } from '@nestjs/common';
import { type FailedFile, noneWithoutRoot } from '../output/file-report.js';
import { OutputFolder } from '../output/output.folder.js';
import type { Format } from '../output/format.js';
import { type Baseline, FOLDER, baselinePath, isBaselineName } from './baseline.js';
import { baselineText, isSameBaseline, readBaseline } from './baseline-text.js';

/** The baselines of tables, below the output root. */
@Injectable()
export class Baselines {
  constructor(private readonly output: OutputFolder) {}

  /**
   * The baseline of a table; undefined if there is none that can be trusted.
   * @throws WriteError if a link, or anything else that is not a file, is in its place
   */
  async of(table: string): Promise<Baseline | undefined> {
    const path = baselinePath(table);
    const baseline = path === undefined ? undefined : await this.at(path);
    return baseline?.table === table ? baseline : undefined;
  }

  /** Paths of the files named like baselines, sorted. @throws WriteError if a link is in the place of the folder */
  async paths(): Promise<string[]> {
    const names = (await this.output.list(FOLDER).catch(noneWithoutRoot)) ?? [];
    return names.filter(isBaselineName).map((name) => `${FOLDER}/${name}`);
  }

  /** The baseline at a path; undefined if none can be trusted. @throws WriteError as {@link of} does */
  async at(path: string): Promise<Baseline | undefined> {
    const text = await this.output.read(path).catch(noneWithoutRoot);
    const baseline = text ? readBaseline(text) : undefined;
    return baseline && baselinePath(baseline.table) === path ? baseline : undefined;
  }

  /**
   * Stores a baseline, unless it is stored already.
   * @returns the reason if it cannot be stored
   */
  async store(baseline: Baseline, format: Format): Promise<FailedFile | undefined> {
    const path = baselinePath(baseline.table) ?? '';
    // A baseline that cannot be read cannot be written either, and the write says why.
    const before = await this.of(baseline.table).catch(() => undefined);
    if (before && isSameBaseline(before, baseline)) return undefined;
    const [failed] = await this.output.write([{ path, content: await format(baselineText(baseline), path) }]);
    return failed;
  }
}
