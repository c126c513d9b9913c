import { applyDecorators } from '@nestjs/common';
import { Matches } from 'class-validator';
import { errors } from '../../core/errors.js';
import type { DocumentedRule, Schema } from '../description/json-schema.js';
import { Text } from './column-rules.js';

/** No blank, no control character, and no backslash: browsers read `/\host` as `//host`, which is another host. */
const CHARACTER = String.raw`[^\s\p{Cc}\\]`;

const NO_CLIMBING = String.raw`(?!.*\.\.)`;

const WEB_URL = `${NO_CLIMBING}[Hh][Tt][Tt][Pp][Ss]?://${CHARACTER}+`;

const LINK = new RegExp(`^(?:${WEB_URL}|${NO_CLIMBING}/(?!/)${CHARACTER}*)?$`, 'u');

const LINK_RULE =
  'be empty, an http or https URL, or a path that begins with one /, without blanks, control characters, backslashes and ..';

/** Two dots or two slashes in a row, also percent-encoded any number of times; not the slashes after a scheme. */
const DETOUR = String.raw`(?:\.|%(?:25)*2[Ee]){2}|(?<!^[Hh][Tt][Tt][Pp][Ss]?:)(?:/|%(?:25)*2[Ff]){2}`;

const PATH = new RegExp(`^(?!.*(?:${DETOUR}))(?:${WEB_URL}|/[A-Za-z0-9_./:-]*)?$`, 'u');

const PATH_RULE =
  'be empty, an http or https URL, or a path that begins with one / and has letters, digits and _ . / : -, without .. and //, also in encoded form';

/** Where a browser loads an image from: empty, a web URL, or a path on the same host. */
export function Link(max: number): PropertyDecorator {
  return matching(max, LINK, LINK_RULE, { example: 'https://example.org/logo.png' });
}

/** @throws AppError code 1 for text that {@link Link} would refuse */
export function checkLink(name: string, value: string): void {
  if (!LINK.test(value)) throw errors.malformed(name, 'link', `must ${LINK_RULE}`);
}

/** Where a menu entry leads: empty, a web URL, or a route of the console. */
export function MenuPath(max: number): PropertyDecorator {
  return matching(max, PATH, PATH_RULE, { example: '/access/user' });
}

/** Name of a component of the console, without its file name extension. */
export function ComponentName(max: number): PropertyDecorator {
  return matching(max, /^[A-Za-z0-9_/-]*$/, 'consist of letters, digits and _ / -', { example: 'access/user' });
}

/** Name of an icon. */
export function IconName(max: number): PropertyDecorator {
  return matching(max, /^[a-z0-9-]*$/, 'consist of lower-case letters, digits and -', { example: 'user' });
}

function matching(max: number, pattern: RegExp, rule: string, schema: Schema): PropertyDecorator {
  const context: DocumentedRule = { schema: { description: `Must ${rule}`, ...schema } };
  return applyDecorators(Text(max), Matches(pattern, { message: `$property must ${rule}`, context }));
}
