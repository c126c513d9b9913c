import { errors } from 'steward/core';
import { checkLink } from 'steward/validation';
import type { ConfigItem } from './config.entity.js';

/** Keys that would change an object instead of being a member of it. */
const FORBIDDEN_KEYS = ['__proto__', 'constructor', 'prototype'];

/** @throws AppError code 1 for a key that cannot be a member of the web configuration */
export function checkKey(key: string): void {
  if (FORBIDDEN_KEYS.includes(key))
    throw errors.failure(`key must not be ${key}`, { reason: 'reserved', member: 'key' });
}

/**
 * The values that a select may take: `options` is a JSON array of strings, or of `{label,value}`.
 * @throws AppError code 1 if it is anything else
 */
export function choicesOf(options: string): string[] {
  if (options === '') return [];
  const parsed = parse(options);
  const choices = Array.isArray(parsed) ? parsed.map(choiceOf) : [undefined];
  if (choices.some((choice) => choice === undefined)) {
    throw errors.malformed('options', 'options', 'must be a JSON array of strings, or of objects with label and value');
  }
  return choices as string[];
}

const COLOUR = /^(?:#[0-9a-f]{6})?$/i;

/**
 * Checks a value against the type of its item: a select's is one of its options, an image's a URL or a path, a colour's
 * `#rrggbb`. An image and a colour may be empty.
 * @param name the value's name in the message
 * @throws AppError code 1 if it is anything else
 */
export function checkValue(name: string, { type, value, options }: ConfigItem): void {
  if (type === 'select' && !choicesOf(options).includes(value))
    throw errors.failure(`${name} must be one of its options`, { reason: 'values', member: name });
  if (type === 'image') checkLink(name, value);
  if (type === 'colour' && !COLOUR.test(value))
    throw errors.malformed(name, 'colour', 'must be empty, or a colour such as #3651c9');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function choiceOf(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry;
  const { label, value } = (entry ?? {}) as { label?: unknown; value?: unknown };
  return typeof label === 'string' && typeof value === 'string' ? value : undefined;
}
