import { shallowRef } from 'vue';

/** A question that must be answered before something that cannot be undone. */
export interface Question {
  title: string;
  text: string;
  /** Name of the button that goes on. */
  action: string;
  /** Whether going on destroys something. */
  danger?: boolean;
  /** What must be typed before the button can be pressed. */
  typed?: string;
}

/** The question on the screen, and who waits for its answer. */
export const asked = shallowRef<Question & { answer: (yes: boolean) => void }>();

/** Asks, and answers whether to go on. */
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
