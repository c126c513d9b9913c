import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, destination, pino } from 'pino';
import { MASK } from './token-text.js';
import type { Settings } from '../../settings/settings.js';

/** How many bytes of log lines are held back at most, and for how many milliseconds. */
const BATCH_BYTES = 8192;
const BATCH_MS = 20;

/**
 * The service's logger: one JSON object per line in production, readable text otherwise. Control characters that a
 * client sent come out escaped in both.
 * @param secrets texts that are masked in every line
 */
export async function createLogger(settings: Settings, secrets: readonly string[] = []): Promise<Logger> {
  const options = {
    level: settings.log.level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: secrets.length > 0 ? { streamWrite: masking(secrets) } : {},
  };
  if (settings.production) return pino(options, batchedOutput());
  const { build } = await import('pino-pretty');
  return pino(
    options,
    build({
      sync: true,
      singleLine: true,
      translateTime: 'SYS:HH:MM:ss.l',
      ignore: 'method,path,status,ms',
      messageFormat: readable,
    }),
  );
}

/** Masks secrets in a line of JSON, where some of their characters are escaped. */
function masking(secrets: readonly string[]): (line: string) => string {
  const written = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
  return (line) => written.reduce((text, secret) => text.replaceAll(secret, MASK), line);
}

/** Standard output that batches lines into one write: a system call for each line costs more than the line. */
function batchedOutput(): DestinationStream {
  const output = destination({ fd: 1, sync: true, minLength: BATCH_BYTES });
  let waiting = false;
  const flush = () => {
    waiting = false;
    output.flush();
  };
  process.once('exit', () => output.flushSync());
  return {
    write(line) {
      output.write(line);
      if (!waiting) setTimeout(flush, BATCH_MS).unref();
      waiting = true;
    },
  };
}

/** A request reads as one phrase; everything else as its message. */
function readable(log: Record<string, unknown>, key: string): string {
  const { method, path, status, ms } = log;
  return escapeControl(status === undefined ? log[key] : [method, path, status, ms].join(' '));
}

function escapeControl(text: unknown): string {
  return String(text).replace(/[\p{Cc}\u2028\u2029]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Sends the framework's messages to the same log; its start-up chatter only at debug level. */
export class FrameworkLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  error(message: unknown, ...details: unknown[]): void {
    this.logger.error({ details }, String(message));
  }

  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }

  debug(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  verbose(message: unknown, context?: string): void {
    this.logger.trace({ context }, String(message));
  }
}
