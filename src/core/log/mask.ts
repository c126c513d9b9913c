import { MASK, hideTokens } from './token-text.js';

/** Names of members whose values never reach a log, in lower case and without `_` and `-`. */
const SECRET =
  /password|passwd|pwd|secret|token|authorization|apikey|privatekey|credential|^pass$|^pin$|^salt$|^otp$|^challenge$/;

/** The word `salt` within a longer name; words end at `_`, `-` and capitals. */
const SECRET_WORD = /(^|[^a-zA-Z])salt($|[^a-z])|Salt($|[^a-z])/;

/** Whether a member of this name is a secret. */
export function isSecretName(name: string): boolean {
  return SECRET.test(plainName(name)) || SECRET_WORD.test(name);
}

/** The same for the members of a login, where `code` is the answer to the captcha and `response` a passkey's. */
function isLoginSecret(name: string): boolean {
  return isSecretName(name) || ['code', 'response'].includes(plainName(name));
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[_-]+/g, '');
}

/**
 * The body of a login as JSON text for its log row, secrets and the captcha's answer masked at any depth, cut to the
 * column. A body that is not an object has no names by which to recognise secrets, and is not stored.
 * @param length in characters
 */
export function maskedLogin(body: unknown, length: number): string {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return '{}';
  return new MaskedJson(length, isLoginSecret).of([body]);
}

/**
 * Parameters of an operation as JSON text for its log row, secrets masked at any depth, cut to the column.
 * @param sources objects whose members are shown together, as if spread into one: a name stands where it comes first,
 *   with the value of the last source that has it
 * @param length in characters
 * @param concealed names of members whose values are masked too, at the top level of the sources only
 */
export function maskedParameters(
  sources: readonly object[],
  length: number,
  concealed: readonly string[] = [],
): string {
  return new MaskedJson(length, isSecretName).of(sources, concealed);
}

/** Text cut to a column, never in the middle of a character. */
export function cut(text: string, length: number): string {
  return (text.length > length ? text.slice(0, length) : text).toWellFormed();
}

/**
 * Writes JSON until its column is full: a body may have 100,000 members, but the column shows only the first. The
 * result is the text of the whole body, cut. Members with names such as `toJSON` are members like any other.
 */
class MaskedJson {
  private text = '';

  constructor(
    private readonly length: number,
    private readonly isSecret: (name: string) => boolean,
  ) {}

  of(sources: readonly object[], concealed: readonly string[] = []): string {
    this.object(sources, concealed);
    return cut(this.text, this.length);
  }

  private get room(): number {
    return Math.max(0, this.length - this.text.length);
  }

  private object(sources: readonly object[], concealed: readonly string[] = []): void {
    this.text += '{';
    let separator = '';
    for (const [index, source] of sources.entries()) {
      const earlier = sources.slice(0, index);
      for (const name of Object.keys(source)) {
        if (this.room === 0) return;
        if (earlier.some((other) => Object.hasOwn(other, name))) continue;
        this.text += separator;
        separator = ',';
        const last = sources.findLast((other) => Object.hasOwn(other, name)) as Record<string, unknown>;
        this.member(name, last[name], concealed.includes(name));
      }
    }
    this.text += '}';
  }

  private member(name: string, value: unknown, concealed: boolean): void {
    this.string(name);
    this.text += ':';
    if (this.room > 0) this.value(concealed || this.isSecret(name) ? MASK : value);
  }

  private value(value: unknown): void {
    if (typeof value === 'string') this.string(value);
    else if (Array.isArray(value)) this.list(value);
    else if (typeof value === 'object' && value !== null) this.object([value]);
    else this.text += JSON.stringify(value);
  }

  private list(values: readonly unknown[]): void {
    this.text += '[';
    let separator = '';
    for (const value of values) {
      if (this.room === 0) return;
      this.text += separator;
      separator = ',';
      this.value(value);
    }
    this.text += ']';
  }

  private string(value: string): void {
    this.text += JSON.stringify(hideTokens(value, this.room));
  }
}
