import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** What imports what, by name. */
export type ImportGraph = Map<string, Set<string>>;

type Entries = Record<string, { 'steward-source': string }>;

/** The sources of the package's own entries, by the names under which they are imported. */
function entries(): Map<string, string> {
  const { name, exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string; exports: Entries };
  return new Map(Object.entries(exports).map(([entry, to]) => [join(name, entry), to['steward-source']]));
}

/** The imports among the sources of a folder, including type and dynamic imports; specs are left out. */
export function importsWithin(root: string): ImportGraph {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const own = entries();
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
  return new Map(sources.map((file) => [file, new Set(importsOf(root, file, own))]));
}

function importsOf(root: string, file: string, own: Map<string, string>): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'));
  return importedFiles.flatMap(({ fileName }) => {
    const entry = own.get(fileName);
    if (entry !== undefined) return relative(root, entry);
    return fileName.startsWith('.') ? join(dirname(file), fileName).replace(/\.js$/, '.ts') : [];
  });
}

/** The imports among groups of files. */
export function between(graph: ImportGraph, groupOf: (file: string) => string): ImportGraph {
  const groups: ImportGraph = new Map();
  for (const [file, imported] of graph) {
    const group = groupOf(file);
    const others = groups.get(group) ?? new Set();
    for (const other of imported) if (groupOf(other) !== group) others.add(groupOf(other));
    groups.set(group, others);
  }
  return groups;
}

/** A path of imports that leads back to its beginning; undefined if there is none. */
export function cycleIn(graph: ImportGraph): string[] | undefined {
  const done = new Set<string>();
  const visit = (name: string, path: string[]): string[] | undefined => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return undefined;
    for (const imported of graph.get(name) ?? []) {
      const cycle = visit(imported, [...path, name]);
      if (cycle) return cycle;
    }
    done.add(name);
    return undefined;
  };
  for (const name of graph.keys()) {
    const cycle = visit(name, []);
    if (cycle) return cycle;
  }
  return undefined;
}
