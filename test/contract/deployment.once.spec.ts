import { randomBytes } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { pathsOf } from '../../src/generator/render/paths.js';
import { INDEX_PATH } from '../../src/generator/render/registration.js';
import { listSettings } from '../../src/settings/definition.js';
import { definitions } from '../../src/settings/definitions.js';
import { type Environment, loadSettings } from '../../src/settings/settings.js';

/** As an operator generates one; it has no character that is special in a URL or in a pattern. */
const SECRET = randomBytes(20).toString('hex');

/** Limits and prefixes, which an operator finds in the examples with their defaults. */
const OPERATORS_OWN = {
  CAPTCHA_LIMIT: '60',
  OPERATION_LIMIT: '1200',
  MAX_CONNECTIONS_PER_ADDRESS: '256',
  DB_TABLE_PREFIX: '',
  REDIS_PREFIX: 'steward:',
};

/** A variable that is no longer read would go unnoticed otherwise: unknown ones are not errors. */
describe('the deployment files', () => {
  const known = listSettings(definitions).map(([, { env }]) => env);
  const compose = membersBelow('compose.yaml', '  environment:');
  const kubernetes = {
    ...membersBelow('deploy/kubernetes/settings.yaml', 'data:'),
    ...membersBelow('deploy/kubernetes/secret.yaml', 'stringData:'),
    ...membersBelow('deploy/kubernetes/admin-secret.yaml', 'stringData:'),
  };

  it.each([
    ['compose.yaml', compose],
    ['deploy/kubernetes', kubernetes],
  ])('%s names settings alone', (_name, environment) => {
    const names = Object.keys(environment);
    expect(names).toEqual(
      expect.arrayContaining(['JWT_SECRET', 'ADMIN_PASSWORD', 'DB_TYPE', 'DB_PASSWORD', 'REDIS_URL']),
    );
    expect(environment).toMatchObject(OPERATORS_OWN);
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

  it('deploy/kubernetes has the first password in a secret that may be deleted', () => {
    const [, references = ''] = /envFrom:\n((?: {12}.*\n)+)/.exec(read('deploy/kubernetes/deployment.yaml')) ?? [];
    expect(references).toMatch(/secretRef:\n +name: steward-admin\n +optional: true\n/);
    expect(read('deploy/kubernetes/admin-secret.yaml')).toMatch(/^ {2}name: steward-admin$/m);
  });
});

describe('the containers of compose.yaml', () => {
  const file = read('compose.yaml');
  const hardened = blockOf(file, 'x-hardened: &hardened');
  const services = blockOf(file, 'services:').split(/^(?= {2}[\w-]+:$)/m);
  const named = services.map((service) => [/^ {2}([\w-]+):/m.exec(service)?.[1] ?? '', service] as const);

  it('are all there', () => {
    expect(named.map(([name]) => name)).toEqual(['steward-1', 'steward-2', 'nginx', 'mysql', 'redis']);
    expect(blockOf(file, 'x-steward: &steward')).toContain('  <<: *hardened\n');
  });

  it('have no capability, gain no privilege and write to nothing but what they name', () => {
    expect(hardened).toContain('  cap_drop: [ALL]\n');
    expect(hardened).toContain("  security_opt: ['no-new-privileges:true']\n");
    expect(hardened).toContain('  read_only: true\n');
    expect(file).not.toMatch(/cap_add|privileged: true|seccomp[:=]unconfined/);
    expect(file.match(/cap_drop|security_opt|read_only/g)).toHaveLength(3);
  });

  it.each(named)('%s does so, and is not root', (_name, service) => {
    expect(service).toMatch(/^ {4}<<: \*(hardened|steward)$/m);
    const user = /^ {4}user: '?([\w:]+)'?$/m.exec(service)?.[1];
    // Steward's user is its image's.
    expect(user ?? read('Dockerfile').match(/^USER (.+)$/m)?.[1]).toMatch(/^(redis|mysql|101:101|1000:1000)$/);
  });

  it('show no password to those who list processes', () => {
    const commands = named.flatMap(([, service]) => [
      blockOf(service, '    command:'),
      /^ +test: .*$/m.exec(service)?.[0],
    ]);
    const lines = commands.join('\n').split('\n');
    const given = lines.filter((line) => /PASSWORD|REDISCLI_AUTH/.test(line)).map((line) => line.trim());
    expect(given).toEqual([
      `test: [CMD-SHELL, 'MYSQL_PWD="$$MYSQL_PASSWORD" mysqladmin ping --host=127.0.0.1 --user=steward --silent']`,
      'requirepass $$REDISCLI_AUTH',
    ]);
    // A line of its own between these two is standard input.
    expect(file).toMatch(/redis-server - .*<<CONFIG\n +requirepass \$\$REDISCLI_AUTH\n +CONFIG\n/);
  });
});

describe('deploy/kubernetes', () => {
  const folder = 'deploy/kubernetes';
  const documents = readdirSync(folder).flatMap((file) => read(`${folder}/${file}`).split(/^---$/m));
  const policies = new Map(
    documents
      .filter((text) => /^kind: NetworkPolicy$/m.test(text))
      .map((text) => [/^ {2}name: (.+)$/m.exec(text)?.[1], text]),
  );

  it('drops all capabilities in every container', () => {
    const pods = documents.filter((text) => /^ +containers:$/m.test(text));
    expect(pods).toHaveLength(1);
    const [pod = ''] = pods;
    expect(blockOf(pod, '      containers:').match(/^ {8}- name: /gm)).toHaveLength(1);
    expect(pod).toMatch(
      /allowPrivilegeEscalation: false\n +readOnlyRootFilesystem: true\n +capabilities:\n +drop: \[ALL\]\n/,
    );
    expect(pod).toContain('runAsNonRoot: true');
    expect(pod).not.toMatch(/^ +add: /m);
  });

  it('denies what no policy allows', () => {
    expect(policies.get('default-deny')).toMatch(/\n {2}podSelector: \{\}\n {2}policyTypes: \[Ingress, Egress\]\n$/);
    expect([...policies.keys()].sort()).toEqual(['default-deny', 'mysql', 'redis', 'steward']);
  });

  it('lets the ingress and the monitoring to Steward, and Steward to DNS, MySQL and Redis', () => {
    const [ingress = '', egress = ''] = policies.get('steward')?.split('\n  egress:\n') ?? [];
    expect(peersOf(ingress)).toEqual([
      ['ingress-nginx', 'ingress-nginx', '3000'],
      ['monitoring', 'prometheus', '9464'],
    ]);
    expect(peersOf(egress)).toEqual([
      ['kube-system', 'kube-dns', '53', '53'],
      ['mysql', '3306'],
      ['redis', '6379'],
    ]);
  });

  it.each([
    ['mysql', '3306'],
    ['redis', '6379'],
  ])('lets Steward alone to %s', (name, port) => {
    const [selected = '', ingress = ''] = policies.get(name)?.split('\n  ingress:\n') ?? [];
    expect(selected).toContain(`app.kubernetes.io/name: ${name}\n`);
    expect(peersOf(ingress)).toEqual([['steward', port]]);
  });
});

describe('deploy/nginx/steward.conf', () => {
  const file = read('deploy/nginx/steward.conf').replaceAll(/^ *#.*$/gm, '');
  const [, tight = ''] = /location ~\* (\^\S+) \{/.exec(file) ?? [];

  it('limits connections and requests by address, and answers 429', () => {
    expect(file).toMatch(/limit_conn_zone \$limited_client zone=steward_connections:/);
    expect(file).toMatch(/limit_req_zone \$limited_client zone=steward_requests:\S+ rate=30r\/s;/);
    expect(file).toMatch(/^ {4}limit_conn steward_connections 50;$/m);
    expect(file).toMatch(/^ {4}limit_req zone=steward_requests burst=100 nodelay;$/m);
    expect(file).toMatch(/limit_conn_status 429;\n {4}limit_req_status 429;\n/);
    expect(file).toMatch(
      /error_page 429 @limited;[\s\S]*location @limited \{[^}]*Retry-After[^}]*return 429 '\{"code":1,/,
    );
  });

  it('counts the /64 of an IPv6 address', () => {
    const patterns = Array.from(file.matchAll(/^ {4}"~(\S+)" \$\w+_network;$/gm), ([, pattern = '']) => pattern);
    const clientOf = (address: string) => {
      const found = patterns.map((pattern) => new RegExp(pattern).exec(address)).find((match) => match !== null);
      return found ? Object.values(found.groups ?? {}).join('') : address;
    };
    expect(patterns).toHaveLength(2);
    expect(clientOf('2001:db8:1:2:3:4:5:6')).toBe(clientOf('2001:db8:1:2::7'));
    expect(clientOf('2001:db8:1:3::7')).not.toBe(clientOf('2001:db8:1:2::7'));
    expect(clientOf('2001:db8::1')).toBe(clientOf('2001:db8::2:1'));
    expect(clientOf('203.0.113.7')).toBe('203.0.113.7');
  });

  it.each([
    ['/api/login', true],
    ['/API/Login/', true],
    ['/api/captcha', true],
    ['/api/oauth2/token', true],
    ['/api/session', true],
    ['/api/login/log/page', false],
    ['/api/oauth2/check/token', false],
  ])('limits %s as a login: %s', (path, expected) => {
    expect(new RegExp(tight, 'i').test(path)).toBe(expected);
  });

  it('gives logins and captchas both limits', () => {
    const [, body] = file.split(`location ~* ${tight} {`);
    const [location] = body?.split('}') ?? [];
    expect(location).toContain('limit_req zone=steward_requests burst=100 nodelay;');
    expect(location).toContain('limit_req zone=steward_logins burst=20 nodelay;');
    expect(file).toMatch(/limit_req_zone \$limited_client zone=steward_logins:\S+ rate=1r\/s;/);
  });

  it('takes bodies as large as Steward does, and keeps no answer in memory', () => {
    expect(file).toContain('client_max_body_size 1m;');
    expect(file).toContain('proxy_max_temp_file_size 0;');
  });
});

describe('deploy/cluster', () => {
  const path = 'deploy/cluster/compose.yaml';
  const file = read(path);
  const environment = membersBelow(path, '  environment:');

  it('names settings alone, and such as hold in production', () => {
    const known = listSettings(definitions).map(([, { env }]) => env);
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
    const settings = loadSettings({ ...environment, NODE_ENV: 'production' });
    expect(settings).toMatchObject({
      database: { type: 'mysql', host: 'haproxy', password: SECRET },
      redis: { url: '', sentinelName: 'steward', password: SECRET, sentinelPassword: SECRET },
    });
    expect(settings.redis.sentinels).toHaveLength(3);
    expect(settings.api.proxyIps).toEqual([/ipv4_address: (\S+\.10) /.exec(file)?.[1]]);
  });

  it('hardens every container, of which none is root', () => {
    const kinds = ['steward', 'node', 'redis', 'sentinel'];
    for (const kind of kinds) expect(blockOf(file, `x-${kind}: &${kind}`)).toContain('  <<: *hardened\n');
    expect(blockOf(file, 'x-hardened: &hardened')).toBe(blockOf(read('compose.yaml'), 'x-hardened: &hardened'));
    expect(file).not.toMatch(/cap_add|privileged: true|seccomp[:=]unconfined|user: '?(root|0)/);
    const services = blockOf(file, 'services:').split(/^(?= {2}[\w-]+:)/m);
    const based = services.filter((service) => /^ {2}[\w-]+:/.test(service));
    expect(based).toHaveLength(14);
    for (const service of based) expect(service).toMatch(/\*(hardened|steward|node|redis|sentinel)$/m);
  });

  it('checks nodes as the tests of the cluster do', () => {
    const checks = read('deploy/cluster/haproxy.cfg').match(/^ {2}tcp-check .*$/gm);
    const tried = read('.ci/cluster.d/haproxy').match(/^ {2}tcp-check .*$/gm);
    const packets: Record<string, string> = {
      'tcp-check send-binary $(mysql_login haproxy)': packetOf(1, loginOf('haproxy')),
      'tcp-check send-binary $(mysql_query "SHOW STATUS LIKE \'wsrep_local_state\'")': packetOf(
        0,
        Buffer.from("\x03SHOW STATUS LIKE 'wsrep_local_state'"),
      ),
    };
    const expected = tried?.map((line) => {
      const packet = packets[line.trim()];
      if (packet !== undefined) return `  tcp-check send-binary ${packet}`;
      return line.replace(/\$\(mysql_text (\S+?)\)/g, (_text, value: string) => textOf(value));
    });
    expect(checks).toEqual(expected);
  });

  it('has nginx before all instances', () => {
    const named = Array.from(read('deploy/cluster/upstream.conf').matchAll(/server (\S+):3000/g), ([, name]) => name);
    expect(named).toEqual(Array.from(file.matchAll(/^ {2}(steward-\d):/gm), ([, name]) => name));
  });
});

/** A packet of MySQL's protocol, in hexadecimal digits. */
function packetOf(sequence: number, payload: Buffer): string {
  return Buffer.from([payload.length, 0, 0, sequence]).toString('hex') + payload.toString('hex');
}

/** A login without a password: what the client can do, longest packet, character set, 23 bytes of nothing, user. */
function loginOf(user: string): Buffer {
  return Buffer.concat([Buffer.from('058200000000000121', 'hex'), Buffer.alloc(23), Buffer.from(`${user}\0\0`)]);
}

/** A text as a row has it. */
function textOf(value: string): string {
  return Buffer.from([value.length]).toString('hex') + Buffer.from(value).toString('hex');
}

/** Names and ports of each rule of a NetworkPolicy, in order. */
function peersOf(rules: string): string[][] {
  return rules
    .split(/^ {4}- (?=from:|to:)/m)
    .slice(1)
    .map((rule) => Array.from(rule.matchAll(/(?:[/.]name|k8s-app|port): (\S+)$/gm), ([, value = '']) => value));
}

/** The lines below a line, indented deeper; empty if there is no such line. */
function blockOf(text: string, heading: string): string {
  const indent = /^ */.exec(heading)?.[0] ?? '';
  const lines = text.split(`${heading}\n`)[1]?.split('\n') ?? [];
  const end = lines.findIndex((line) => line !== '' && !line.startsWith(`${indent} `));
  return lines.slice(0, end < 0 ? undefined : end).join('\n') + '\n';
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
    .replace(/\$\{\w+:-([^}]*)\}/g, '$1')
    .replace(/\$\{\w+:?\?[^}]+\}/g, SECRET);
}

function read(file: string): string {
  return readFileSync(file, 'utf8');
}

describe('the context of the image', () => {
  const rules = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ allows: line.startsWith('!'), pattern: line.replace(/^!/, '') }));
  const isSent = (path: string) =>
    rules.reduce((sent, { allows, pattern }) => (isBelow(path, pattern) ? allows : sent), true);
  const copied = Array.from(read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm), ([, names = '']) =>
    names.split(' '),
  ).flat();
  const isBuilt = (path: string) => isSent(path) && copied.some((name) => isBelow(path, name));

  it('has the modules and pages that were generated in a checkout, with their seeds, and none of their tests', () => {
    const paths = [...pathsOf('demo-item'), INDEX_PATH];
    const tests = paths.filter((path) => path.endsWith('.spec.ts'));
    expect(tests).toHaveLength(2);
    expect(paths.filter(isBuilt)).toEqual(paths.filter((path) => !tests.includes(path)));
  });

  it('has the script that writes the types of their pages before the console is built', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { build: string } };
    expect(scripts.build).toContain('node scripts/console-api.js && npm run build -w console');
    expect(isBuilt('scripts/console-api.js')).toBe(true);
    expect(read('Dockerfile')).toContain('RUN npm run build');
  });

  it('has no designs, baselines, data and settings of the checkout', () => {
    const paths = ['.steward/demo-item.json', '.env', 'data/steward.db', 'test/generated/demo-item.spec.ts'];
    expect(paths.filter(isSent)).toEqual([]);
  });
});

/** Whether a pattern of a .dockerignore, or a name that is copied, is a path, or a folder above it. */
function isBelow(path: string, pattern: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'));
  return new RegExp(`^${source}(?:/|$)`).test(path);
}
