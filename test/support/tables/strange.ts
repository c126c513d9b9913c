/** Filter values that no form sends. */
export const STRANGE_FILTERS = [
  '😀',
  `'";--\\\``,
  '%',
  '',
  'x'.repeat(3000),
  'NaN',
  '1e400',
  '9'.repeat(65),
  '2026-02-30',
  '0000-00-00',
  '0001-01-01T00:00:00Z',
  'nul\u0000',
];

/** Filter bounds, each of which may fail in a different way. */
export const STRANGE_BOUNDS = ['😀', '-1', '9'.repeat(40), '1e308', '9999-12-31', 'x'.repeat(3000)];

/** Ids for paths and bodies, which no row has. */
export const STRANGE_IDS = [
  '00',
  '-1',
  '7.5',
  'NaN',
  '1e3',
  '0x10',
  'null',
  '😀',
  "' OR 1=1 --",
  '%',
  '%25',
  ',',
  'q,r',
  'q,r,s,t',
  '1,2,',
  '%E0%A4,x',
  '9'.repeat(20),
  '9223372036854775808',
  'x'.repeat(1500),
  '2026-13-45',
  '0000-00-00',
  ' ',
  'nul\u0000',
];

/** Values for the members of bodies. */
export const STRANGE_VALUES: unknown[] = [
  '',
  '😀',
  '\ud800',
  'nul\u0000',
  'x'.repeat(70_000),
  -1,
  0.1,
  1e300,
  '18446744073709551615',
  '9'.repeat(70),
  true,
  null,
  [],
  '0001-01-01',
  '0000-00-00',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00Z',
  '838:59:59',
];
