import type { Choice } from './define-crud';

/** The labels of several values, such as the members of a set. */
export function choiceLabels(values: readonly unknown[], choices: readonly Choice[] = []): string {
  return values
    .map((value) => choices.find((choice) => String(choice.value) === String(value))?.label ?? String(value))
    .join(', ');
}
