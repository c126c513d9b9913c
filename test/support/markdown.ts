/** A link or image of a Markdown page. */
export interface Link {
  line: number;
  target: string;
}

/** The inline links and images of a page, except those in code. */
export function linksOf(markdown: string): Link[] {
  return proseOf(markdown).flatMap((text, index) =>
    Array.from(text.replaceAll(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)[^)]*\)/g), ([, target = '']) => ({
      line: index + 1,
      target,
    })),
  );
}

/** The anchors of a page's headings, formed as GitHub forms them. */
export function anchorsOf(markdown: string): string[] {
  const seen = new Map<string, number>();
  return proseOf(markdown).flatMap((text) => {
    const [, heading] = /^#{1,6} +(.+?) *#*$/.exec(text) ?? [];
    if (heading === undefined) return [];
    const anchor = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
}

/** The inline code in the text of a page. */
export function inlineCodeOf(markdown: string): string[] {
  return proseOf(markdown).flatMap((text) => Array.from(text.matchAll(/`([^`]+)`/g), ([, code = '']) => code));
}

/** The files that a page prints in full: each a code block below a line with nothing but its path in backticks. */
export function printedFilesOf(markdown: string): { path: string; content: string }[] {
  return Array.from(
    markdown.matchAll(/^`([\w./-]+\.\w+)`\n\n```\w+\n([^]*?)^```$/gm),
    ([, path = '', content = '']) => ({ path, content }),
  );
}

/** The lines of a page; those of fenced code are empty. */
function proseOf(markdown: string): string[] {
  let fence: string | undefined;
  return markdown.split('\n').map((line) => {
    const [, mark] = /^ *(```+|~~~+)/.exec(line) ?? [];
    if (fence === undefined) fence = mark;
    else if (mark !== undefined && mark.startsWith(fence)) fence = undefined;
    else return '';
    return fence === undefined && mark === undefined ? line : '';
  });
}
