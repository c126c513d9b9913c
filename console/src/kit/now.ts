import { onMounted, onUnmounted, readonly, ref } from 'vue';

const EVERY_MS = 15_000;

const now = ref(Date.now());
let timer: ReturnType<typeof setInterval> | undefined;
let users = 0;

/** The current time in milliseconds, kept up to date while the component is shown; all share one timer. */
export function useNow() {
  onMounted(() => {
    if (users++ > 0) return;
    now.value = Date.now();
    timer = setInterval(() => (now.value = Date.now()), EVERY_MS);
  });
  onUnmounted(() => {
    if (--users === 0) clearInterval(timer);
  });
  return readonly(now);
}
