import { readonly, ref } from 'vue';

const query = window.matchMedia('(max-width: 640px)');
const state = ref(query.matches);
query.onchange = ({ matches }) => (state.value = matches);

/** Whether the window is as narrow as a phone's, as in the style sheets. */
export const isPhone = readonly(state);
