import { installationAddress, labelOf, namesOf, propertiesOf, wordsOf } from './names.js';

describe('the names of a table', () => {
  it.each<[string, string[]]>([
    ['demo_item', ['demo', 'item']],
    ['demoItem', ['demo', 'item']],
    ['Demo Item', ['demo', 'item']],
    ['HTTPServer', ['http', 'server']],
    ['größe', ['grosse']],
    ['café', ['cafe']],
    ['名称', ['u540d', 'u79f0']],
    ['a-b.c', ['a', 'b', 'c']],
    ['%%', []],
    ['', []],
  ])('%j has the words %j', (name, words) => {
    expect(wordsOf(name)).toEqual(words);
  });

  it.each([
    ['demo_item', 'demo-item', 'demoItem', 'DemoItem'],
    ['2fast', 't2fast', 't2fast', 'T2fast'],
    ['__proto__', 'proto', 'proto', 'Proto'],
    ['../../etc/passwd', 'etc-passwd', 'etcPasswd', 'EtcPasswd'],
  ])('%j is %s, %s and %s', (table, kebab, camel, pascal) => {
    expect(namesOf(table)).toEqual({ kebab, address: kebab, camel, pascal });
  });

  it.each(['', '%', '   ', '\0', 'x'.repeat(101)])('%j makes none', (table) => {
    expect(namesOf(table)).toBeUndefined();
  });

  it.each([
    ['app_note', 'app-note', 'app/note'],
    ['APP_note_tag', 'app-note-tag', 'app/note-tag'],
    // The name of the module has lost the prefix, or is another.
    ['app_note', 'note', 'app/note'],
    ['application_log', 'application-log', undefined],
    ['app', 'app', undefined],
    ['app_', 'app', undefined],
    ['my_app_note', 'my-app-note', undefined],
  ])('of %s, called %s, are at %s where they are left to installations', (table, kebab, address) => {
    expect(installationAddress(table, kebab)).toBe(address);
  });

  it('are shown with a capital letter', () => {
    expect(labelOf('demo_item')).toBe('Demo item');
  });
});

describe('the properties of columns', () => {
  it.each<[string[], string[]]>([
    [
      ['a_b', 'aB', 'a b', 'A-B'],
      ['aB', 'aB2', 'aB3', 'aB4'],
    ],
    [
      ['a', 'a2', 'A'],
      ['a', 'a2', 'a3'],
    ],
    [
      ['2nd', '50%', '%'],
      ['c2nd', 'c50', 'column'],
    ],
    [
      ['constructor', 'toString', 'has_own_property', '__proto__', 'then'],
      ['constructor2', 'toString2', 'hasOwnProperty2', 'proto', 'then2'],
    ],
    [
      ['id', 'ID'],
      ['id2', 'id3'],
    ],
  ])('%j are %j', (columns, properties) => {
    expect(propertiesOf(columns, ['id'])).toEqual(properties);
  });

  it('are never the same, whatever the columns are called', () => {
    const parts = ['a', 'A', '_', '1', '2', ' ', 'b'];
    const columns = parts.flatMap((one) => parts.flatMap((two) => parts.map((three) => one + two + three)));
    const properties = propertiesOf(columns, []);
    expect(new Set(properties).size).toBe(columns.length);
    for (const property of properties) expect(property).toMatch(/^[a-z][A-Za-z0-9]*$/);
  });
});
