import { expect, it } from 'vitest';
import { jsonFaultOf } from '@/kit/lib/json-fault';

it.each<[string, number, number]>([
  ['', 1, 1],
  ['x', 1, 1],
  ['{"a": x}', 1, 7],
  ['{"a": 1,}', 1, 9],
  ['{"a" 1}', 1, 6],
  ["{'a': 1}", 1, 2],
  ['[1, 2', 1, 6],
  ['[1, 2]]', 1, 7],
  ['[01]', 1, 3],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
  ['{\n  "a": "x\n"}', 2, 8],
  [`${'['.repeat(50_000)}!`, 1, 50_001],
])('%j stops being JSON in line %i, column %i', (text, line, column) => {
  expect(() => JSON.parse(text) as unknown).toThrow();
  expect(jsonFaultOf(text)).toEqual({ line, column });
});
