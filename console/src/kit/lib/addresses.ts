/** Addresses that rows hold, as far as a page may open or show them. */

/** The address to open; undefined for anything but a web page or a path of this site. */
export function linkOf(text: string): string | undefined {
  const url = urlOf(text);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** The address of a picture that the console's content policy allows; undefined for any other. */
export function pictureOf(text: string): string | undefined {
  if (/^data:image\//.test(text)) return text;
  const url = urlOf(text);
  return url && (url.protocol === 'https:' || url.origin === location.origin) ? url.href : undefined;
}

/** The pictures in a list: several addresses, with commas between them or in JSON. */
export function picturesOf(value: unknown): string[] {
  const list = typeof value === 'string' && value.trim().startsWith('[') ? parsed(value) : value;
  if (Array.isArray(list)) return list.filter((one): one is string => typeof one === 'string' && one !== '');
  if (typeof list !== 'string') return [];
  // A comma may also be part of an address.
  return list
    .split(/,(?=\s*(?:https?:|data:|\/|$))/i)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The address to write an e-mail to, or to call. */
export function contactOf(kind: 'email' | 'phone', text: string): string | undefined {
  if (kind === 'email') return /^[^\s@?&]+@[^\s@?&]+$/.test(text) ? `mailto:${text}` : undefined;
  const digits = text.replace(/[^\d+]/g, '');
  return digits.length >= 3 ? `tel:${digits}` : undefined;
}

/** Without a scheme, only paths from the root and other hosts are addresses: `news` is a word. */
function urlOf(text: string): URL | undefined {
  if (!/^(?:https?:\/\/|\/)/i.test(text)) return undefined;
  try {
    return new URL(text, location.origin);
  } catch {
    return undefined;
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
