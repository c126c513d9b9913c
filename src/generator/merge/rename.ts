import { blocksOf } from './blocks.js';
import { RenamedNames, type ColumnRenames, propertiesFrom } from './renamed-names.js';
import { loadTypeScript } from './typescript.js';

/** Names in a page's template that come from columns: slots, and members of rows and texts. */
const IN_TEMPLATE = /(#(?:cell|filter|field)-|\.)([A-Za-z_$][\w$]*)\b/g;

/**
 * Replaces the properties of renamed columns, and their quoted names, with the new ones, both in the base and in our
 * text, before these are merged with the rendering for the renamed columns. Comments, labels and dictionaries stay.
 * @param renames names of columns as the database has them, old → new
 */
export async function renameColumns(path: string, text: string, renames: ReadonlyMap<string, string>): Promise<string> {
  // Nothing in a seed is named after a column: it has labels and dictionaries.
  if (renames.size === 0 || path.endsWith('.seed.ts')) return text;
  const ts = loadTypeScript();
  const names = new RenamedNames(ts, { columns: renames, properties: propertiesFrom(renames) });
  if (!path.endsWith('.vue')) return names.in(text);
  const blocks = blocksOf(text);
  if (!blocks) return text;
  return blocks.reduce((result, { tag, text: block, inside }) => {
    if (tag === 'script') return result.replace(inside, () => names.in(inside));
    return tag === 'template' ? result.replace(block, () => inTemplate(block, names.renames)) : result;
  }, text);
}

function inTemplate(text: string, { properties }: ColumnRenames): string {
  return text.replace(IN_TEMPLATE, (match, before: string, name: string) => {
    const own = properties.get(name);
    return own === undefined ? match : before + own;
  });
}
