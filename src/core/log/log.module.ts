import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from 'pino';

/** The injectable logger of the service. Text that a client sent goes into fields, never into the message. */
export abstract class Log {
  abstract debug(fields: object, message: string): void;
  abstract info(fields: object, message: string): void;
  abstract warn(fields: object, message: string): void;
  abstract error(fields: object, message: string): void;
}

/** The parts of an error that may be logged: the error of a driver also contains the values of the statement. */
export function describeError(error: unknown): object | undefined {
  if (!(error instanceof Error)) return undefined;
  return { type: error.name, message: error.message, code: (error as { code?: unknown }).code, stack: error.stack };
}

/** Makes {@link Log} available everywhere. */
@Module({})
export class LogModule {
  static forRoot(logger: Logger): DynamicModule {
    return {
      module: LogModule,
      global: true,
      providers: [{ provide: Log, useValue: logger }],
      exports: [Log],
    };
  }
}
