import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { errors } from '../../core/errors.js';

/** @throws AppError 400 for a compressed body */
export function refuseEncoding({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') throw errors.badRequest('The request body must not be compressed');
}

/** @throws AppError 400 for a text that is not in UTF-8, whether or not it says so */
export function requireUtf8({ headers }: FastifyRequest, bytes: Buffer): void {
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset) || !isUtf8(bytes)) throw errors.badRequest('The request body must be in UTF-8');
}
