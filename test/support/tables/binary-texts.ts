import { type EitherTable, either } from './either.js';

/** `base64url:` and the base64url of the bytes ff 00 fe, which are no text. */
const NO_TEXT = 'base64url:_wD-';

/** Binary columns whose bytes are mostly text, and keys of bytes. */
export const binaryTextTables: EitherTable[] = [
  either('wiki_page', ['page_key BYTES NOT NULL PRIMARY KEY', 'page_title BYTES NOT NULL', 'raw BYTES'], {
    row: { id: 'Größe/a b', pageTitle: '名称, "x"', raw: 'AP8Q' },
    second: { id: NO_TEXT },
    change: { pageTitle: NO_TEXT, raw: null },
    wrong: [
      { id: '' },
      { id: 'x'.repeat(5000) + '\u0000' },
      { id: 'base64url:YWJj' },
      { pageTitle: null },
      { pageTitle: 'base64url:!' },
    ],
    unfiltered: ['raw'],
    unique: true,
    emptied: true,
    also: [
      `INSERT INTO wiki_page VALUES ('Main_Page', 'Main page', NULL), ('base64url:x', 'Odd', NULL), (X'00', 'Zero', NULL),
        (X'FF00', X'47C3B6', X'00'), (X'FF01', '', X'01'), ('main_page', 'Lower', NULL), ('a,b', 'Comma', NULL)`,
    ],
  }),
  either(
    'wiki_word',
    ['space INT NOT NULL', 'word BYTES NOT NULL', 'uses INT NOT NULL DEFAULT 0', 'PRIMARY KEY (space, word)'],
    {
      row: { space: 0, word: 'a,b', uses: 1 },
      second: { word: NO_TEXT },
      change: { uses: 2 },
      wrong: [{ word: undefined }, { word: 'base64url:YWJj' }],
      unique: true,
      emptied: true,
      also: ["INSERT INTO wiki_word VALUES (1, 'a', 0), (1, X'FF', 0), (1, X'FE', 0), (1, '', 0), (1, X'00', 0)"],
    },
  ),
  either('wiki_site', ['site_key BYTES NOT NULL PRIMARY KEY', 'site_name BYTES'], {
    row: { id: 'new', siteName: null },
    second: { id: 'newer' },
    change: { siteName: 'x' },
    unique: true,
    also: ["INSERT INTO wiki_site VALUES (X'FF00FE', X'47C3B6'), (X'6465', X'4465')"],
  }),
  either(
    'wiki_link',
    ['id COUNTED', 'site_key BYTES NOT NULL', 'FOREIGN KEY (site_key) REFERENCES wiki_site (site_key)'],
    {
      row: { siteKey: NO_TEXT },
      shown: { siteKey: NO_TEXT, siteKeyLabel: 'Gö' },
      change: { siteKey: 'de' },
      missing: { siteKey: 'nowhere' },
    },
  ),
];
