import { type EitherTable, either } from './either.js';

/** Value lists as people write them, and values that are easily altered in transit. */
export const valueTables: EitherTable[] = [
  either(
    'listed_ways',
    [
      'id COUNTED',
      ["status CHAR(1) NOT NULL DEFAULT '0'", '状态（0正常 1停用）'],
      ['sex TINYINT NOT NULL DEFAULT 0', 'sex(0-male,1-female)'],
      ['grade INT', '1:a,2:b'],
      ['type VARCHAR(10)', '类型：a=甲、b=乙'],
      ['level INT', 'level [see https://my-site.example]'],
      ['hours VARCHAR(20)', '10:30-11:00'],
      ['day_format VARCHAR(20)', 'Format: YYYY-MM-DD'],
      ['sign INT', '方向(-1:down;1:up)'],
      ['yes_no CHAR(1)', '是否（Y是 N否）'],
    ],
    {
      row: { status: '1', sex: 1, grade: 2, type: 'a', level: 99, hours: 'x', dayFormat: 'y', sign: -1, yesNo: 'Y' },
      change: { status: '0', type: 'b', sign: 1 },
      wrong: [{ sex: 2 }, { type: 'c' }, { sign: 0 }, { yesNo: 'X' }],
      also: ["INSERT INTO listed_ways (status, grade) VALUES ('9', 9)"],
    },
  ),
  either(
    'flag_numbers',
    [
      'id COUNTED',
      'live TINYINT(1) NOT NULL DEFAULT 0',
      'seen BOOLEAN',
      ['kept TINYINT(1)', 'kept:0-no,1-yes'],
      ['fine TINYINT(1)', 'fine:0-no,1-yes'],
    ],
    {
      row: { live: 2, seen: -1, kept: 1, fine: true },
      change: { live: 1, seen: 0, kept: 0, fine: false },
      wrong: [{ live: true }, { seen: false }, { kept: 2 }, { fine: 1 }],
      emptied: true,
      also: ['INSERT INTO flag_numbers (live, seen, kept, fine) VALUES (5, 0, 5, 0), (1, 3, 0, 1), (0, NULL, 1, NULL)'],
    },
  ),
  either('early_years', ['id COUNTED', 'born DATE', 'seen DATETIME', 'noted DATETIME NOT NULL'], {
    row: { born: '0001-01-01', seen: '0099-12-31T23:59:59.000Z', noted: '0999-12-31T23:59:59.000Z' },
    change: { born: '0999-12-31', seen: '0001-01-01T00:00:00.000Z' },
    wrong: [{ born: '0000-01-01' }, { seen: '0000-01-01T00:00:00Z' }, { noted: undefined }],
    also: [
      "INSERT INTO early_years (born, seen, noted) VALUES ('0001-01-01', '0001-01-01 00:00:00', '2021-01-01 00:00:00'), ('9999-12-31', '9999-12-31 23:59:59', '1970-01-01 00:00:00')",
    ],
  }),
  either(
    'only_numbers',
    [
      'id COUNTED',
      'ratio DOUBLE',
      'share DECIMAL(5,4)',
      'count_all BIGINT',
      'small SMALLINT',
      'price DECIMAL(12,2) NOT NULL DEFAULT 0',
    ],
    {
      row: { ratio: 0.1, share: '0.0001', countAll: '9007199254740993', small: -1 },
      change: { ratio: -0.30000000000000004, countAll: '-9223372036854775808' },
      wrong: [{ share: '10' }, { share: '0.00001' }, { small: 40_000 }],
      also: [
        'INSERT INTO only_numbers (ratio, share, count_all) VALUES (1e-7, 0.5, 9223372036854775807), (123456789012345680, 1, -1)',
      ],
    },
  ),
  either(
    'only_text',
    ['id COUNTED', 'one CHAR(1)', "empty VARCHAR(5) NOT NULL DEFAULT ''", 'url VARCHAR(255)', 'note TEXT'],
    {
      row: { one: '一', url: 'https://x.example/?a=b&c=%20', note: ' spaces  ' },
      wrong: [{ note: 'half \ud83d' }, { one: 'ab' }],
      change: { empty: '<b>', note: '\t\r\n' },
      also: ["INSERT INTO only_text (one, empty, note) VALUES ('a', '%_', 'a''b\"c')"],
    },
  ),
  either(
    'key_words',
    [
      'id COUNTED',
      '`group` INT',
      '`key` VARCHAR(9)',
      '`index` INT',
      '`from` DATE',
      '`to` DATE',
      '`value` VARCHAR(9)',
      '`desc` TEXT',
    ],
    {
      row: { group: 1, key: 'k', index: 2, from: '2026-01-01', to: '2026-12-31', value: 'v', desc: 'd' },
      change: { index: 3 },
      also: ["INSERT INTO key_words (`group`, `key`) VALUES (5, 'k')"],
    },
  ),
  either(
    'bounds_too',
    [
      'id COUNTED',
      'price DECIMAL(8,2)',
      'price_from DECIMAL(8,2)',
      'price_to DECIMAL(8,2)',
      'ids VARCHAR(9)',
      'q VARCHAR(9)',
    ],
    {
      row: { price: '5.00', priceFrom: '1.00', priceTo: '9.00', ids: 'i', q: 'q' },
      change: { priceTo: '8.00' },
      unfiltered: ['ids', 'q'],
    },
  ),
  either(
    'job_log',
    [
      'id BIG COUNTED',
      'job_group INT NOT NULL',
      'trigger_time DATETIME',
      'trigger_code INT NOT NULL',
      'trigger_msg TEXT',
      'alarm_status TINYINT NOT NULL DEFAULT 0',
    ],
    {
      row: { jobGroup: 1, triggerTime: '2026-01-31T08:30:00.000Z', triggerCode: 200, triggerMsg: '<br>ok' },
      change: { alarmStatus: 3 },
    },
  ),
  either('film_text', ['film_id SMALLINT NOT NULL PRIMARY KEY', 'title VARCHAR(255) NOT NULL', 'description TEXT'], {
    row: { id: 1, title: 'ACADEMY', description: 'A epic' },
    second: { id: 2 },
    change: { description: null },
    unique: true,
  }),
  either(
    'film_rental',
    [
      'rental_id COUNTED',
      'rental_date DATETIME NOT NULL',
      'film_id SMALLINT NOT NULL',
      'return_date DATETIME',
      'last_update DATETIME NOT NULL',
      'UNIQUE (rental_date, film_id)',
      'FOREIGN KEY (film_id) REFERENCES film_text (film_id)',
    ],
    {
      row: { rentalDate: '2005-05-24T22:53:30.000Z', filmId: 9 },
      shown: { rentalDate: '2005-05-24T22:53:30.000Z', filmId: 9, filmIdLabel: 'ALIEN' },
      second: { rentalDate: '2005-05-25T22:53:30.000Z' },
      change: { returnDate: '2005-05-26T22:04:30.000Z' },
      missing: { filmId: 999 },
      unique: true,
      also: ["INSERT INTO film_text VALUES (9, 'ALIEN', NULL)"],
    },
  ),
];
