/** Forms with changes that are not saved yet: leaving them, by whatever way, asks first. */
import { type MaybeRefOrGetter, onScopeDispose, shallowReactive, toValue, watch, watchEffect } from 'vue';
import { texts } from '@/text/language';
import { confirm } from './confirm';

const t = texts(
  {
    title: 'Discard the changes?',
    text: 'What you entered has not been saved.',
    discard: 'Discard',
  },
  { title: '放弃修改？', text: '已填写的内容尚未保存。', discard: '放弃' },
);

const dirty = shallowReactive(new Set<symbol>());

/** Counts a form as one with changes while `changed` holds and the calling component is there. */
export function useDirty(changed: MaybeRefOrGetter<boolean>): void {
  const form = Symbol();
  watchEffect(() => {
    if (toValue(changed)) dirty.add(form);
    else dirty.delete(form);
  });
  onScopeDispose(() => dirty.delete(form));
}

/** Whether any form has changes. */
export function isDirty(): boolean {
  return dirty.size > 0;
}

/** Asks whether to give changes up. */
export function askToDiscard(): Promise<boolean> {
  return confirm({ title: t.title, text: t.text, action: t.discard, danger: true });
}

/** Whether the page may be left: no form has changes, or they are given up and nothing asks about them again. */
export async function mayLeave(): Promise<boolean> {
  if (!isDirty()) return true;
  if (!(await askToDiscard())) return false;
  dirty.clear();
  return true;
}

// Only while it is needed: with a listener, a browser does not keep the page for "Back".
watch(
  isDirty,
  (now) => {
    if (now) window.addEventListener('beforeunload', warn);
    else window.removeEventListener('beforeunload', warn);
  },
  { flush: 'sync' },
);

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
