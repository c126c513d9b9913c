import { type ComputedRef, computed } from 'vue';
import { useRoute } from 'vue-router';

declare module 'vue-router' {
  interface RouteMeta {
    /** The page's name in the language of the moment. */
    title?: () => string;
    /** What the menu calls its component. */
    component?: string;
  }
}

/** The name of the page that calls this, which is the text of its h1: what its menu is called. */
export function usePageTitle(): ComputedRef<string> {
  // That of the page's own route, also while another is on its way.
  const { title } = useRoute().meta;
  return computed(() => title?.() ?? '');
}
