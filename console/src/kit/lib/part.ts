import { type AsyncComponentLoader, type Component, defineAsyncComponent } from 'vue';
import { mayLeave } from '@/kit/overlays/dirty';
import { c } from '@/text/common.text';
import { renewBuild } from './new-build';
import { dismiss, toast, toastFailure } from './toast';

/** How long a part of the console may take before the user is told, in milliseconds. */
const LONG_MS = 5000;

const missing = new WeakSet<object>();
const awaited = new Set<object>();
const retries = new Set<() => void>();
let notice: number | undefined;
let offer: number | undefined;

window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));

/** Whether an error means that a part of the console could not be loaded. */
export function isPartMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error);
}

/** Wraps a loader of a part of the console: tells the user when the part takes long, and keeps waiting for it. */
export function patient<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    const part = load();
    const long = setTimeout(() => {
      awaited.add(part);
      notice ??= toast(c.stillLoading, { label: c.reload, run: reload }, Infinity);
    }, LONG_MS);
    try {
      return await part;
    } finally {
      clearTimeout(long);
      if (awaited.delete(part) && awaited.size === 0 && notice !== undefined) {
        dismiss(notice);
        notice = undefined;
      }
    }
  };
}

async function reload(): Promise<void> {
  notice = undefined;
  if (await mayLeave()) location.reload();
}

/** A component that is loaded when it is first shown. While that fails, its place is empty, and it can be retried. */
export function lazy<T extends Component>(load: AsyncComponentLoader<T>): T {
  return defineAsyncComponent({ loader: patient(load), onError: (_error, retry) => void offerRetry(retry) });
}

/** Offers to retry all failed loads together, unless the service has another build, which is then loaded. */
async function offerRetry(retry: () => void): Promise<void> {
  retries.add(retry);
  if (await renewBuild(location.href)) return;
  if (offer !== undefined) dismiss(offer);
  offer = toastFailure(new Error(c.notLoaded), { label: c.retry, run: retryAll });
}

function retryAll(): void {
  const again = [...retries];
  retries.clear();
  for (const retry of again) retry();
}
