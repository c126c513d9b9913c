import QuickLRU from 'quick-lru';
import { UAParser } from 'ua-parser-js';
import { hideTokens } from '../../core/log/token-text.js';

/** How much of a User-Agent is parsed, in characters: the parser's patterns take longer on longer input. */
const MAX_INPUT = 512;

const MAX_OUTPUT = 64;

/** How many parsed headers are kept. */
const MAX_KNOWN = 1000;

interface UserAgent {
  os: string;
  browser: string;
}

const known = new QuickLRU<string, Readonly<UserAgent>>({ maxSize: MAX_KNOWN });

/** Operating system and browser of a User-Agent header, with tokens masked; empty if they are not recognised. */
export function parseUserAgent(header: string | undefined): Readonly<UserAgent> {
  const text = hideTokens(header ?? '', MAX_INPUT).slice(0, MAX_INPUT);
  let parsed = known.get(text);
  if (parsed === undefined) known.set(text, (parsed = parse(text)));
  return parsed;
}

function parse(text: string): UserAgent {
  const { os, browser } = new UAParser(text).getResult();
  return { os: label(os), browser: label(browser) };
}

function label({ name, version }: { name?: string | undefined; version?: string | undefined }): string {
  return [name, version]
    .filter((part) => part !== undefined)
    .join(' ')
    .slice(0, MAX_OUTPUT);
}
