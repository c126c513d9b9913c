import { Injectable } from '@nestjs/common';
import { errors } from 'steward/core';
import { Designs } from '../plan/designs.js';
import { asFailure } from '../output/file-report.js';
import { Baselines } from '../history/baselines.js';

/** Checks the renames of a request against the baseline and the table. */
@Injectable()
export class RenameRules {
  constructor(
    private readonly designs: Designs,
    private readonly baselines: Baselines,
  ) {}

  /** @throws AppError code 1 that says which column the table never had or does not have now, or what else is wrong */
  async assertValid([table = '', ...others]: string[], renames: ReadonlyMap<string, string>): Promise<void> {
    if (renames.size === 0) return;
    if (others.length > 0) throw errors.failure('renames are those of one table');
    const { columns } = await (await this.designs.open()).table(table);
    const baseline = await this.baselines.of(table).catch((error: unknown) => {
      throw asFailure(error);
    });
    if (!baseline) throw errors.failure(`renames: ${table} has no baseline that knows its former columns`);
    for (const [from, to] of renames) {
      if (!baseline.definition.columns.some(({ name }) => name === from))
        throw errors.failure(`renames: the baseline of ${table} knows no column ${from}`);
      if (!columns.some(({ name }) => name === to)) throw errors.failure(`renames: ${table} has no column ${to}`);
    }
    if (new Set(renames.values()).size < renames.size) throw errors.failure('renames gives two columns one name');
  }
}
