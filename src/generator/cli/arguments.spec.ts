import { UsageError, readOrder } from './arguments.js';

const read = (line: string) => readOrder(line.split(' '));

describe('the command line of the generator', () => {
  it('names tables once, and says what becomes of them', () => {
    const { task, tables, asked } = read('a b a --merge --conflicts=rendering --rename x=y --rename z=w --module shop');
    expect([task, tables]).toEqual(['generate', ['a', 'b']]);
    expect(asked).toMatchObject({ merge: true, conflicts: 'rendering', moduleName: 'shop' });
    expect(asked.renames).toEqual({ x: 'y', z: 'w' });
    expect(asked.overwrite).toBeUndefined();
  });

  it.each([
    ['a --preview', 'preview', ['a']],
    ['a --diff', 'diff', ['a']],
    ['--check', 'check', []],
    ['--check a', 'check', ['a']],
    ['a b --accept', 'accept', ['a', 'b']],
    ['--design a', 'design', ['a']],
  ])('%s', (line, task, tables) => {
    expect(read(line)).toMatchObject({ task, tables });
  });

  it('has conflicts marked', () => {
    expect(read('a --merge --conflicts markers').asked.conflicts).toBe('markers');
  });

  it.each([
    ['--merge', 'table'],
    ['a --force', 'force'],
    ['a --module ../x', 'moduleName'],
    ['a --merge --conflicts=both', 'conflicts'],
    ['a --merge --rename title', 'old=new'],
    ['a --merge --rename =title', 'old=new'],
    ['a --diff --accept', '--diff and --accept'],
    ['a --design b', 'design'],
  ])('is refused as %s', (line, named) => {
    expect(() => read(line)).toThrow(UsageError);
    expect(() => read(line)).toThrow(named);
  });
});
