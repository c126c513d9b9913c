import { matches, tagOf } from './entity-tag.js';

describe('entity tags', () => {
  const tag = tagOf({ id: 1, name: 'a' });

  it('are quoted, and differ with the content', () => {
    expect(tag).toMatch(/^"[\w-]{16}"$/);
    expect(tagOf({ id: 1, name: 'a' })).toBe(tag);
    expect(tagOf({ id: 1, name: 'b' })).not.toBe(tag);
  });

  it.each(['*', ' * ', tag, `"other", ${tag}`, `${tag},"other"`])('are matched by %s', (header) => {
    expect(matches(header, tag)).toBe(true);
  });

  it.each(['', '"other"', `W/${tag}`, tag.slice(1, -1), `${tag} ${tag}`, '*, "other"'])(
    'are not matched by %s',
    (header) => {
      expect(matches(header, tag)).toBe(false);
    },
  );
});
