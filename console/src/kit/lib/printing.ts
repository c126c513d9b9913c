import { readonly, ref } from 'vue';

const media = window.matchMedia('print');
const printed = ref(media.matches);

media.onchange = ({ matches }) => (printed.value = matches);
// A browser may lay out the page for printing before it reports the change of the medium.
window.addEventListener('beforeprint', () => (printed.value = true));
window.addEventListener('afterprint', () => (printed.value = false));

/** Whether the page is being printed. */
export const isPrinted = readonly(printed);
