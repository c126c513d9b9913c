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
  /** An action that is offered while the message is shown. */
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

/**
 * Says that something was done, and may offer an action, such as to undo it.
 * @param shownMs how long the message stays; `Infinity` until it is closed or dismissed
 * @returns id of the message
 */
export function toast(text: string, action?: ToastAction, shownMs = action ? OFFERED_MS : SHOWN_MS): number {
  const id = show({ kind: 'ok', text, action });
  if (shownMs < Infinity) setTimeout(() => dismiss(id), shownMs);
  return id;
}

/**
 * Says that something failed, in the service's words if there are any, and may offer an action, such as to try again.
 * @returns id of the message; undefined if the banner says it, as it does while the service is unavailable
 */
export function toastFailure(error: unknown, action?: ToastAction): number | undefined {
  if (error instanceof ApiError && error.status === 0) return undefined;
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return show({ kind: 'failed', text: messageOf(error), requestId, action });
}

/** The message to the user about an error. */
export function messageOf(error: unknown): string {
  return (error instanceof Error && error.message) || c.failed;
}

/** Removes a message. */
export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id);
}

function show(one: Omit<Toast, 'id'>): number {
  const id = ++last;
  toasts.value = [...toasts.value, { ...one, id }].slice(-MOST);
  return id;
}
