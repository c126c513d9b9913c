import { type FunctionalComponent, type VNode, h } from 'vue';
import { linkOf } from './addresses';

type Part = VNode | string;

/** Parts of a line: code, strong and stressed words, pictures by their names, links. */
const INLINE =
  /`([^`]+)`|\*\*(?=\S)(.+?)\*\*|__(?=\S)(.+?)__|\*(?=[^\s*])([^*]+)\*|!\[([^\]]*)\]\([^)]*\)|\[([^\]]+)\]\(([^)\s]+)[^)]*\)/gs;

/** Markdown as elements; HTML in it stays text, and pictures are their names, so that nothing is run or loaded. */
export const Markdown: FunctionalComponent<{ text: string }> = ({ text }) =>
  h('div', { class: 'markdown' }, blocks(text));
Markdown.props = ['text'];

function blocks(text: string): VNode[] {
  const lines = text.split(/\r?\n/);
  const found: VNode[] = [];
  /** The lines from here on that match. */
  const take = (pattern: RegExp) => {
    const end = lines.findIndex((line) => !pattern.test(line));
    return lines.splice(0, end < 0 ? lines.length : end);
  };
  while (lines.length > 0) {
    const line = lines[0] ?? '';
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    if (line.trim() === '') lines.shift();
    else if (/^\s*```/.test(line)) {
      lines.shift();
      const code = take(/^(?!\s*```)/);
      lines.shift();
      found.push(h('pre', h('code', code.join('\n'))));
    } else if (heading) {
      lines.shift();
      // A preview does not belong to the outline of the page.
      found.push(h('p', { class: `markdown-${heading[1]?.length ?? 1}` }, h('strong', inline(heading[2] ?? ''))));
    } else if (/^\s*(?:[-*_]\s*){3,}$/.test(line)) {
      lines.shift();
      found.push(h('hr'));
    } else if (/^\s*>/.test(line)) {
      found.push(
        h(
          'blockquote',
          blocks(
            take(/^\s*>/)
              .map((each) => each.replace(/^\s*>\s?/, ''))
              .join('\n'),
          ),
        ),
      );
    } else if (/^\s*[-*+]\s+\S/.test(line))
      found.push(h('ul', entries(take(/^\s*[-*+]\s+\S|^\s{2,}\S/), /^\s*[-*+]\s+/)));
    else if (/^\s*\d+[.)]\s+\S/.test(line))
      found.push(h('ol', entries(take(/^\s*\d+[.)]\s+\S|^\s{2,}\S/), /^\s*\d+[.)]\s+/)));
    else
      found.push(h('p', inline([lines.shift(), ...take(/^(?!\s*(?:$|```|#{1,6}\s|>|[-*+]\s|\d+[.)]\s))/)].join('\n'))));
  }
  return found;
}

function entries(lines: readonly string[], mark: RegExp): VNode[] {
  return lines.map((line) => h('li', inline(line.replace(mark, '').trim())));
}

function inline(text: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > at) parts.push(text.slice(at, match.index));
    at = match.index + match[0].length;
    parts.push(partOf(match));
  }
  return at < text.length ? [...parts, text.slice(at)] : parts;
}

function partOf([all, code, strong, strong2, stressed, picture, label, address = '']: RegExpMatchArray): Part {
  if (code !== undefined) return h('code', code);
  const bold = strong ?? strong2;
  if (bold !== undefined) return h('strong', inline(bold));
  if (stressed !== undefined) return h('em', inline(stressed));
  if (picture !== undefined) return `[${picture}]`;
  const href = linkOf(address);
  if (label === undefined || href === undefined) return label ?? all;
  return h('a', { href, target: '_blank', rel: 'noopener noreferrer' }, label);
}
