import { computed, reactive, ref, shallowRef } from 'vue';
import { problemOf, ruleOf } from './validate';
import { useDirty } from '@/kit/overlays/dirty';
import { assignRefusal, focusWrong } from './refusal';

/**
 * A form of text fields, validated by the API's rules for a path.
 * @param initial the initial values
 * @param send sends the values, which then count as saved
 * @param labels the labels of the fields
 * @param check finds problems beyond the API's rules
 */
export function useForm<T extends Record<string, string>>(
  path: string,
  initial: T,
  send: (values: T) => Promise<void>,
  labels: Readonly<Record<string, string>>,
  check: (values: T) => Partial<Record<keyof T, string | undefined>> = () => ({}),
) {
  type Name = keyof T & string;
  const names = Object.keys(initial) as Name[];
  const saved = shallowRef(initial);
  const values = reactive({ ...initial }) as T;
  const problems = reactive<Record<string, string | undefined>>({});
  const failure = shallowRef<unknown>();
  const busy = ref(false);
  const changed = computed(() => names.some((name) => values[name] !== saved.value[name]));
  useDirty(changed);

  function validate(name: Name): boolean {
    problems[name] = problemOf(values[name], ruleOf(path, name)) ?? check(values)[name];
    return problems[name] === undefined;
  }

  /** Checks a changed field when it loses the focus. */
  function left(name: Name, { relatedTarget: next }: FocusEvent): void {
    // A message would move the button away while the pointer is pressing it.
    if (next instanceof HTMLButtonElement) return;
    if (values[name] !== saved.value[name]) validate(name);
  }

  async function submit(event: Event): Promise<void> {
    if (busy.value) return;
    const form = event.currentTarget as HTMLFormElement;
    if (names.filter((name) => !validate(name)).length > 0) return focusWrong(form);
    busy.value = true;
    failure.value = undefined;
    try {
      const sent = { ...values };
      await send(sent);
      saved.value = sent;
    } catch (error) {
      failure.value = error;
      assignRefusal(error, labels, problems);
      await focusWrong(form);
    } finally {
      busy.value = false;
    }
  }

  return {
    values,
    changed,
    submit,
    state: reactive({ problems, failure, busy }),
    left,
  };
}
