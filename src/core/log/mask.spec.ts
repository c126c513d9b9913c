import { cut, isSecretName, maskedLogin, maskedParameters } from './mask.js';
import { hideTokens } from './token-text.js';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyIjoxfQ.c2lnbmF0dXJl';

/** The text that the log would have without a limit, written in the simplest way. */
function naive(value: unknown, concealed: string[] = []): string {
  if (typeof value === 'string') return JSON.stringify(hideTokens(value, value.length));
  if (Array.isArray(value)) return `[${value.map((element) => naive(element)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${naive(name)}:${isSecretName(name) || concealed.includes(name) ? '"***"' : naive(member)}`,
  );
  return `{${members.join(',')}}`;
}

/** Random JSON values, the same in every run. */
class Values {
  private state = 7;

  private below(count: number): number {
    this.state = (Math.imul(this.state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((this.state / 0x80000000) * count);
  }

  private pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  private text(): string {
    const parts = ['a', 'é', '😀', '\ud83d', '"', '\\', '\n', '\0', ' ', '.', 'eyJ', 'e30.', 'eyes.', JWT];
    return Array.from({ length: this.below(6) }, () => this.pick(parts)).join('');
  }

  private name(): string {
    const names = [
      'constructor',
      '__proto__',
      'toJSON',
      'then',
      'toString',
      'length',
      'password',
      'Api_Key',
      'pin',
      '7',
    ];
    return this.below(3) === 0 ? this.text() : this.pick(names);
  }

  object(depth = 0): object {
    return Object.fromEntries(Array.from({ length: this.below(5) }, () => [this.name(), this.value(depth + 1)]));
  }

  private value(depth: number): unknown {
    const kind = this.below(depth > 4 ? 4 : 6);
    if (kind < 2) return this.text();
    if (kind < 4) return this.pick([0, -1, 1.5, 1e300, Infinity, true, false, null]);
    return kind === 4 ? this.object(depth) : Array.from({ length: this.below(4) }, () => this.value(depth + 1));
  }
}

describe('names of secrets', () => {
  it.each([
    'password',
    'newPassword',
    'PASSWORD',
    'pass_word',
    'passwd',
    'userPwd',
    'client_secret',
    'accessToken',
    'Authorization',
    'proxy-authorization',
    'apiKey',
    'api_key',
    'X-API-Key',
    'private_key',
    'awsCredentials',
    'pass',
    'Pass',
    'PIN',
    'p-i-n',
    'salt',
    '_salt_',
    'smtpPassword',
    '__password',
  ])('%s is one', (name) => expect(isSecretName(name)).toBe(true));

  it.each(['', 'code', 'key', 'username', 'passport', 'compass', 'pinned', 'salty', 'author', 'value', 'privateNote'])(
    '%s is none',
    (name) => expect(isSecretName(name)).toBe(false),
  );
});

describe('masked parameters', () => {
  it('hide secrets at any depth and keep the rest as it was sent', () => {
    const body = {
      username: 'admin',
      password: 'p',
      code: 'abcd',
      key: 'captcha-key',
      list: [{ newPassword: 'q', refresh_token: 'r', clientSecret: 's' }],
    };
    expect(JSON.parse(maskedLogin(body, 2000))).toEqual({
      username: 'admin',
      password: '***',
      code: '***',
      key: 'captcha-key',
      list: [{ newPassword: '***', refresh_token: '***', clientSecret: '***' }],
    });
  });

  it('hide a secret whatever its type', () => {
    expect(maskedLogin({ password: { nested: 'p' } }, 2000)).toBe('{"password":"***"}');
  });

  it('hide tokens in values and in names', () => {
    const text = maskedParameters([{ note: `Bearer ${JWT}`, [JWT]: 1, list: [[JWT]] }], 2000);
    expect(text).toBe('{"note":"Bearer ***","***":1,"list":[["***"]]}');
  });

  it('hide what is concealed, not deeper', () => {
    const text = maskedParameters([{ value: 'a', more: { value: 'b' } }], 2000, ['value']);
    expect(text).toBe('{"value":"***","more":{"value":"b"}}');
  });

  it('hide the captcha answer of a login alone', () => {
    expect(maskedParameters([{ code: 'x' }], 2000)).toBe('{"code":"x"}');
    expect(maskedLogin({ CODE: 'x' }, 2000)).toBe('{"CODE":"***"}');
  });

  it('are those of all sources, of the same name the last', () => {
    expect(maskedParameters([{ id: '1', from: 'path' }, {}, { id: 2, name: 'x' }], 2000)).toBe(
      '{"id":2,"from":"path","name":"x"}',
    );
  });

  it.each([['text'], [['a', 'list']], [null], [undefined], [7]])(
    'say nothing of a body that is no object: %p',
    (body) => {
      expect(maskedLogin(body, 2000)).toBe('{}');
    },
  );

  it('are cut to the column', () => {
    expect(maskedLogin({ username: 'x'.repeat(5000) }, 2000)).toHaveLength(2000);
  });

  it('are never cut in the middle of a character', () => {
    expect(cut('ab😀', 3)).toBe('ab\ufffd');
    expect(maskedLogin({ a: 'b😀' }, 8)).toBe('{"a":"b\ufffd');
  });

  it('are the text of the whole, cut', () => {
    const values = new Values();
    for (let round = 0; round < 500; round++) {
      const value = values.object();
      const whole = naive(value, ['then']);
      for (let length = 0; length <= whole.length + 1; length += 1 + (round % 7)) {
        expect(maskedParameters([value], length, ['then'])).toBe(cut(whole, length));
      }
    }
  });

  it('read no more of a long list than they show', () => {
    let reads = 0;
    const list = new Proxy(
      Array.from({ length: 100_000 }, () => 1),
      {
        get: (target, name, receiver) => {
          reads++;
          return Reflect.get(target, name, receiver) as unknown;
        },
      },
    );
    expect(maskedParameters([{ list }], 2000)).toHaveLength(2000);
    expect(reads).toBeLessThan(5000);
  });

  it('read no more of many members than they show', () => {
    let reads = 0;
    const members = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, i]));
    const body = new Proxy(members, {
      get: (target, name, receiver) => {
        reads++;
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
    expect(maskedParameters([body], 2000)).toHaveLength(2000);
    expect(reads).toBeLessThan(1000);
  });
});
