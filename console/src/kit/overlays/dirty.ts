/** Forms with unsaved changes: every way to leave one asks first. */
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

/** Counts a form as changed while `changed` is true and the calling component is mounted. */
export function useDirty(changed: MaybeRefOrGetter<boolean>): void {
  const form = Symbol();
  watchEffect(() => {
    if (toValue(changed)) dirty.add(form);
    else dirty.delete(form);
  });
  onScopeDispose(() => dirty.delete(form));
}

/** Whether any form has changes. */
function isDirty(): boolean {
  return dirty.size > 0;
}

/** Asks whether to discard the changes. */
export function askToDiscard(): Promise<boolean> {
  return confirm({ title: t.title, text: t.text, action: t.discard, danger: true });
}

/** Whether the page may be left: no form has changes, or they are discarded and not asked about again. */
export async function mayLeave(): Promise<boolean> {
  if (!isDirty()) return true;
  if (!(await askToDiscard())) return false;
  dirty.clear();
  return true;
}

// Only while needed, because a browser does not keep a page with this listener for "Back".
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
