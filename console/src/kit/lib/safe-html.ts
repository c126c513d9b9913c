/** Elements that a preview keeps; of others it keeps what they contain. */
const KEPT = new Set(
  (
    'a abbr b blockquote br caption code dd del div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ' +
    'ol p pre q s small span strong sub sup table tbody td tfoot th thead tr u ul'
  ).split(' '),
);

/** Comments, and elements that are left out with everything in them. */
const DROPPED =
  /<!--.*?(?:-->|$)|<(script|style|template|noscript|iframe|object|svg|math|head|title|audio|video|select|textarea)\b.*?(?:<\/\1\b[^>]*>|$)/gis;

/** A tag; one whose attributes contain a `<` counts as text, so that no text is scanned twice. */
const TAG = /<(\/?)([a-z][a-z\d]*)((?:\s(?:"[^"<]*"|'[^'<]*'|[^"'<>])*)?)\/?>|<[!?/][^<>]*>/gi;

/** Attributes that only affect the layout of text; none of them loads, runs or opens anything. */
const ATTRIBUTE = /\s(alt|colspan|rowspan|start|dir)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/** Forbids the document to load or run anything, should something slip through. */
const POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`;

/** A document of HTML without anything that would be loaded or run. */
export function safeDocument(html: string): string {
  // The console's content policy leaves no other way to choose a font.
  return `<!doctype html>${POLICY}<font face="system-ui, sans-serif">${safeHtml(html)}</font>`;
}

/** HTML that consists only of the tags and attributes that are written here. */
export function safeHtml(html: string): string {
  const source = html.replace(DROPPED, '');
  let safe = '';
  let at = 0;
  for (const { 0: tag, 1: close = '', 2: name = '', 3: attributes = '', index } of source.matchAll(TAG)) {
    safe += escaped(source.slice(at, index));
    at = index + tag.length;
    const element = name.toLowerCase();
    if (KEPT.has(element)) safe += `<${close}${element}${close === '' ? attributesIn(attributes) : ''}>`;
  }
  return safe + escaped(source.slice(at));
}

function attributesIn(text: string): string {
  return [...text.matchAll(ATTRIBUTE)]
    .map(([, name = '', ...values]) => ` ${name.toLowerCase()}="${escaped(values.find((value) => value) ?? '')}"`)
    .join('');
}

/** Escapes text so that it begins no tag and ends no attribute; entities stay as they are. */
function escaped(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
