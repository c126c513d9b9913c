/** Where a text stops being JSON; both count from 1. */
export interface JsonFault {
  line: number;
  column: number;
}

const SPACE = /[ \t\n\r]*/uy;
const PLAIN =
  /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;
const NAME = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;

/** The position at which a text stops being JSON: each browser reports it in its own words, or not at all. */
export function jsonFaultOf(text: string): JsonFault {
  const before = text.slice(0, faultAt(text)).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** The offset of the first character that JSON does not allow there, found without recursion: nesting may be deep. */
function faultAt(text: string): number {
  const closing: string[] = [];
  let at = skip(SPACE, text, 0);
  let wants: 'value' | 'name' | 'end' = 'value';
  for (;;) {
    const sign = text.charAt(at);
    if (wants === 'end') {
      if (closing.length === 0 || (sign !== ',' && sign !== closing.at(-1))) return at;
      if (sign === ',') wants = closing.at(-1) === '}' ? 'name' : 'value';
      else closing.pop();
      at = skip(SPACE, text, at + 1);
    } else if (wants === 'name') {
      const behind = skip(SPACE, text, skip(NAME, text, at));
      if (sign !== '"' || text.charAt(behind) !== ':') return sign === '"' && behind > at ? behind : at;
      at = skip(SPACE, text, behind + 1);
      wants = 'value';
    } else if (sign === '{' || sign === '[') {
      const close = sign === '{' ? '}' : ']';
      at = skip(SPACE, text, at + 1);
      wants = sign === '{' ? 'name' : 'value';
      if (text.charAt(at) === close) {
        at = skip(SPACE, text, at + 1);
        wants = 'end';
      } else closing.push(close);
    } else {
      const behind = skip(PLAIN, text, at);
      if (behind === at) return at;
      at = skip(SPACE, text, behind);
      wants = 'end';
    }
  }
}

/** The end of what a sticky pattern matches at a place; the place itself if it matches nothing. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
