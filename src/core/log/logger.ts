import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, destination, pino } from 'pino';
import { MASK } from './token-text.js';
import type { Settings } from '../../settings/settings.js';

/** How many characters of log lines are held back at most, and for how many milliseconds. */
const BATCH_LENGTH = 8192;
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
    timestamp: timestamps(),
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

/** The time of each line as pino's `isoTime` gives it, formatted once for all lines of a millisecond. */
function timestamps(): () => string {
  let at = 0;
  let formatted = '';
  return () => {
    const now = Date.now();
    if (now !== at) {
      at = now;
      formatted = `,"time":"${new Date(now).toISOString()}"`;
    }
    return formatted;
  };
}

/** Masks secrets in a line of JSON, where some of their characters are escaped. */
function masking(secrets: readonly string[]): (line: string) => string {
  const written = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
  return (line) => written.reduce((text, secret) => text.replaceAll(secret, MASK), line);
}

/**
 * Standard output that batches lines into one write: a system call for each line costs more than the line. The
 * destination could batch them itself, but measures all lines that it holds back whenever it gets another.
 */
function batchedOutput(): DestinationStream {
  const output = destination({ fd: 1, sync: true });
  let batch = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const lines = batch;
    batch = '';
    if (lines !== '') output.write(lines);
  };
  process.once('exit', flush);
  return {
    write(line) {
      batch += line;
      if (batch.length >= BATCH_LENGTH) flush();
      else timer ??= setTimeout(flush, BATCH_MS).unref();
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
