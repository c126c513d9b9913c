import { columnComments } from './sqlite-ddl.js';

const read = (sql: string) => Object.fromEntries(columnComments(sql));

describe('the comments of a stored CREATE TABLE', () => {
  it('belong to the column before them on their line', () => {
    expect(
      read(`CREATE TABLE t ( -- the table
        -- above
        id INTEGER PRIMARY KEY, -- the key
        status INT NOT NULL DEFAULT 1, -- status:1-on 2-off
        title TEXT -- last
      )`),
    ).toEqual({ id: 'the key', status: 'status:1-on 2-off', title: 'last' });
  });

  it('are found before the comma, too', () => {
    expect(read('CREATE TABLE t (\n a INT -- one\n , b INT -- two\n)')).toEqual({ a: 'one', b: 'two' });
  });

  it('of a definition over several lines are put together', () => {
    expect(read('CREATE TABLE t (\n a DECIMAL(10, -- one\n 2) -- two\n, b INT)')).toEqual({ a: 'one two' });
  });

  it('belong to the last of several columns on a line', () => {
    expect(read('CREATE TABLE t (a INT, b INT, -- of b\n c INT)')).toEqual({ b: 'of b' });
  });

  it('are those of columns, not of constraints', () => {
    expect(
      read('CREATE TABLE t (\n a INT,\n PRIMARY KEY (a), -- key\n CHECK (a > 0), -- check\n UNIQUE (a) -- unique\n)'),
    ).toEqual({});
  });

  it.each([
    ['"a ""b"""', 'a "b"'],
    ['`a ``b```', 'a `b`'],
    ['[a b]', 'a b'],
    ['größe', 'größe'],
    ['"primary"', 'primary'],
  ])('are found under the name %s', (written, name) => {
    expect(read(`CREATE TABLE t (\n ${written} INT, -- here\n z INT)`)).toEqual({ [name]: 'here' });
  });

  it('are not found in text, names and other comments', () => {
    expect(
      read(`CREATE TABLE "a -- b" (\n a TEXT DEFAULT '-- no', /* -- no */ b TEXT DEFAULT 'it''s -- no'\n)`),
    ).toEqual({});
    expect(read(`CREATE TABLE t (a TEXT DEFAULT 'x\n-- no', b INT -- yes\n)`)).toEqual({ b: 'yes' });
    expect(read('CREATE TABLE t (/* a\n b */ a INT /* -- c */ -- yes\n)')).toEqual({ a: 'yes' });
  });

  it.each(['', 'garbage', 'CREATE TABLE t (', "CREATE TABLE t ('", '-- only', '(((', ')))', 'CREATE TABLE t ("a'])(
    'are none in %j',
    (sql) => {
      expect(read(sql)).toEqual({});
    },
  );

  it('take time in proportion to the statement', () => {
    const columns = Array.from({ length: 5000 }, (_, index) => `c${index} INT, -- comment ${index}`).join('\n');
    expect(columnComments(`CREATE TABLE t (\n${columns}\nz INT)`).size).toBe(5000);
  });
});
