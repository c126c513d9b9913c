import { type EitherTable, either } from './either.js';

const NOWHERE = 987_654;

const WANTED = { columns: { account_id: { reference: { table: 'crm_account' } } } };

/** References that are declared, wanted or only inferred, to rows that count and to rows that do not. */
export const referenceTables: EitherTable[] = [
  either('shop_maker', ['id COUNTED', 'name VARCHAR(60) NOT NULL', "del_flag CHAR(1) NOT NULL DEFAULT '0'"], {
    row: { name: 'Acme' },
    change: { name: 'Bcme' },
    absent: ['delFlag'],
    marked: true,
    also: ["INSERT INTO shop_maker (id, name, del_flag) VALUES (1, 'First', '0'), (2, 'Gone', '1')"],
  }),
  either('shop_categories', ['id COUNTED', 'title VARCHAR(60)'], {
    row: { title: 'Tools' },
    change: { title: null },
    also: ["INSERT INTO shop_categories (id, title) VALUES (1, 'Kitchen')"],
  }),
  either(
    'shop_article',
    [
      'id COUNTED',
      'maker_id INT',
      'category_id INT NOT NULL DEFAULT 0',
      'subject VARCHAR(60)',
      'FOREIGN KEY (maker_id) REFERENCES shop_maker (id)',
    ],
    {
      row: { makerId: 1, categoryId: 1, subject: 'Pan' },
      shown: { makerId: 1, makerIdLabel: 'First', categoryId: 1, categoryIdLabel: 'Kitchen', subject: 'Pan' },
      change: { makerId: null, makerIdLabel: null, categoryId: NOWHERE, categoryIdLabel: null },
      missing: { makerId: 2 },
      also: [
        "INSERT INTO shop_article (maker_id, category_id, subject) VALUES (2, 0, 'Of one who is gone'), (NULL, 55, 'Of nothing')",
      ],
    },
  ),
  either('geo_country', ['code CHAR(2) NOT NULL PRIMARY KEY', 'name VARCHAR(60) NOT NULL'], {
    row: { id: 'AT', name: 'Austria' },
    second: { id: 'NZ' },
    change: { name: 'Österreich' },
    unique: true,
    also: ["INSERT INTO geo_country VALUES ('DE', 'Germany'), ('CN', '中国')"],
  }),
  either(
    'geo_city',
    [
      'id COUNTED',
      'country CHAR(2) NOT NULL',
      'name VARCHAR(60)',
      'FOREIGN KEY (country) REFERENCES geo_country (code)',
    ],
    {
      row: { country: 'CN', name: '北京' },
      shown: { country: 'CN', countryLabel: '中国', name: '北京' },
      change: { country: 'DE', countryLabel: 'Germany' },
      missing: { country: 'X😀' },
    },
  ),
  either(
    'staff_person',
    [
      'id COUNTED',
      'code VARCHAR(20) NOT NULL UNIQUE',
      'boss VARCHAR(20)',
      'realname VARCHAR(40)',
      'FOREIGN KEY (boss) REFERENCES staff_person (code)',
    ],
    {
      row: { code: 'p-1', boss: 'p-0', realname: 'Ada' },
      shown: { code: 'p-1', boss: 'p-0', bossLabel: 'Zeno', realname: 'Ada' },
      second: { code: 'p-2' },
      change: { boss: null },
      missing: { boss: 'nobody' },
      unique: true,
      also: ["INSERT INTO staff_person (code, realname) VALUES ('p-0', 'Zeno')"],
    },
  ),
  either('crm_account', ['id COUNTED', 'tenant_id INT NOT NULL', 'name VARCHAR(60)'], {
    row: { name: 'Buyer' },
    change: { name: 'Seller' },
    also: ["INSERT INTO crm_account (id, tenant_id, name) VALUES (1, 0, 'Ours'), (2, 77, 'Theirs')"],
  }),
  either(
    'crm_deal',
    [
      'id COUNTED',
      'tenant_id INT NOT NULL',
      'account_id INT',
      'amount DECIMAL(12,2)',
      'creator VARCHAR(64)',
      'updater VARCHAR(64)',
    ],
    {
      row: { accountId: 1, amount: '100.00' },
      shown: { accountId: 1, accountIdLabel: 'Ours', amount: '100.00' },
      change: { amount: '90.00' },
      missing: { accountId: 2 },
      design: WANTED,
      also: ['INSERT INTO crm_deal (tenant_id, account_id) VALUES (0, 2), (0, NULL)'],
    },
  ),
  either(
    'crm_visit',
    [
      'visitor VARCHAR(20) NOT NULL',
      'account_id INT NOT NULL',
      'tenant_id INT NOT NULL',
      'note VARCHAR(200)',
      'PRIMARY KEY (account_id, visitor)',
    ],
    {
      row: { accountId: 1, visitor: 'a,b', note: 'x' },
      shown: { accountId: 1, accountIdLabel: 'Ours', visitor: 'a,b', note: 'x' },
      second: { visitor: 'c' },
      change: { note: 'y' },
      missing: { accountId: 2 },
      design: WANTED,
      unique: true,
    },
  ),
  either('press_book', ['id COUNTED', 'title VARCHAR(60)', 'maker_id INT NOT NULL', 'article_id INT'], {
    row: { title: 'x', makerId: 0 },
    shown: { title: 'x', makerId: 0, makerIdLabel: null, articleId: null, articleIdLabel: null },
    change: { makerId: 404, articleId: 0 },
    wrong: [{ makerId: undefined }, { makerId: null }, { articleId: 'x' }],
  }),
  // The table that it refers to has no module.
  (database) => {
    const volume = either(
      'press_volume',
      [
        'id COUNTED',
        'title VARCHAR(60)',
        'series_id INT NOT NULL',
        'FOREIGN KEY (series_id) REFERENCES press_series (id)',
      ],
      {
        row: { title: 'x', seriesId: 1 },
        shown: { title: 'x', seriesId: 1, seriesIdLabel: 'First' },
        change: { title: 'y' },
        missing: { seriesId: NOWHERE },
      },
    )(database);
    const series = either('press_series', ['id COUNTED', 'name VARCHAR(60)'], {
      also: ["INSERT INTO press_series VALUES (1, 'First')"],
    })(database);
    return { ...volume, ddl: [...series.ddl, ...volume.ddl] };
  },
  either('press_author', ['id COUNTED', 'author_id INT NOT NULL', 'note VARCHAR(60)'], {
    row: { authorId: 1, note: 'x' },
    shown: { authorId: 1, authorIdLabel: 'admin', note: 'x' },
    change: { note: 'y' },
    missing: { authorId: NOWHERE },
    // A table of the service, which only a design or a declared key refers to.
    design: { columns: { author_id: { reference: { table: 'user', label: 'username' } } } },
  }),
  either('press_posts', ['ID BIG COUNTED', 'post_title TEXT', 'post_author BIGINT NOT NULL DEFAULT 0'], {
    row: { postTitle: 'Hello' },
    change: { postAuthor: 4 },
    also: ["INSERT INTO press_posts (ID, post_title) VALUES (1, 'Hello world')"],
  }),
  either(
    'press_postmeta',
    ['meta_id BIG COUNTED', 'press_post_id BIGINT NOT NULL DEFAULT 0', 'meta_key VARCHAR(255)', 'meta_value TEXT'],
    {
      row: { pressPostId: 1, metaKey: '_edit_lock', metaValue: 'a:1:{i:0;s:1:"x";}' },
      shown: { pressPostId: 1, pressPostIdLabel: 'Hello world', metaKey: '_edit_lock' },
      change: { metaValue: null, pressPostId: NOWHERE, pressPostIdLabel: null },
      also: ["INSERT INTO press_postmeta (meta_key) VALUES ('of no post')"],
    },
  ),
  either('shop_order', ['id COUNTED', 'number VARCHAR(20) NOT NULL UNIQUE', 'note TEXT'], {
    row: { number: 'o-1', note: 'x', shopOrderLine: [{ article: 'pan', crmAccountId: 1 }] },
    shown: {
      number: 'o-1',
      shopOrderLine: [{ article: 'pan', crmAccountId: 1, crmAccountIdLabel: 'Ours' }],
    },
    second: { number: 'o-2' },
    change: { note: 'y', shopOrderLine: [] },
    unique: true,
    design: { lines: [{ table: 'shop_order_line', by: 'order_no' }] },
    also: ["INSERT INTO shop_order (id, number) VALUES (1, 'o-0')"],
  }),
  either(
    'shop_order_line',
    [
      'id COUNTED',
      'order_no INT NOT NULL',
      'article VARCHAR(20)',
      'price DECIMAL(8,2)',
      'crm_account_id INT',
      'creator VARCHAR(64)',
      'create_time DATETIME',
      'FOREIGN KEY (order_no) REFERENCES shop_order (id)',
    ],
    {
      row: { orderNo: 1, article: 'pan', price: '1.00' },
      change: { price: '2.00' },
      missing: { orderNo: NOWHERE },
      also: ["INSERT INTO shop_order_line (order_no, article, price) VALUES (1, 'pot', 3.5)"],
    },
  ),
  either('club_player', ['id COUNTED', 'name VARCHAR(40) NOT NULL'], {
    row: { name: 'Ada', teamIds: [1] },
    shown: { name: 'Ada', teamIds: [1], teamIdsLabel: ['Reds'] },
    change: { name: 'Eva' },
    missing: { teamIds: [NOWHERE] },
    also: ["INSERT INTO club_player (id, name) VALUES (1, 'Zoe'), (2, 'Yan')"],
  }),
  either('club_team', ['id COUNTED', 'title VARCHAR(40)'], {
    row: { title: 'Greens', playerIds: [2] },
    shown: { title: 'Greens', playerIds: [2], playerIdsLabel: ['Yan'] },
    change: { title: 'Browns' },
    missing: { playerIds: [1, NOWHERE] },
    also: ["INSERT INTO club_team (id, title) VALUES (1, 'Reds'), (2, 'Blues')"],
  }),
  either(
    'club_team_player',
    [
      'team_id INT NOT NULL',
      'player_id INT NOT NULL',
      'PRIMARY KEY (team_id, player_id)',
      'FOREIGN KEY (team_id) REFERENCES club_team (id)',
      'FOREIGN KEY (player_id) REFERENCES club_player (id)',
    ],
    {
      row: { teamId: 1, playerId: 1 },
      shown: { teamId: 1, teamIdLabel: 'Reds', playerId: 1, playerIdLabel: 'Zoe' },
      second: { playerId: 2 },
      missing: { teamId: NOWHERE },
      operations: 7,
      link: true,
      unique: true,
    },
  ),
];
