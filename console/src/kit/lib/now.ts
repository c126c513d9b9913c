import { ref } from 'vue';

const EVERY_MS = 15_000;

/** The current time in milliseconds, updated every 15 seconds. */
export const now = ref(Date.now());

setInterval(() => (now.value = Date.now()), EVERY_MS);
