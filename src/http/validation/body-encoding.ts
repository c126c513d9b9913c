import type { FastifyRequest } from 'fastify';
import { errors } from '../../core/errors.js';

/** @throws AppError 400 for a compressed body */
export function refuseEncoding({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') throw errors.badRequest('The request body must not be compressed');
}
