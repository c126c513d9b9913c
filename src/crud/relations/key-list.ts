/** Separates the entries of a list in a text; people also type Chinese commas, and semicolons. */
const SEPARATOR = /[,，;；]/;

/** The keys in a list that a text holds, with commas between them or as an array in JSON; none in anything else. */
export function keysIn(value: unknown): string[] {
  if (typeof value !== 'string') return [];
  const entries = arrayIn(value) ?? value.split(SEPARATOR);
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}

function arrayIn(text: string): string[] | undefined {
  if (!/^\s*\[/.test(text)) return undefined;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry))) : [];
  } catch {
    return undefined;
  }
}
