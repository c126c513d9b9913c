/** A noun as it stands within a sentence: "SKU stock" for "SKU stock", "order item" for "Order item". */
export function inSentence(noun: string): string {
  return noun
    .split(' ')
    .map((word) => (/\p{Lu}.*\p{Lu}/u.test(word) ? word : word.toLowerCase()))
    .join(' ');
}
