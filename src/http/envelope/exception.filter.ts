import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../core/app.error.js';
import { isOutOfDescriptors } from '../../core/descriptors.js';
import { errors } from '../../core/errors.js';
import { headerOf } from '../../core/fault.js';
import { safePath } from '../../core/log/safe-path.js';
import type { StewardRequest } from '../request/request.js';
import { takesImages } from '../validation/image-body.js';
import { takenBodyOf, typesOf } from '../validation/taken-body.js';
import { failed } from './envelope.js';
import { ANSWER_HEADERS, FAULT_HEADER } from './headers.js';

/** Tells which third-party errors mean that a dependency is unavailable. */
export type UnavailableTest = (error: unknown) => boolean;

/**
 * Turns every failure into the envelope, whose code is 401 with that status and otherwise 1 (docs/api.md, Envelope), and decides which HTTP status goes with it (Statuses).
 */
@Catch()
export class EnvelopeFilter implements ExceptionFilter {
  constructor(private readonly isUnavailable: UnavailableTest) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<StewardRequest>();
    const failure = this.translate(exception, request);
    request.failure = failure;
    sendFailure(http.getResponse<FastifyReply>(), failure);
  }

  private translate(exception: unknown, request: StewardRequest): AppError {
    if (exception instanceof AppError) return exception;
    if (exception instanceof HttpException) {
      return fromStatus(exception.getStatus(), exception.message, request, exception);
    }
    if (isOutOfDescriptors(exception)) return errors.unavailable('no file descriptor is left', exception);
    if (this.isUnavailable(exception)) return errors.unavailable('a dependency is unavailable', exception);
    return fromStatus(statusOf(exception), exception instanceof Error ? exception.message : '', request, exception);
  }
}

/** Sends the envelope of a failure; also used if no filter runs (a URL that cannot be decoded). */
export function sendFailure(reply: FastifyReply, failure: AppError): void {
  // Already answered: the request was cut, and its own failure comes only now.
  if (reply.sent) return;
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  if (failure.fault !== undefined) void reply.header(FAULT_HEADER, headerOf(failure.fault));
  if (failure.retryAfter !== undefined) void reply.header('retry-after', String(failure.retryAfter));
  if (failure.headers !== undefined) void reply.headers(failure.headers);
  void reply
    .status(failure.status)
    // Headers for a route's success, such as permission to cache it, must not go with a failure.
    .headers(ANSWER_HEADERS)
    .header('content-type', 'application/json; charset=utf-8')
    .send(failed(failure.status, failure.message));
}

function fromStatus(status: number, message: string, request: StewardRequest, cause: unknown): AppError {
  switch (status) {
    case 401:
      return errors.unauthenticated(message);
    case 404:
      return request.is404 || request.routeOptions.url === undefined
        ? errors.noSuchPath(request.method, safePath(request.url))
        : errors.badRequest(message, 404);
    case 413:
      return errors.tooLarge('request body', 413);
    case 414:
      return errors.tooLarge('URL', 414);
    case 415:
      return refusalOfType(request);
    default:
      return status >= 400 && status < 500 ? errors.badRequest(message, status) : errors.internal(cause);
  }
}

/** A media type that no route takes. */
function refusalOfType(request: StewardRequest): AppError {
  const taken = takenBodyOf(request);
  if (taken) return errors.notOfType(typesOf(taken));
  return takesImages(request) ? errors.notAnImage() : errors.notJson();
}

function statusOf(exception: unknown): number {
  const status = (exception as { statusCode?: unknown } | null | undefined)?.statusCode;
  return typeof status === 'number' ? status : 500;
}
