import { useQuery } from '@tanstack/vue-query';
import { computed, reactive, watch } from 'vue';
import { useRoute } from 'vue-router';
import { type Schemas, api } from '@/api/client';
import { toastFailure } from '@/kit/lib/toast';
import { type Crud, filterNames } from './define-crud';
import type { ColumnChoice, Preferences } from './use-preferences';
import type { UrlState } from './use-url-state';
import { type ViewState, choiceOf, isSame, knownState, stateOf } from './view-state';
import { t } from './views.text';

/** A saved view of a page. */
export type View = Schemas['SavedView'];

/** The key of the query for the views of a page. */
export const viewsKey = (of: Crud) => ['/api/view/list', of.path];

/**
 * The saved views of a page, and the one that the URL names.
 * @param enabled whether the page has views
 * @param preferences the columns that the user chose outside of views
 */
export function useViews(of: Crud, enabled: boolean, { state, change }: UrlState, preferences: Preferences) {
  const route = useRoute();
  // A filter of this name keeps it.
  const parameter = filterNames(of).includes('view') ? 'saved-view' : 'view';

  const { data, isSuccess } = useQuery({
    queryKey: viewsKey(of),
    queryFn: ({ signal }) => api.get('/api/view/list', { params: { query: { page: of.path } }, signal }),
    enabled,
  });
  const views = computed<readonly View[]>(() => data.value ?? []);
  const id = computed(() => (enabled ? route.query[parameter] : undefined));
  const current = computed(() => views.value.find((view) => String(view.id) === id.value));
  const known = computed(() => current.value && knownState(of, current.value.state));

  /** The columns that the user chose: within a view, only as long as it is shown. */
  const choice = computed<ColumnChoice>(() => (known.value ? reactive(choiceOf(of, known.value.state)) : preferences));

  const none = Object.fromEntries(filterNames(of).map((name) => [name, undefined]));

  /** Shows a view, or the page without one. */
  function select(view: View | undefined, how: 'push' | 'replace' = 'push'): void {
    const { filters, orderBy, order }: Partial<ViewState> = view ? knownState(of, view.state).state : {};
    change({ ...none, ...filters, orderBy, order, [parameter]: view && String(view.id) }, how);
  }

  /** The state to save for the table as it is now; `shown` are the names of its columns. */
  const stateNow = (shown: readonly string[]) => stateOf(state.value, choice.value, shown);

  /** Whether the table shows something other than the current view, or than the page without one. */
  function isChanged(shown: readonly string[]): boolean {
    return !isSame(stateNow(shown), known.value?.state ?? { filters: {} });
  }

  /** Removes all filters, and so leaves the view. The order stays. */
  function leave(): void {
    change({ ...none, [parameter]: undefined });
  }

  const isBare = () => Object.keys(state.value.filters).length === 0 && state.value.orderBy === undefined;

  /** Whether there is anything to choose or to save. */
  const isOffered = computed(() => enabled && (views.value.length > 0 || !isBare()));

  watch(
    [isSuccess, id],
    ([ready, wanted]) => {
      if (!ready || wanted === undefined) return;
      if (current.value === undefined) {
        change({ [parameter]: undefined }, 'replace');
        toastFailure(new Error(t.noSuchView));
        // A link that names only the view, such as one that was typed.
      } else if (isBare()) select(current.value, 'replace');
    },
    { immediate: true },
  );

  return {
    views,
    current,
    isOffered,
    gone: computed(() => known.value?.gone ?? []),
    choice,
    select,
    leave,
    stateNow,
    isChanged,
  };
}

/** The views of a page, as its parts take them. */
export type Views = ReturnType<typeof useViews>;
