import { nextTick } from 'vue';
import { ApiError } from '@/api/client';
import { memberText } from '@/text/fault.text';

/** A refusal in words for a field, if it is about its member. */
export function refusalOf(error: unknown, member: string, label: string): string | undefined {
  if (!(error instanceof ApiError) || error.fault?.member !== member) return undefined;
  return memberText(error.fault, label) ?? error.message;
}

/** Puts a refusal at the field of the member that it is about, if there is one. */
export function assignRefusal(
  error: unknown,
  labels: Readonly<Record<string, string>>,
  problems: Record<string, string | undefined>,
): void {
  for (const [member, label] of Object.entries(labels)) {
    const text = refusalOf(error, member, label);
    if (text !== undefined) problems[member] = text;
  }
}

/** Moves the focus to the first field that is wrong. */
export async function focusWrong(form: HTMLElement | null | undefined): Promise<void> {
  await nextTick();
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
