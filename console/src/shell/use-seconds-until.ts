import { type ComputedRef, computed, onScopeDispose, ref, watch } from 'vue';

const TICK_MS = 250;

/**
 * Whole seconds until a time, counted down to 0.
 * @param time in milliseconds since the epoch
 */
export function useSecondsUntil(time: () => number): ComputedRef<number> {
  const now = ref(Date.now());
  const left = computed(() => Math.max(0, Math.ceil((time() - now.value) / 1000)));
  let timer: ReturnType<typeof setInterval> | undefined;

  const tick = (): void => {
    now.value = Date.now();
    if (left.value === 0) stop();
  };
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  watch(
    time,
    () => {
      stop();
      timer = setInterval(tick, TICK_MS);
      tick();
    },
    { immediate: true },
  );
  onScopeDispose(stop);
  return left;
}
