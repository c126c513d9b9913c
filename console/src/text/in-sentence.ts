/** A noun as it stands within a sentence: "SKU stock" for "SKU stock", "order item" for "Order item". */
export function inSentence(noun: string): string {
  return noun
    .split(' ')
    .map((word) => (/\p{Lu}.*\p{Lu}/u.test(word) ? word : word.toLowerCase()))
    .join(' ');
}

/** A noun after Chinese characters, set off by a blank if it begins with a Latin letter or a digit. */
export function behindChinese(noun: string): string {
  return /^[\p{Script=Latin}\d]/u.test(noun) ? ` ${noun}` : noun;
}
