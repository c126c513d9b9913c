import { UsageError, readCommand } from './arguments.js';

const read = (line: string) => readCommand(line.split(' '));

describe('the command line of the generator', () => {
  it('names tables once, and says what becomes of them', () => {
    const { task, tables, request } = read(
      'a b a --merge --conflicts=rendering --rename x=y --rename z=w --module shop',
    );
    expect([task, tables]).toEqual(['generate', ['a', 'b']]);
    expect(request).toMatchObject({ merge: true, conflicts: 'rendering', moduleName: 'shop' });
    expect(request.renames).toEqual({ x: 'y', z: 'w' });
    expect(request.overwrite).toBeUndefined();
  });

  it.each([
    ['a --preview', 'preview', ['a']],
    ['a --diff', 'diff', ['a']],
    ['--check', 'check', []],
    ['--check a', 'check', ['a']],
    ['a b --accept', 'accept', ['a', 'b']],
    ['--design a', 'design', ['a']],
    ['--help', 'help', []],
    ['-h', 'help', []],
  ])('%s', (line, task, tables) => {
    expect(read(line)).toMatchObject({ task, tables });
  });

  it('has conflicts marked', () => {
    expect(read('a --merge --conflicts markers').request.conflicts).toBe('markers');
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
