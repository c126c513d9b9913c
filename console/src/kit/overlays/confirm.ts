import { shallowRef } from 'vue';

/** A question that must be answered before an action that cannot be undone. */
export interface Question {
  title: string;
  text: string;
  /** Label of the button that proceeds. */
  action: string;
  /** Whether proceeding destroys something. */
  danger?: boolean;
  /** The text that must be typed before the button can be pressed. */
  typed?: string;
}

/** The question on the screen, with the callback that takes its answer. */
export const asked = shallowRef<Question & { answer: (yes: boolean) => void }>();

/** Asks, and resolves to whether to proceed. */
export function confirm(question: Question): Promise<boolean> {
  asked.value?.answer(false);
  return new Promise((resolve) => {
    asked.value = {
      ...question,
      answer(yes) {
        asked.value = undefined;
        resolve(yes);
      },
    };
  });
}
