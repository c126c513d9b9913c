import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Linter } from 'eslint';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import { scopedReads } from '../../scripts/scoped-reads.js';

const HEAD = `
class Order { id = 0; deptId = 0; }
class Diary { id = 0; createdBy = 0; }
class Colour { id = 0; }
declare class CrudService<E> { rows: E; }
declare function InjectRepository(entity: unknown): ParameterDecorator;
declare const manager: { getRepository(e: unknown): void; createQueryBuilder(e: unknown): void; query(sql: string): void };
`;

describe('the lint rule about reads that data scopes limit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'steward-lint-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function problemsIn(code: string): string[] {
    const path = join(folder, 'module.ts');
    writeFileSync(path, HEAD + code);
    const program = ts.createProgram([path], { experimentalDecorators: true, target: ts.ScriptTarget.ES2022 });
    const found = new Linter({ cwd: folder }).verify(
      HEAD + code,
      [
        {
          files: ['**/*.ts'],
          languageOptions: { parser: tseslint.parser, parserOptions: { programs: [program] } },
          plugins: { steward: { rules: { 'scoped-reads': scopedReads } } },
          rules: { 'steward/scoped-reads': 'error' },
        },
      ],
      path,
    );
    return found.map(({ messageId, message }) => messageId ?? message);
  }

  it.each([
    ['a repository of rows with a department', 'manager.getRepository(Order);', ['entity']],
    ['a query of rows with an owner', 'manager.createQueryBuilder(Diary);', ['entity']],
    ['SQL', "manager.query('SELECT 1');", ['sql']],
    [
      'a repository that another class is given',
      'class A { constructor(@InjectRepository(Order) rows: Order) {} }',
      ['entity'],
    ],
    [
      'the repository of another entity in a service',
      'class A extends CrudService<Diary> { constructor(@InjectRepository(Order) rows: Order) { super(); } }',
      ['entity'],
    ],
  ])('finds %s', (_what, code, expected) => {
    expect(problemsIn(code)).toEqual(expected);
  });

  it.each([
    ['rows that nothing limits', 'manager.getRepository(Colour); manager.createQueryBuilder(Colour);'],
    [
      'the repository of a service',
      'class A extends CrudService<Order> { constructor(@InjectRepository(Order) rows: Order) { super(); } }',
    ],
  ])('lets %s pass', (_what, code) => {
    expect(problemsIn(code)).toEqual([]);
  });
});
