import { runInNewContext } from 'node:vm';
import { transformSync } from '@swc/core';
import { commentText, isIdentifier, oneLine, stringLiteral } from './text.js';

const HOSTILE = [
  '',
  'plain',
  `it's "quoted" \`here\``,
  "'''",
  '"""',
  'back\\slash\\',
  "'; process.exit(1); '",
  '${process.exit(1)}',
  '*/ process.exit(1) /*',
  '*/*/',
  '**/',
  '/*',
  'ends with *',
  '* @deprecated',
  '@ts-ignore',
  'two\nlines\r\nand\ttabs',
  '\u2028\u2029\u0000\u001b[31m\u202e\ufeff',
  '\ud800 alone',
  '😀 名称',
];

describe('a string literal', () => {
  it.each(HOSTILE)('of %j is that text', (text) => {
    const literal = stringLiteral(text);
    expect(literal).not.toMatch(/[\n\r\u2028\u2029\0]/);
    expect(runInNewContext(literal)).toBe(text);
  });

  it('has the quotes that need fewer escapes', () => {
    expect(stringLiteral("it's")).toBe(`"it's"`);
    expect(stringLiteral('a "b"')).toBe(`'a "b"'`);
    expect(stringLiteral(`'"`)).toBe(`'\\'"'`);
  });
});

describe('text in a comment', () => {
  it.each(HOSTILE)('of %j does not end it, and stays on its line', (text) => {
    const source = `/** ${commentText(text)} */\nexport const after = 1;`;
    expect(commentText(text)).not.toMatch(/[\n\r\u2028\u2029]|^@|\*\//);
    const { code } = transformSync(source, { jsc: { parser: { syntax: 'typescript' }, preserveAllComments: false } });
    expect(code.replace(/\/\*[^]*?\*\//, '').trim()).toBe('export var after = 1;');
  });

  it('is otherwise what it was', () => {
    expect(commentText('Names: a, b (名称) 😀')).toBe('Names: a, b (名称) 😀');
    expect(oneLine(' two\n lines ')).toBe('two lines');
  });
});

it.each<[string, boolean]>([
  ['DemoItem', true],
  ['_a$1', true],
  ['1a', false],
  ['a b', false],
  ['a-b', false],
  ['größe', false],
  ['', false],
  ['a;b', false],
  ['a\n', false],
])('%j as an identifier: %s', (text, expected) => {
  expect(isIdentifier(text)).toBe(expected);
});
