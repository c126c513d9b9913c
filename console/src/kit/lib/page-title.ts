import { type ComputedRef, computed } from 'vue';
import { useRoute } from 'vue-router';

declare module 'vue-router' {
  interface RouteMeta {
    /** Whether the page is shown with a session and without. */
    open?: boolean;
    /** The page's name in the current language. */
    title?: () => string;
    /** The name that the menu gives its component. */
    component?: string;
  }
}

/** The title of the calling page, for its h1: the name of its menu. */
export function usePageTitle(): ComputedRef<string> {
  // The page's own route, even while another one is loading.
  const { title } = useRoute().meta;
  return computed(() => title?.() ?? '');
}
