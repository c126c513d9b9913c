import { commentOf, withComments } from './comments.js';

const write = (sql: string, comments: Record<string, string>) => withComments(sql, new Map(Object.entries(comments)));

describe('comments in a CREATE TABLE', () => {
  it('end the line of the column that they belong to', () => {
    const sql = `CREATE TABLE "t" ("id" integer PRIMARY KEY NOT NULL, "price" decimal(10,2) DEFAULT (0), "note" text)`;
    expect(write(sql, { price: 'Price', note: 'Note' })).toBe(
      `CREATE TABLE "t" ("id" integer PRIMARY KEY NOT NULL, "price" decimal(10,2) DEFAULT (0) -- Price\n, "note" text -- Note\n)`,
    );
  });

  it('are not lost to commas, brackets and quotes in names, texts and constraints', () => {
    const sql = `CREATE TABLE "t(,)" ("a,""b" varchar(2) DEFAULT ('),('), "c" int, CONSTRAINT "c" UNIQUE ("a,""b", "c"))`;
    expect(write(sql, { 'a,"b': 'One', c: 'Two' })).toBe(
      `CREATE TABLE "t(,)" ("a,""b" varchar(2) DEFAULT ('),(') -- One\n, "c" int -- Two\n, CONSTRAINT "c" UNIQUE ("a,""b", "c"))`,
    );
  });

  it('leave a statement as it is where there are none', () => {
    const sql = 'CREATE TABLE "t" ("a" int, "b" int)';
    expect(write(sql, { a: '', other: 'x' })).toBe(sql);
  });

  it('have one line, so that nothing of them is SQL', () => {
    expect(commentOf(' a\n"b" int) \r\u2028-- c ')).toBe(' -- a "b" int) -- c\n');
    expect(commentOf(' \n ')).toBe('');
  });
});
