import { randomBytes } from 'node:crypto';
import { setting } from './definition.js';
import { type SettingsGroup, defineSettings, secret } from './project-settings.js';
import { SettingsError } from './settings-error.js';
import { type Environment, loadSettings, secretsOf } from './settings.js';
import { whole } from './values.js';

const rental = defineSettings('rental', {
  webhookSecret: secret('RENTAL_WEBHOOK_SECRET', { description: 'Signs webhooks.' }),
  lateFee: setting({
    env: 'RENTAL_LATE_FEE',
    schema: whole(0, 1000),
    accepts: 'a whole number up to 1000',
    fallback: ({ production }) => (production ? 20 : 5),
    description: 'A fee.',
  }),
});
const OWN_SECRET = randomBytes(36).toString('base64');

/** A group with one whole number. */
function aGroup(name: string, member: string, env: string): SettingsGroup {
  const schema = whole(0, 9);
  return defineSettings(name, { [member]: setting({ env, schema, accepts: 'a digit', fallback: 1, description: '' }) });
}

function load(environment: Environment, ...groups: SettingsGroup[]): Record<string, unknown> {
  return loadSettings(environment, groups) as unknown as Record<string, unknown>;
}

function refusal(environment: Environment, ...groups: SettingsGroup[]): string {
  try {
    load(environment, ...groups);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
  }
  throw new Error('was accepted');
}

describe('the settings of a module', () => {
  it('stand in their group, with defaults and values of their types', () => {
    expect(load({}, rental)).toMatchObject({ rental: { webhookSecret: '', lateFee: 5 }, server: { port: 3000 } });
    expect(load({ RENTAL_LATE_FEE: '40' }, rental, aGroup('shop', 'pages', 'SHOP_PAGES'))).toMatchObject({
      rental: { lateFee: 40 },
      shop: { pages: 1 },
    });
  });

  it('are refused like those of the service, never with the value', () => {
    expect(refusal({ RENTAL_LATE_FEE: '-3' }, rental)).toBe(
      'Setting rental.lateFee (environment RENTAL_LATE_FEE) must be a whole number up to 1000.',
    );
    const short = refusal({ RENTAL_WEBHOOK_SECRET: 'hush' }, rental);
    expect(short).toBe('Setting rental.webhookSecret (environment RENTAL_WEBHOOK_SECRET) must be at least 32 bytes.');
  });

  it('demand in production the secrets that are not optional, and generated ones', () => {
    const production = { NODE_ENV: 'production', JWT_SECRET: OWN_SECRET };
    expect(refusal(production, rental)).toBe(
      'Setting rental.webhookSecret (environment RENTAL_WEBHOOK_SECRET) must be set in production.',
    );
    for (const typed of ['a'.repeat(40), `insecure-${OWN_SECRET}`]) {
      expect(refusal({ ...production, RENTAL_WEBHOOK_SECRET: typed }, rental)).toContain(
        'must be at least 32 bytes of your own in production',
      );
    }
    expect(load({ ...production, RENTAL_WEBHOOK_SECRET: OWN_SECRET }, rental)).toMatchObject({
      rental: { webhookSecret: OWN_SECRET, lateFee: 20 },
    });
    const optional = defineSettings('a', { key: secret('A_KEY', { description: '', required: 'never', minBytes: 8 }) });
    expect(load(production, optional)).toMatchObject({ a: { key: '' } });
    const everywhere = defineSettings('a', { key: secret('A_KEY', { description: '', required: 'always' }) });
    expect(refusal({}, everywhere)).toBe('Setting a.key (environment A_KEY) must be set.');
  });

  it.each([
    ['a name of the service', [aGroup('jwt', 'a', 'A')], 'There are two groups of settings with the name jwt.'],
    [
      'one name twice',
      [aGroup('shop', 'a', 'A'), aGroup('shop', 'b', 'B')],
      'There are two groups of settings with the name shop.',
    ],
    [
      "a variable of the service's",
      [aGroup('shop', 'a', 'PORT')],
      'Setting shop.a must not use PORT, which belongs to server.port.',
    ],
    [
      'one variable twice',
      [aGroup('shop', 'a', 'A'), aGroup('rent', 'b', 'A')],
      'Setting rent.b must not use A, which belongs to shop.a.',
    ],
    [
      'a variable of the system',
      [aGroup('shop', 'a', 'NODE_ENV')],
      'Setting shop.a must not use NODE_ENV, which belongs to the system.',
    ],
    ['an unusable group', [aGroup('__proto__', 'a', 'A')], 'The settings __proto__ must have a name such as rental.'],
    ['an unusable member', [aGroup('shop', 'a.b', 'A')], 'Setting shop.a.b must have a name such as shop.lateFee.'],
    [
      'an unusable variable',
      [aGroup('shop', 'a', 'A=B')],
      'Setting shop.a must have a variable such as RENTAL_LATE_FEE.',
    ],
  ])('cannot have %s', (_, groups, message) => {
    expect(refusal({}, ...groups)).toBe(message);
  });

  it('name the secrets that are set', () => {
    expect(secretsOf(loadSettings({ RENTAL_WEBHOOK_SECRET: OWN_SECRET }, [rental]), [rental])).toEqual([OWN_SECRET]);
    expect(secretsOf(loadSettings({}, [rental]), [rental])).toEqual([]);
  });
});
