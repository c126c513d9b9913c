import type { TreeNode } from '@/kit/lib/use-tree';
import type { DeptBranch } from '@/api/choices';

/** A department in a tree to choose from. */
export interface DeptNode extends TreeNode<DeptNode> {
  id: number;
  children: readonly DeptNode[];
}

/** A department, with those below it, in a tree to choose from. */
export function nodeOf({ id, name, children }: DeptBranch): DeptNode {
  return { id, label: name, children: children.map(nodeOf) };
}

/** The nodes whose names contain a text, with those above them. */
export function matching(nodes: readonly DeptNode[], text: string): DeptNode[] {
  const part = text.trim().toLowerCase();
  if (part === '') return [...nodes];
  return nodes.flatMap((node) => {
    const children = matching(node.children, text);
    return children.length > 0 || node.label.toLowerCase().includes(part) ? [{ ...node, children }] : [];
  });
}
