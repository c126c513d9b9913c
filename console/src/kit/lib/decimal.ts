/**
 * A decimal number as the API takes it, from how people write it: "12,50" and "1.250,5" as much as "12.50" and "1,250.5".
 * What could be read in two ways, such as "1,250", is returned as it was typed, so that it is refused and not guessed.
 */
export function decimalOf(typed: string): string {
  const text = typed.trim().replace(/[\s\u00a0\u202f'’]/g, '');
  const [, sign = '', body = ''] = /^([-+−]?)([\d.,]+)$/.exec(text) ?? [];
  if (body === '') return typed.trim();
  const minus = sign === '-' || sign === '−' ? '-' : '';
  const point = body.lastIndexOf('.');
  const comma = body.lastIndexOf(',');
  if (comma < 0) return minus + body;
  if (point < 0) {
    const [whole = '', ...groups] = body.split(',');
    if (isGrouped(whole, groups) && groups.length > 1) return minus + body.replaceAll(',', '');
    // Three digits after a single comma may be thousands.
    return groups.length === 1 && whole !== '' && !isGrouped(whole, groups)
      ? `${minus}${whole}.${groups[0] ?? ''}`
      : text;
  }
  const mark = Math.max(point, comma);
  const separator = point < comma ? '.' : ',';
  const [whole = '', ...groups] = body.slice(0, mark).split(separator);
  const fraction = body.slice(mark + 1);
  return isGrouped(whole, groups) && /^\d+$/.test(fraction) ? `${minus}${whole}${groups.join('')}.${fraction}` : text;
}

function isGrouped(whole: string, groups: readonly string[]): boolean {
  return /^\d{1,3}$/.test(whole) && groups.every((group) => /^\d{3}$/.test(group));
}

/**
 * A whole number from how people write it, in digits alone: "1250", "1 250" and "1,250,000". Undefined for anything
 * else, also for what could be read in two ways, such as "1,250".
 */
export function wholeOf(typed: string): string | undefined {
  const decimal = decimalOf(typed);
  return /^-?\d+$/.test(decimal) ? decimal : undefined;
}

/** Whether a text is ambiguous: "1,250" and "1.250" may be whole numbers with groups of digits, or decimals. */
export function isAmbiguous(typed: string): boolean {
  return /^[-+−]?\d{1,3}[.,]\d{3}$/.test(typed.trim());
}
