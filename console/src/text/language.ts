import { ref } from 'vue';

/** A language of the console. */
export type Language = 'en' | 'zh';

/** The languages, with their own names. */
export const LANGUAGES: Record<Language, string> = { en: 'English', zh: '中文' };

const KEY = 'steward.language';

/** The console's language: the one chosen in this browser, else the one that the browser prefers. */
export const language = ref<Language>(chosen() ?? (navigator.language.startsWith('zh') ? 'zh' : 'en'));
document.documentElement.lang = language.value;

/** Sets the language in this browser, which mounts the shown page again. */
export function setLanguage(value: Language): void {
  localStorage.setItem(KEY, value);
  document.documentElement.lang = value;
  language.value = value;
}

function chosen(): Language | undefined {
  const kept = localStorage.getItem(KEY);
  return kept === 'en' || kept === 'zh' ? kept : undefined;
}

/** A text of a row, or what the row offers instead in the current language. */
export function inLanguage(text: string, en = '', zh = ''): string {
  return (language.value === 'zh' ? zh : en) || text;
}

type Text = string | ((...values: never[]) => string);

/** The same members in Chinese; one that is missing does not compile. */
type Chinese<T extends Record<string, Text>> = {
  [K in keyof T]: T[K] extends (...values: infer V) => string ? (...values: V) => string : string;
};

/**
 * The texts of a part of the console. A member is read in the current language: one that a component keeps from its
 * setup stays right, because a change of the language mounts every page again.
 */
export function texts<const T extends Record<string, Text>>(en: T, zh: Chinese<T>): Chinese<T> {
  const english = en as unknown as Chinese<T>;
  return new Proxy(zh, { get: (_target, key: string) => (language.value === 'zh' ? zh : english)[key] });
}
