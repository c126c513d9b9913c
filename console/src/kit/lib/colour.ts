/** Whether a text is a colour as the API takes it: `#` and six hexadecimal digits. */
export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

/** A colour as the API takes it, from how people write it: `36c` and `#36C` are `#3366cc`; anything else as typed. */
export function colourOf(typed: string): string {
  const text = typed.trim();
  const [, digits] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(text) ?? [];
  if (digits === undefined) return text;
  const whole = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  return `#${whole.toLowerCase()}`;
}
