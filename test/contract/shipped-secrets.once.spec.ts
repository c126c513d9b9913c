import { readFileSync } from 'node:fs';
import { SHIPPED_SECRET_PREFIX } from '../../src/settings/settings.js';
import { repositoryFiles } from '../support/repository.js';

/** Holds secrets to show that they would be found. */
const THIS = 'test/contract/shipped-secrets.once.spec.ts';

/** Settings and variables that hold a secret: `JWT_SECRET=value`, `DB_PASSWORD: value`. */
const VARIABLE =
  /(?<!\$\{)\b([A-Z_]*(?:_SECRET|_SECRET_PREVIOUS|DATA_KEY|DATA_KEY_PREVIOUS|PASSWORD|_AUTH|BYPASS_CODE))['"]?[=:] ?("[^"\n]*"|'[^'\n]*'|[^\s"'`]*)/g;

/** Text in code, with the name that it is given. */
const LITERAL = /\b(\w+)['"]?\s*[:=]\s*(['"`])([^\n]*?)\2/g;

/** The password of an address such as redis://:password@host. */
const ADDRESS = /\b([a-z]+):\/\/[\w-]*:([^@'"`/\n]+)@/g;

/** Switches of the databases' images. */
const NO_SECRETS = ['MYSQL_RANDOM_ROOT_PASSWORD', 'MARIADB_RANDOM_ROOT_PASSWORD'];

/** Secrets that the service would accept for signing, and that production would not refuse for their few characters. */
const canSign = (value: string) => Buffer.byteLength(value) >= 32 && new Set(value).size >= 10;

/** Empty, inserted by a shell or a template, described in words, or refused by production. */
const isHarmless = (value: string) =>
  /^$|^['"$]|\s/.test(value) || value.toLowerCase().startsWith(SHIPPED_SECRET_PREFIX);

/**
 * Nothing that people copy from here may become their secret: each one is a placeholder, generated, or begins with the
 * prefix that production refuses.
 */
describe('the secrets in the repository', () => {
  const files = repositoryFiles().filter((file) => file !== THIS);

  it('begin so that production refuses them, or are left for the operator to fill in', () => {
    expect(files).toEqual(
      expect.arrayContaining(['.env', 'Dockerfile', 'compose.yaml', 'deploy/kubernetes/secret.yaml']),
    );
    expect(files.flatMap((file) => secretsIn(file, readFileSync(file, 'utf8')))).toEqual([]);
  });

  it.each([
    ['compose.yaml', '    JWT_SECRET: Zk3vQ0pXe9sW7rLbYt5uJh2nGc8dMa1f'],
    ['compose.yaml', '    REDIS_URL: redis://:hunter2@redis:6379'],
    ['.env', 'JWT_SECRET_PREVIOUS=hunter2'],
    ['deploy/cluster/compose.yaml', '    DATA_KEY: Zk3vQ0pXe9sW7rLbYt5uJh2nGc8dMa1fZk3vQ0pXe9s='],
    ['deploy/kubernetes/secret.yaml', "  ADMIN_PASSWORD: 'hunter2'"],
    ['docs/deployment.md', 'echo "DB_PASSWORD=hunter2" > steward.env'],
    ['Dockerfile', 'ENV BYPASS_CODE="1234"'],
    ['bench/x.ts', "  const env = { ADMIN_PASSWORD: 'hunter2' };"],
    ['test/e2e/x.spec.ts', "const secret = '0123456789-abcdefghijklmnopqrstuvwxyz';"],
    ['src/x.ts', 'export const OLD_SECRET = "0123456789-abcdefghijklmnopqrstuvwxyz";'],
  ])('would be found in %s: %s', (file, line) => expect(secretsIn(file, `A line\n${line}\n`)).toHaveLength(1));
});

/**
 * The secrets in a file, each as `NAME=value`. Code holds many passwords of users that exist for the length of a test:
 * there, what could sign tokens counts, and outside the tests what a variable is given.
 */
function secretsIn(file: string, text: string): string[] {
  const found = (pattern: RegExp, counts: (name: string, value: string) => boolean) =>
    Array.from(text.matchAll(pattern), ([, name = '', ...rest]) => [name, rest.at(-1) ?? ''] as const)
      .filter(
        ([name, value]) => !NO_SECRETS.includes(name) && counts(name, value) && !isHarmless(value.replace(/^['"]/, '')),
      )
      .map(([name, value]) => `${name}=${value}`);
  const addresses = found(ADDRESS, () => true);
  if (!/\.[jt]s$/.test(file)) return [...addresses, ...found(VARIABLE, () => true)];
  const isTest = file.startsWith('test/') || file.endsWith('.spec.ts');
  return [
    ...addresses,
    ...found(LITERAL, (name, value) => /secret/i.test(name) && canSign(value)),
    ...found(VARIABLE, (_name, value) => !isTest && /^['"]/.test(value)),
  ];
}
