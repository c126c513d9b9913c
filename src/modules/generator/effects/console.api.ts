import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Log } from 'steward/core';
import { SettingsService } from 'steward/settings';
import { OutputFolder } from '../output/output.folder.js';

const run = promisify(execFile);

/** What writes the API's types for the console, and where it writes them: a project without either has no console. */
const SCRIPT = 'scripts/client.ts';
const FOLDER = 'console/src/api';

/** How long writing them may take, in milliseconds: a project of hundreds of modules needs half a minute. */
const PATIENCE_MS = 180_000;

/**
 * What the console knows of the API, which has new routes now: without it the pages of generated modules have no types and
 * no buttons. A process of its own reads the sources, because this one has loaded those of before.
 */
@Injectable()
export class ConsoleApi {
  private readonly enabled: boolean;

  constructor(
    private readonly output: OutputFolder,
    private readonly log: Log,
    settings: SettingsService,
  ) {
    this.enabled = settings.get('generator.refresh');
  }

  /** Writes it again. @returns why it could not be written, for people; undefined for success and where there is none */
  async refresh(): Promise<string | undefined> {
    const { root } = this.output;
    if (!this.enabled || ![SCRIPT, FOLDER].every((path) => existsSync(join(root, path)))) return undefined;
    const loader = ['-C', 'steward-source', '--import', '@swc-node/register/esm-register'];
    try {
      await run(process.execPath, [...loader, SCRIPT, '--console'], { cwd: root, timeout: PATIENCE_MS });
      return undefined;
    } catch (error) {
      this.log.error({ reason: String(error) }, 'What the console knows of the API could not be written');
      return `${FOLDER} could not be written: run npm run client`;
    }
  }
}
