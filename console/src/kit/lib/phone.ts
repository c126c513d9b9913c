import { type Ref, readonly, ref } from 'vue';

/** Whether a media query holds, followed as the window changes. */
export function useMedia(query: string): Readonly<Ref<boolean>> {
  const list = window.matchMedia(query);
  const state = ref(list.matches);
  list.onchange = ({ matches }) => (state.value = matches);
  return readonly(state);
}

/** Whether the window is as narrow as a phone's, as in the style sheets. */
export const isPhone = useMedia('(max-width: 640px)');

/** Whether rows are cards, as in the style sheets: not in a window so low that it would show only one of them. */
export const hasCards = useMedia('(max-width: 640px) and (orientation: portrait)');

/** Whether the window lacks the room for a menu and filters beside the rows: they fold into buttons. */
export const isSmall = useMedia('(max-width: 640px), (max-height: 599px)');
