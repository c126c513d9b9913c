/** The kinds of values that settings accept, as schemas of the text of a variable. */
import { validateCronExpression } from 'cron';
import { z } from 'zod';
import { keyBytes } from './key-bytes.js';
import { isLoopback } from './loopback.js';

/** Any text. */
export const text = z.string();

/** Any text but the empty one. */
export const filled = z.string().min(1);

/** A whole number within bounds. */
export const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));

/** `true`, `false`, `1` or `0`, in any case. */
export const flag = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['true', 'false', '1', '0']))
  .transform((value) => value === 'true' || value === '1');

/** Texts separated by commas, without the spaces around them and without empty ones. */
export const commaList = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** A server in a list, as a client connects to it. */
const server = z
  .string()
  .regex(/^(\[[\da-fA-F:.]+\]|[^\s:[\]/@]+):\d{1,5}$/)
  .transform((value) => {
    const colon = value.lastIndexOf(':');
    return { host: value.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(value.slice(colon + 1)) };
  })
  .refine(({ port }) => port >= 1 && port <= 65_535);

/** Servers as `host:port`, separated by commas. */
export const servers = commaList.pipe(z.array(server));

/** Nothing, or a URL with one of some protocols, such as `https:`. */
export const url = (...protocols: string[]) =>
  z.union([
    z.literal(''),
    z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol)),
  ]);

/** Whether a text is an origin, such as `https://admin.example.org`. */
export const isOrigin = (value: string): boolean => URL.canParse(value) && new URL(value).origin === value;

/** Whether nobody on the way to an address can listen: it is https, or on this machine. */
export function isSafeService(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** A cron expression of five or six fields. */
export const cron = z.string().refine((value) => validateCronExpression(value).valid);

/** Nothing, or a secret of a least length in bytes. */
export const optionalSecret = (minBytes: number) =>
  z.union([z.literal(''), z.string().refine((value) => Buffer.byteLength(value) >= minBytes)]);

/** Nothing, or a key of 32 bytes in hexadecimal or base64. */
export const dataKey = z.union([z.literal(''), z.string().refine((value) => keyBytes(value) !== undefined)]);
