/** A block of a Vue component. */
export interface Block {
  /** Distinguishes it from the others: its tag, `setup`, and its number among several. */
  name: string;
  tag: string;
  /** All of it, with comments before it. */
  text: string;
  /** Its opening tag, with the comments before it. */
  open: string;
  inside: string;
}

/** The opening tag of a block, with the whitespace and comments before it. */
const OPEN = /^((?:\s|<!--[^]*?-->)*)<([a-z][\w-]*)((?:\s(?:[^>"']|"[^"]*"|'[^']*')*)?)>/;

/** The blocks of a component; undefined if the text is not one. */
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
  // In formatted text, a block ends on its first line or at a line that begins with its closing tag.
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
