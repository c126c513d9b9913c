import { Injectable } from '@nestjs/common';
import { errors } from 'steward/core';
import type { Design } from '../design/design.js';
import { Designs, designPath } from '../plan/designs.js';
import { asFailure } from '../output/file-report.js';
import { OutputFolder } from '../output/output.folder.js';
import { OutputLock } from '../output/output.lock.js';

/** Answer of GET /api/generator/design. */
export interface DesignInForce {
  /** With every member filled in. */
  design: Design;
  /** Whether somebody saved a design; without one, everything is inferred. */
  saved: boolean;
}

/** Shows and stores the designs of tables. */
@Injectable()
export class DesignService {
  constructor(
    private readonly designs: Designs,
    private readonly output: OutputFolder,
    private readonly lock: OutputLock,
  ) {}

  /** @throws AppError code 1 that says why the table is refused, or what is wrong with its saved design */
  async show(table: string): Promise<DesignInForce> {
    const designs = await this.designs.open();
    const { design, saved } = await designs.of(table);
    return { design, saved };
  }

  /**
   * Stores a design as it is given: members that it leaves out are still inferred.
   * @throws AppError code 1 that names what is invalid, or if the file cannot be written
   */
  async save(table: string, given: unknown): Promise<void> {
    const designs = await this.designs.open();
    const definition = await designs.usable(table);
    await designs.of(table, designs.check(definition, given));
    const file = { path: designPath(table), content: `${JSON.stringify(given, null, 2)}\n` };
    const [failed] = await this.lock
      .hold(() => this.output.write([file]))
      .catch((error: unknown) => {
        throw asFailure(error);
      });
    if (failed) throw errors.failure(`${failed.path}: ${failed.message}`);
  }
}
