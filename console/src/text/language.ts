import { ref } from 'vue';

/** A language of the console. */
export type Language = 'en' | 'zh';

/** The languages by their own names. */
export const LANGUAGES: Record<Language, string> = { en: 'English', zh: '中文' };

const KEY = 'steward.language';

/** The language that the console speaks: what was chosen in this browser, else what the browser prefers. */
export const language = ref<Language>(chosen() ?? (navigator.language.startsWith('zh') ? 'zh' : 'en'));
document.documentElement.lang = language.value;

/** Speaks another language from now on, in this browser. What is shown is made again. */
export function setLanguage(value: Language): void {
  localStorage.setItem(KEY, value);
  document.documentElement.lang = value;
  language.value = value;
}

function chosen(): Language | undefined {
  const kept = localStorage.getItem(KEY);
  return kept === 'en' || kept === 'zh' ? kept : undefined;
}

type Text = string | ((...values: never[]) => string);

/** The same members in Chinese; one that is missing does not compile. */
type Chinese<T extends Record<string, Text>> = {
  [K in keyof T]: T[K] extends (...values: infer V) => string ? (...values: V) => string : string;
};

/**
 * The texts of a part of the console. A member is read in the language of the moment: one that a component keeps from its
 * setup stays right, because a change of the language mounts every page again.
 */
export function texts<const T extends Record<string, Text>>(en: T, zh: Chinese<T>): Chinese<T> {
  const english = en as unknown as Chinese<T>;
  return new Proxy(zh, { get: (_target, key: string) => (language.value === 'zh' ? zh : english)[key] });
}
