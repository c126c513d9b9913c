import { type Ref, computed, effectScope, shallowRef } from 'vue';
import { permissionOfPath } from '@/api/permissions';
import type { Crud, Row } from './define-crud';
import type { TreeRows } from './tree-rows';
import type { TreeSource } from './tree-source';
import type { RowSource } from './use-rows';
import type { TableState } from './use-url-state';

/** Whether the rows of a resource are shown as a tree: some were generated before the API had levels of trees. */
export function isTree({ path, tree }: Crud): boolean {
  return tree !== undefined && permissionOfPath[`${path}/branches`] !== undefined;
}

/** The rows of a resource as a tree; its code is loaded only for trees. */
export function useTreeRows(
  of: Crud,
  state: () => TableState,
  fixed: () => Row,
): RowSource & { tree: Readonly<Ref<TreeRows | undefined>> } {
  const loaded = shallowRef<TreeSource>();
  const failed = shallowRef<unknown>();
  const scope = effectScope();

  async function load(): Promise<void> {
    failed.value = undefined;
    try {
      const { treeSource } = await import('./tree-source');
      loaded.value = scope.run(() => treeSource(of, of.tree?.parent ?? of.key, state, fixed));
    } catch (error) {
      failed.value = error;
    }
  }
  void load();

  return {
    rows: computed(() => loaded.value?.rows.value ?? []),
    total: computed(() => loaded.value?.total.value ?? 0),
    stale: computed(() => loaded.value?.stale.value === true),
    error: computed(() => loaded.value?.error.value ?? failed.value),
    isPending: computed(() => loaded.value?.isPending.value ?? true),
    isSuccess: computed(() => loaded.value?.isSuccess.value === true),
    isFetching: computed(() => loaded.value?.isFetching.value ?? true),
    refetch: () => (loaded.value ? loaded.value.refetch() : load()),
    assume: () => () => undefined,
    tree: computed(() => loaded.value?.tree),
  };
}
