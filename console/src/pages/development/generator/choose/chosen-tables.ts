import { shallowReactive, watch } from 'vue';
import { useRoute, useRouter } from 'vue-router';

/** The most tables that can be chosen. */
export const MOST_TABLES = 100;

/** The tables that become modules, kept in the URL so that a reload and a copied link have the same ones. */
export function useChosenTables(): Set<string> {
  const route = useRoute();
  const router = useRouter();
  const { path } = route;
  const inUrl = () => [route.query.table ?? []].flat().filter((name) => name !== null);
  const chosen = shallowReactive(new Set(inUrl().slice(0, MOST_TABLES)));
  const isInUrl = () => inUrl().join('\n') === [...chosen].join('\n');

  watch(
    () => [...chosen],
    (table) => {
      if (route.path === path && !isInUrl()) void router.replace({ query: { ...route.query, table } });
    },
  );
  watch(
    () => route.query.table,
    () => {
      if (route.path !== path || isInUrl()) return;
      chosen.clear();
      for (const name of inUrl().slice(0, MOST_TABLES)) chosen.add(name);
    },
  );
  return chosen;
}
