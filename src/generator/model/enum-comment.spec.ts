import { readEnumComment } from './enum-comment.js';

describe('choices in a comment', () => {
  it.each<[string, string, string][]>([
    [['status:1-on 2-off', 'status', '1=on 2=off']],
    [['类型：a-甲 b-乙', '类型', 'a=甲 b=乙']],
    [['State: 0-no,1-yes;2-maybe', 'State', '0=no 1=yes 2=maybe']],
    [['level:-1-below 0-zero', 'level', '-1=below 0=zero']],
    [['kind:a-one-two b-x', 'kind', 'a=one-two b=x']],
    [['a:1-x:y 2-z', 'a', '1=x:y 2=z']],
    [['状态（0正常 1停用）', '状态', '0=正常 1=停用']],
    [['删除标志（0代表存在 2代表删除）', '删除标志', '0=代表存在 2=代表删除']],
    [['sex(0-male,1-female)', 'sex', '0=male 1=female']],
    [['性别(0-默认未知,1-男,2-女)', '性别', '0=默认未知 1=男 2=女']],
    [['状态(1：正常  2：冻结 ）', '状态', '1=正常 2=冻结']],
    [['类型（1- 正常，2- 异常）', '类型', '1=正常 2=异常']],
    [['1:a,2:b', '', '1=a 2=b']],
    [['0=off;1=on', '', '0=off 1=on']],
    [['性别：1:男、2:女', '性别', '1=男 2=女']],
    [['Status: 1 - active, 2 - not active', 'Status', '1=active 2=not active']],
    [['Is shown (Y=yes, N=no); empty means no', 'Is shown', 'Y=yes N=no']],
    [['kind (x) of row:1-a 2-b', 'kind (x) of row', '1=a 2=b']],
  ])('of %j', ([comment, name, items]) => {
    const read = readEnumComment(comment);
    expect(read?.problem).toBeUndefined();
    expect(read?.name).toBe(name);
    expect(read?.items.map(({ value, label }) => `${value}=${label}`).join(' ')).toBe(items);
  });

  it.each([
    ['status:1- 2-off', '1 has no label'],
    ['status:1-on 2', '2 has no label'],
    ['status:1-', '1 has no label'],
    ['status:1-on 1-off', 'the value 1 is given twice'],
    ['status（1是 1否）', 'the value 1 is given twice'],
    ['status:1-on -off', 'no label'],
    [`status:1-${'x'.repeat(129)} 2-y`, 'too long'],
  ])('of %j are badly formed', (comment, problem) => {
    expect(readEnumComment(comment)?.problem).toContain(problem);
  });

  it.each([
    ...['', 'plain text', 'note: ordinary text', 'see: a, b', '1-on 2-off and more', 'time: 08:30', 'a:', '：'],
    ...['Format: YYYY-MM-DD', 'Format: YYYY-MM-DD HH:mm:ss', 'see https://my-site.example', '10:30-11:00'],
    ...['see https://my-site.example and https://other-site.example', '10:30-11:00, 12:00-13:00', '2020-01-31'],
    ...['Dates: 2020-01-01, 2021-01-01', 'ratio (1:2, 3:4)', 'size (10, 20)', '类型（M目录 C菜单）', 'up-to-date'],
    ...['use: my-lib and other words', 'range (0-100)', '(see page 3)', 'a:1-x', 'kind: a'],
  ])('are none in %j', (comment) => {
    expect(readEnumComment(comment)).toBeUndefined();
  });

  it('are read out of a comment of any length', () => {
    expect(readEnumComment(`a:${'-'.repeat(100_000)}`)).toBeUndefined();
    expect(readEnumComment(`a:${'1-x '.repeat(20_000)}`)?.problem).toContain('twice');
  });
});
