import { readEnumComment } from './enum-comment.js';
import { switchingOf } from './switching.js';

describe('the value that means on', () => {
  it.each([
    ['a: Y-yes N-no', 'Y', 'N'],
    ['a: N-no Y-yes', 'Y', 'N'],
    ['是否为外链（0是 1否）', '0', '1'],
    ['a: 0-关闭 1-开启', '1', '0'],
    ['a: true=on, false=off', 'true', 'false'],
    ['a: 1-active 0-inactive', '1', '0'],
    ['a: 1=published, 0=not published', '1', '0'],
    ['启用状态：0->不启用；1->启用', '1', '0'],
  ])('of %j is %s', (comment, on, off) => {
    expect(switchingOf(readEnumComment(comment))).toEqual({ on, off });
  });

  it.each(['a: 1-yes 2-no', 'a: 0-yes 1-no 2-unknown', 'a: 0-new 1-old', '状态（0正常 1停用）', 'a: 0-no 0-yes', ''])(
    'is none of those in %j',
    (comment) => {
      expect(switchingOf(readEnumComment(comment))).toBeUndefined();
    },
  );
});
