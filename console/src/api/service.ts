import { reactive, readonly } from 'vue';
import { retryAfterOf } from './retry-after';

/** The first and the longest interval between two attempts, in milliseconds, unless the service sends one. */
const FIRST_S = 1;
const LONGEST_S = 30;

const state = reactive({
  /** Whether the service does not respond, or says that it is unavailable. */
  down: false,
  /** Its message; empty if nothing responded. */
  message: '',
  /** When the next attempt follows, in milliseconds since the epoch. */
  retryAt: 0,
});

let wait = FIRST_S;
let timer: ReturnType<typeof setTimeout> | undefined;
const recovered = new Set<() => void>();

/** The availability of the service, for the banner. */
export const service = readonly(state);

/** Registers a listener for when the service responds again, so that failed reads can be repeated. */
export function onRecovery(listener: () => void): void {
  recovered.add(listener);
}

/** Records that the service is unavailable, and keeps asking until it is back. */
export function reportDown(message: string, retryAfter?: number): void {
  state.message = message;
  if (state.down && retryAfter === undefined) return;
  state.down = true;
  askIn(retryAfter ?? jitter(FIRST_S));
}

/** Asks the service at once. */
export async function askNow(): Promise<void> {
  clearTimeout(timer);
  try {
    const response = await fetch('/api/health/live', { cache: 'no-store' });
    if (response.ok) {
      wait = FIRST_S;
      state.down = false;
      for (const listener of recovered) listener();
      return;
    }
    askIn(retryAfterOf(response) ?? next());
  } catch {
    askIn(next());
  }
}

window.addEventListener('offline', () => reportDown(''));
window.addEventListener('online', () => {
  if (state.down) void askNow();
});

function next(): number {
  wait = Math.min(wait * 2, LONGEST_S);
  return jitter(wait);
}

/** Consoles that lost the service together must not all return at the same moment. */
function jitter(seconds: number): number {
  return seconds * (0.75 + Math.random() / 2);
}

function askIn(seconds: number): void {
  clearTimeout(timer);
  state.retryAt = Date.now() + seconds * 1000;
  timer = setTimeout(() => void askNow(), seconds * 1000);
}
