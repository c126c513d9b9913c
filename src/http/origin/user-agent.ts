import { UAParser } from 'ua-parser-js';
import { hideTokens } from '../../core/log/token-text.js';

/** How much of a User-Agent is parsed, in characters: the parser's patterns take longer on longer input. */
const MAX_INPUT = 512;

const MAX_OUTPUT = 64;

/** Operating system and browser of a User-Agent header, with tokens masked; empty if they are not recognised. */
export function parseUserAgent(header: string | undefined): { os: string; browser: string } {
  const { os, browser } = new UAParser(hideTokens(header ?? '', MAX_INPUT).slice(0, MAX_INPUT)).getResult();
  return { os: label(os), browser: label(browser) };
}

function label({ name, version }: { name?: string | undefined; version?: string | undefined }): string {
  return [name, version]
    .filter((part) => part !== undefined)
    .join(' ')
    .slice(0, MAX_OUTPUT);
}
