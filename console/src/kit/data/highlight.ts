/** Source code in pieces, each with its kind: text that a component can show without turning it into HTML. */
import type { Emitter } from 'highlight.js';
import hljs from 'highlight.js/lib/core';
import json from 'highlight.js/lib/languages/json';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';

/** The kinds of pieces. */
type PieceKind = 'keyword' | 'string' | 'value' | 'name' | 'comment';

/** A piece of code. */
export interface Piece {
  text: string;
  kind?: PieceKind;
}

const KINDS: Record<string, PieceKind> = {
  keyword: 'keyword',
  built_in: 'keyword',
  type: 'keyword',
  meta: 'keyword',
  string: 'string',
  regexp: 'string',
  subst: 'string',
  number: 'value',
  literal: 'value',
  attr: 'value',
  property: 'value',
  title: 'name',
  name: 'name',
  tag: 'name',
  symbol: 'name',
  comment: 'comment',
  doctag: 'comment',
};

/** Collects what the highlighter emits, which calls scopes nodes as well. */
class Pieces implements Emitter {
  readonly pieces: Piece[] = [];
  private readonly kinds: (PieceKind | undefined)[] = [];

  addText(text: string): void {
    const kind = this.kinds.at(-1);
    const last = this.pieces.at(-1);
    if (last && last.kind === kind) last.text += text;
    else if (text !== '') this.pieces.push({ text, kind });
  }

  startScope(scope: string): void {
    this.kinds.push(KINDS[scope.split('.')[0] ?? ''] ?? this.kinds.at(-1));
  }

  endScope(): void {
    this.kinds.pop();
  }

  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  __addSublanguage(other: Pieces): void {
    this.pieces.push(...other.pieces);
  }

  toHTML(): string {
    return '';
  }

  finalize(): void {
    this.kinds.length = 0;
  }
}

hljs.configure({ __emitter: Pieces });
hljs.registerLanguage('typescript', typescript);
hljs.registerLanguage('json', json);
hljs.registerLanguage('xml', xml);
// The language of a component's script element.
hljs.registerLanguage('javascript', typescript);

const LANGUAGES: Record<string, string> = {
  ts: 'typescript',
  js: 'typescript',
  mjs: 'typescript',
  json: 'json',
  vue: 'xml',
  html: 'xml',
  xml: 'xml',
  svg: 'xml',
};

/** The pieces of a file; a file of an unknown language is a single piece. */
export function highlight(code: string, path: string): Piece[] {
  const language = LANGUAGES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()];
  if (language === undefined) return [{ text: code }];
  return (hljs.highlight(code, { language, ignoreIllegals: true })._emitter as Pieces).pieces;
}
