import { MAX_CHANGES, changeBetween, maskedChanges, removalOf } from './changes.js';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyIjoxfQ.c2lnbmF0dXJl';

describe('changes', () => {
  it('are the members with another value', () => {
    const at = new Date('2026-01-31T08:00:00Z');
    const before = { name: 'a', sort: 1, list: [1, 2], at, none: null, one: 1 };
    const after = { name: 'b', sort: 1, list: [1, 3], at: new Date(at), none: 0, one: null };
    expect(changeBetween(before, after)).toEqual({
      name: ['a', 'b'],
      none: [null, 0],
      one: [1, null],
      list: [
        [1, 2],
        [1, 3],
      ],
    });
  });

  it('of a row that is deleted are all that it had', () => {
    expect(removalOf({ id: 7, name: '', expireAt: null })).toEqual({ id: [7, null], name: ['', null] });
  });

  it('say that a concealed member changed, and not how', () => {
    expect(changeBetween({ value: 'a', key: 'x' }, { value: 'b', key: 'y' }, ['value'])).toEqual({
      value: ['***', '***'],
      key: ['x', 'y'],
    });
    expect(removalOf({ value: 'a' }, ['value'])).toEqual({ value: ['***', null] });
  });

  it('show no secret at any depth, in rows and in lists of rows', () => {
    const change = changeBetween(
      { api_key: 'hush', note: `a ${TOKEN}`, json: null },
      { api_key: 'hush!', note: 'b', json: [{ password: 'hush', [TOKEN]: TOKEN, seen: 1 }] },
    );
    const masked = {
      api_key: ['***', '***'],
      note: ['a ***', 'b'],
      json: [null, [{ password: '***', '***': '***', seen: 1 }]],
    };
    expect(maskedChanges(change)).toEqual(masked);
    expect(maskedChanges({ 7: change, [TOKEN]: { name: ['x', null] } })).toEqual({
      7: masked,
      '***': { name: ['x', null] },
    });
  });

  it('cut long texts and lists', () => {
    const ids = Array.from({ length: 2000 }, (_, i) => i);
    const masked = maskedChanges({ ids: [ids, []], text: ['x'.repeat(5000), '😀'.repeat(600)] });
    expect(masked.ids).toEqual([[...ids.slice(0, 1000), '…'], []]);
    expect(masked.text).toEqual([`${'x'.repeat(1000)}…`, `${'😀'.repeat(500)}…`]);
  });

  it('leave out what does not fit in, and keep the rest', () => {
    const long = 'x'.repeat(900);
    const rows = Object.fromEntries(
      Array.from({ length: 200 }, (_, i) => [i + 1, { name: [long, null], n: [1, null] }]),
    );
    const text = JSON.stringify(maskedChanges(rows as never));
    expect(text.length).toBeLessThanOrEqual(MAX_CHANGES);
    expect(text.length).toBeGreaterThan(MAX_CHANGES - 2000);
    const shown = JSON.parse(text) as object;
    expect(Object.keys(shown).length).toBeGreaterThan(60);
  });
});
