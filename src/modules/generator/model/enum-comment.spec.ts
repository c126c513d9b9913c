import { readEnumComment } from './enum-comment.js';

describe('choices in a comment', () => {
  it.each<[string, string, string][]>([
    [['status:1-on 2-off', 'status', '1=on 2=off']],
    [['类型：a-甲 b-乙', '类型', 'a=甲 b=乙']],
    [['State: 0-no,1-yes;2-maybe', 'State', '0=no 1=yes 2=maybe']],
    [['level:-1-below 0-zero', 'level', '-1=below 0=zero']],
    [['kind:a-one-two b-x', 'kind', 'a=one-two b=x']],
    [[':1-x', '', '1=x']],
    [['a:1-x:y', 'a', '1=x:y']],
  ])('of %j', ([comment, name, items]) => {
    const read = readEnumComment(comment);
    expect(read?.problem).toBeUndefined();
    expect(read?.name).toBe(name);
    expect(read?.items.map(({ value, label }) => `${value}=${label}`).join(' ')).toBe(items);
  });

  it.each([
    ['status:1- 2-off', '1 has no label'],
    ['status:1-on 2', '2 has no label'],
    ['status:1-on 1-off', 'the value 1 is given twice'],
    ['status:1-on -off', 'no label'],
    [`status:1-${'x'.repeat(129)}`, 'too long'],
  ])('of %j are badly formed', (comment, problem) => {
    expect(readEnumComment(comment)?.problem).toContain(problem);
  });

  it.each(['', 'plain text', 'note: ordinary text', 'see: a, b', '1-on 2-off', 'time: 08:30', 'a:', '：'])(
    'are none in %j',
    (comment) => {
      expect(readEnumComment(comment)).toBeUndefined();
    },
  );

  it('are read out of a comment of any length', () => {
    expect(readEnumComment(`a:${'-'.repeat(100_000)}`)).toBeUndefined();
    expect(readEnumComment(`a:${'1-x '.repeat(20_000)}`)?.problem).toContain('twice');
  });
});
