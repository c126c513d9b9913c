import { shallowRef } from 'vue';
import { ApiError } from '@/api/client';
import { c } from '@/text/common.text';

/** A short message at the edge of the page. */
export interface Toast {
  id: number;
  kind: 'ok' | 'failed';
  text: string;
  /** Id of the failed request in the service's log. */
  requestId?: string;
  /** Something that can be done about it while it is shown. */
  action?: ToastAction;
}

/** A button in a message. */
export interface ToastAction {
  label: string;
  run: () => unknown;
}

/** How long a success message stays, in milliseconds; failures stay until they are closed. */
const SHOWN_MS = 4000;

/** The same for a message with an action. */
const OFFERED_MS = 10_000;

/** The most messages shown at once; the newest are kept. */
const MOST = 4;

/** The messages shown now. */
export const toasts = shallowRef<Toast[]>([]);

let last = 0;

/** Says that something was done, and offers an action, such as to undo it. */
export function toast(text: string, action?: ToastAction): void {
  const { id } = show({ kind: 'ok', text, action });
  setTimeout(() => dismiss(id), action ? OFFERED_MS : SHOWN_MS);
}

/** Says that something failed, in the service's words if there are any. */
export function toastFailure(error: unknown): void {
  // The banner says that the service is unavailable.
  if (error instanceof ApiError && error.status === 0) return;
  show({ kind: 'failed', text: messageOf(error), requestId: error instanceof ApiError ? error.requestId : undefined });
}

/** What the user is told about an error. */
export function messageOf(error: unknown): string {
  return (error instanceof Error && error.message) || c.failed;
}

/** Removes a message. */
export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id);
}

function show(one: Omit<Toast, 'id'>): Toast {
  const shown = { ...one, id: ++last };
  toasts.value = [...toasts.value, shown].slice(-MOST);
  return shown;
}
