import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import './browser';
import { chineseText } from '@/text/fault.text';

const SOURCE = fileURLToPath(new URL('../../../src', import.meta.url));

/** Every reason that the service names in its refusals (docs/api.md, Reasons). */
const reasons = new Set(
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
    .flatMap((path) => [...readFileSync(`${SOURCE}/${path}`, 'utf8').matchAll(/\breason: '([a-zA-Z]+)'/g)])
    .map(([, reason = '']) => reason),
);

describe('refusals in Chinese', () => {
  it('are there for every reason that the service names', () => {
    expect(reasons.size).toBeGreaterThan(50);
    const unknown = [...reasons].filter((reason) => chineseText({ reason, member: 'member' }) === undefined);
    expect(unknown).toEqual([]);
  });
});
