import { readFileSync } from 'node:fs';
import { Setting, type SettingTree } from '../../src/settings/definition.js';
import { definitions } from '../../src/settings/definitions.js';
import { type Environment, loadSettings } from '../../src/settings/settings.js';

const SECRET = 's'.repeat(40);

/** Variables that nothing is read from any more would go unnoticed otherwise: an unknown one is no error. */
describe('the deployment files', () => {
  const known = variablesOf(definitions as unknown as SettingTree);
  const compose = membersBelow('compose.yaml', '  environment:');
  const kubernetes = {
    ...membersBelow('deploy/kubernetes/settings.yaml', 'data:'),
    ...membersBelow('deploy/kubernetes/secret.yaml', 'stringData:'),
  };

  it.each([
    ['compose.yaml', compose],
    ['deploy/kubernetes', kubernetes],
  ])('%s names settings alone', (_name, environment) => {
    const names = Object.keys(environment);
    expect(names).toEqual(expect.arrayContaining(['JWT_SECRET', 'DB_TYPE', 'DB_PASSWORD', 'REDIS_URL']));
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('compose.yaml gives settings that hold in production', () => {
    const settings = loadSettings({ ...compose, NODE_ENV: 'production' });
    expect(settings.database).toMatchObject({ type: 'mysql', host: 'mysql', password: SECRET });
    expect(settings.redis.url).toBe(`redis://:${SECRET}@redis:6379`);
    expect(settings.api.proxyIps).toEqual([/ipv4_address: (\S+\.10) /.exec(read('compose.yaml'))?.[1]]);
  });

  it('deploy/kubernetes gives settings that hold in production, once it has its secrets', () => {
    expect(() => loadSettings({ ...kubernetes, NODE_ENV: 'production' })).toThrow('JWT_SECRET');
    const settings = loadSettings({ ...kubernetes, NODE_ENV: 'production', JWT_SECRET: SECRET });
    expect(settings).toMatchObject({ database: { type: 'mysql' }, metrics: { enabled: true, port: 9464 } });
  });
});

function variablesOf(tree: SettingTree): string[] {
  return Object.values(tree).flatMap((node) => (node instanceof Setting ? [node.env] : variablesOf(node)));
}

/** The members below a line of a YAML file, a line each, with every variable of the shell's in place. */
function membersBelow(file: string, heading: string): Environment {
  const [, below = ''] = read(file).split(`\n${heading}\n`);
  const indent = /^ +/.exec(below)?.[0] ?? '';
  const lines = below.split('\n');
  const end = lines.findIndex((line) => !line.startsWith(indent));
  const members = lines.slice(0, end).flatMap((line) => {
    const [, name, value = ''] = /^ +(\w+): ?(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, plain(value)] as const];
  });
  return Object.fromEntries(members);
}

function plain(value: string): string {
  return value
    .replace(/^'(.*)'$/, '$1')
    .replace(/\$\{\w+:-\}/g, '')
    .replace(/\$\{\w+:\?[^}]+\}/g, SECRET);
}

function read(file: string): string {
  return readFileSync(file, 'utf8');
}
