import type { Choice } from './define-crud';

/** Several values, such as those of a set, by the labels that their choices have. */
export function choiceLabels(values: readonly unknown[], choices: readonly Choice[] = []): string {
  return values
    .map((value) => choices.find((choice) => String(choice.value) === String(value))?.label ?? String(value))
    .join(', ');
}
