/** The users of a row: rows of one kind, and how many of them. */
export interface Use {
  /** The name of the rows, for people: "User". */
  what: string;
  count: number;
  /** Whether there are more than were counted. */
  more?: boolean;
}

/** Why something was refused, for programs: sent as the header `X-Error` (docs/api.md, Reasons). */
export interface Fault {
  reason: string;
  /** The member of the request that it is about; `admin.username` for one inside another. */
  member?: string;
  /** The place of the row that it is about, from 1, where several are stored at once. */
  row?: number;
  /** All members of a unique key of several. */
  members?: string[];
  /** The bound that a value is beyond. */
  limit?: number | string;
  /** The values that are accepted. */
  values?: readonly (string | number)[];
  /** The kind of value that is accepted: `whole`, `day`, `email`. */
  format?: string;
  /** The subject of the request, for people: "User admin". */
  what?: string;
  uses?: Use[];
  /** The permission that is missing. */
  permission?: string;
}

/** Longest header, in bytes: proxies refuse more than a few thousand in all. */
const MAX_BYTES = 1500;

/** The text of the header `X-Error`: JSON in ASCII. */
export function headerOf(fault: Fault): string {
  const text = inAscii(fault);
  if (text.length <= MAX_BYTES) return text;
  const { reason, member, row, format } = fault;
  const short = inAscii({ reason, member, row, format });
  return short.length <= MAX_BYTES ? short : inAscii({ reason });
}

function inAscii(fault: Fault): string {
  return JSON.stringify(fault).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A number of things in English: "1 user", "3 menu entries". */
export function counted({ what, count, more }: Use): string {
  const one = what.toLowerCase();
  const many = /[^aeiou]y$/.test(one) ? `${one.slice(0, -1)}ies` : /(s|x|z|ch|sh)$/.test(one) ? `${one}es` : `${one}s`;
  return `${count}${more ? ' or more' : ''} ${count === 1 && !more ? one : many}`;
}
