import { computed } from 'vue';
import type { Crud, Row } from './define-crud';
import { onTreeKey } from './tree-keys';
import type { TreeRows } from './tree-rows';
import { useBranches } from './use-branches';
import { type RowSource, parametersOf } from './use-rows';
import type { TableState } from './use-url-state';
import './crud-tree.css';

/** The rows of a table, and the tree that they are shown as. */
export interface TreeSource extends Required<RowSource> {
  tree: TreeRows;
}

/** The rows of a resource as a tree: the roots are paged, and a search shows matches with the rows above them. */
export function treeSource(of: Crud, parent: string, state: () => TableState, fixed: () => Row): TreeSource {
  const branches = useBranches({
    path: of.path,
    key: of.key,
    parent,
    query: () => {
      const { pageNo, pageSize } = state();
      return { ...parametersOf(of, state()), ...fixed(), pageNo, pageSize };
    },
    everywhere: () => {
      const { orderBy, order } = state();
      return { ...fixed(), ...(orderBy ? { orderBy, order } : {}) };
    },
    searches: () => Object.keys({ ...state().filters, ...fixed() }).length > 0,
  });
  const { first, rows } = branches;
  return {
    rows,
    total: computed(() => first.data.value?.total ?? 0),
    stale: first.isPlaceholderData,
    error: first.error,
    isPending: first.isPending,
    isSuccess: first.isSuccess,
    isFetching: first.isFetching,
    refetch: first.refetch,
    // A switch shows what the service answers.
    assume: () => () => undefined,
    tree: { ...branches, onKey: onTreeKey },
  };
}
