import type { INestApplication } from '@nestjs/common';
import { Log } from '../../src/core/log/log.module.js';

/** A line of the log, before it is formatted. */
export interface LogLine extends Record<string, unknown> {
  level: string;
  message: string;
}

/** A log that discards everything. */
export const silentLog = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Records the lines that an application logs from now on, whatever its log level. */
export function recordLog(app: INestApplication): LogLine[] {
  const lines: LogLine[] = [];
  const log = app.get(Log);
  for (const level of ['debug', 'info', 'warn', 'error'] as const) {
    log[level] = (fields: object, message: string) => void lines.push({ ...fields, level, message });
  }
  return lines;
}
