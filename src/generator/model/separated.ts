import type { Family } from './families.js';

/** The comment of a text that holds several entries with commas between them. */
const SAID =
  /[\s,，;；、]*(?:\bcomma[- ](?:separated|delimited)(?:\s+(?:list|values?|strings?)(?:\s+of)?)?\b|\b(?:separated|delimited)\s+(?:by|with)\s+commas?\b|(?:多个)?(?:采用|使用|[以用由])?(?:英文|半角)?(?:逗号|["'“”‘’]?[,，]["'“”‘’]?)(?:分隔|隔开|分割|间隔|相隔|分开))/iu;

/** Whether a text column holds entries with commas between them, as its comment says. */
export function isSeparated(comment: string, { kind }: Family): boolean {
  return (kind === 'text' || kind === 'longText') && SAID.test(comment);
}

/**
 * A comment without the words that explain the separator of the entries, so that its label and list are found as usual.
 */
export function withoutSeparation(comment: string): string {
  return comment
    .replace(SAID, '')
    .replace(/[(（[【{]\s*[)）\]】}]/gu, '')
    .replace(/(^|[(（[【{])[\s,，;；:：]+/gu, '$1');
}
