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

/** Whether the window lacks the room for a menu and filters beside the rows: they fold into buttons. */
export const isSmall = useMedia('(max-width: 640px), (max-height: 599px)');
