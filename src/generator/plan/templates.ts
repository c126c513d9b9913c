import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Injectable } from '@nestjs/common';
import { errors, lazily, PACKAGE_ROOT } from 'steward/core';
import { SettingsService } from 'steward/settings';
import { commentText, isIdentifier, stringLiteral } from '../model/text.js';
import type { TemplateName } from '../render/paths.js';
import type { View } from '../render/view.js';

interface Compiled {
  file: string;
  changedAt: number;
  render: HandlebarsTemplateDelegate<View>;
}

/** Text that a template made of a view. */
export interface Rendered {
  text: string;
  /** The template's file. */
  file: string;
}

/** The templates of the generator; templates in the developer's own folder override them by name. */
@Injectable()
export class Templates {
  private readonly compiled = new Map<TemplateName, Compiled>();
  private engine: Promise<typeof Handlebars> | undefined;

  /** Folders that are searched for a template, in this order. */
  private readonly folders: string[];

  constructor(settings: SettingsService) {
    const own = settings.get('generator.templates');
    this.folders = [...(own === '' ? [] : [resolve(own)]), join(PACKAGE_ROOT, 'templates')];
  }

  /** @throws AppError code 1 that names a template which cannot be read or rendered */
  async render(name: TemplateName, view: View): Promise<Rendered> {
    let file = `${name}.hbs`;
    try {
      const compiled = await this.load(name);
      file = compiled.file;
      return { text: compiled.render(view), file };
    } catch (error) {
      throw errors.failure(`Template ${file}: ${firstLine(error)}`);
    }
  }

  private async load(name: TemplateName): Promise<Compiled> {
    const { file, changedAt } = this.locate(name);
    const known = this.compiled.get(name);
    if (known?.file === file && known.changedAt === changedAt) return known;
    const { compile } = await (this.engine ??= loadEngine());
    const render = compile<View>(readFileSync(file, 'utf8'), { noEscape: true, strict: true });
    const compiled = { file, changedAt, render };
    this.compiled.set(name, compiled);
    return compiled;
  }

  private locate(name: TemplateName): { file: string; changedAt: number } {
    for (const folder of this.folders) {
      const file = join(folder, `${name}.hbs`);
      const found = statSync(file, { throwIfNoEntry: false });
      if (found?.isFile()) return { file, changedAt: found.mtimeMs };
    }
    throw new Error('no such file');
  }
}

const loadHandlebars = lazily(() => import('handlebars'));

/** Loaded with the first template: a service whose generator is off or idle does not hold it in memory. */
async function loadEngine(): Promise<typeof Handlebars> {
  const { default: handlebars } = await loadHandlebars();
  const engine = handlebars.create();
  engine.registerHelper({ string: stringLiteral, comment: commentText, name: identifier, list });
  return engine;
}

function identifier(name: unknown): string {
  if (typeof name === 'string' && isIdentifier(name)) return name;
  throw new Error(`${JSON.stringify(name)} is no identifier`);
}

function list(pieces: readonly string[]): string {
  return pieces.join(', ');
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
