import { nextTick } from 'vue';
import { ApiError } from '@/api/client';
import { memberText } from '@/text/fault.text';

/** Puts a refusal at the field of the member that it is about, if there is one. */
export function assignRefusal(
  error: unknown,
  labels: Readonly<Record<string, string>>,
  problems: Record<string, string | undefined>,
): void {
  const { fault } = error instanceof ApiError ? error : {};
  const label = fault?.member === undefined ? undefined : labels[fault.member];
  if (fault?.member === undefined || label === undefined) return;
  problems[fault.member] = memberText(fault, label) ?? (error as ApiError).message;
}

/** Moves the focus to the first field that is wrong. */
export async function focusWrong(form: HTMLElement | null | undefined): Promise<void> {
  await nextTick();
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
