import type { PlannedFile } from './table-plans';

/** A folder or file of the tree. */
export interface FileNode<F extends { path: string } = PlannedFile> {
  /** The path; that of a folder ends with `/`. */
  id: string;
  label: string;
  children?: readonly FileNode<F>[];
  file?: F;
}

/** Files in their folders; a folder that contains only another folder is merged with it. */
export function treeOf<F extends { path: string }>(files: readonly F[], folder = ''): FileNode<F>[] {
  const folders = new Map<string, F[]>();
  const leaves: FileNode<F>[] = [];
  for (const file of files) {
    const [first = '', ...rest] = file.path.slice(folder.length).split('/');
    if (rest.length === 0) leaves.push({ id: file.path, label: first, file });
    else folders.set(first, [...(folders.get(first) ?? []), file]);
  }
  const nodes = [...folders].map(([name, inside]) => folderOf(`${folder}${name}/`, name, inside));
  return [...sorted(nodes), ...sorted(leaves)];
}

function folderOf<F extends { path: string }>(id: string, label: string, files: readonly F[]): FileNode<F> {
  const children = treeOf(files, id);
  const [only] = children;
  if (children.length === 1 && only?.children) return { ...only, label: `${label}/${only.label}` };
  return { id, label, children };
}

function sorted<T extends { label: string }>(nodes: T[]): T[] {
  return nodes.sort((a, b) => (a.label < b.label ? -1 : 1));
}

/** How often `wanted` occurs in a text, ignoring case. */
export function hitsOf(text: string, wanted: string): number {
  return wanted === '' ? 0 : text.toLowerCase().split(wanted.toLowerCase()).length - 1;
}
