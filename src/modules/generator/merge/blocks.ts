/** A block of a component of Vue. */
export interface Block {
  /** What tells it from the others: its tag, `setup`, and which of several it is. */
  name: string;
  tag: string;
  /** All of it, with comments before it. */
  text: string;
  /** Its first tag, with the comments before it. */
  open: string;
  inside: string;
}

/** A block from the beginning of a line, with what is before it. */
const OPEN = /^((?:\s|<!--[^]*?-->)*)<([a-z][\w-]*)((?:\s(?:[^>"']|"[^"]*"|'[^']*')*)?)>/;

/** The blocks of a component; undefined where the text is none. */
export function blocksOf(text: string): Block[] | undefined {
  const blocks: Block[] = [];
  let rest = text.trimStart();
  while (rest !== '') {
    const block = firstOf(rest, blocks);
    if (!block) return undefined;
    blocks.push(block);
    rest = rest.slice(block.text.length).trimStart();
  }
  return blocks;
}

function firstOf(text: string, before: Block[]): Block | undefined {
  const [open, , tag = '', attributes = ''] = OPEN.exec(text) ?? [];
  if (open === undefined) return undefined;
  // Formatted, a block ends on its first line, or where a line begins with its end.
  const end = new RegExp(`^[^\\n]*</${tag}>[^\\S\\n]*(?=\\n|$)|\\n</${tag}>`).exec(text.slice(open.length));
  if (!end) return undefined;
  const close = open.length + end.index + end[0].trimEnd().length;
  const kind = `${tag}${/\ssetup\b/.test(attributes) ? ' setup' : ''}`;
  const number = before.filter(({ name }) => name.replace(/ \d+$/, '') === kind).length;
  return {
    name: number === 0 ? kind : `${kind} ${number + 1}`,
    tag,
    text: text.slice(0, close),
    open,
    inside: text.slice(open.length, close - `</${tag}>`.length),
  };
}
