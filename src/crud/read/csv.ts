import { Readable } from 'node:stream';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { type Observable, concatMap } from 'rxjs';

/** Characters that divide or quote cells in some program: many read `;` or a tab as a comma. */
const SEPARATOR = /[;\t,"\r\n]/;

/**
 * The position before a character that begins a formula, full-width forms included. Some programs skip leading tabs and
 * ends of lines.
 */
const FORMULA = /(?<=^|[;\t,"\r\n])(?=[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/** Header with the number of rows that an export began with. */
export const TOTAL_COUNT = 'X-Total-Count';

/** Rows that are sent as a file. */
export interface Export {
  /** Name of the kind of rows, in CamelCase; the file is named after it. */
  name: string;
  /** Members in order; they are also the column headings. */
  columns: string[];
  total: number;
  /** The rows, a batch at a time. */
  batches: AsyncIterable<object[]>;
}

/** Sends the {@link Export} that a handler returns as a CSV download. */
@Injectable()
export class CsvInterceptor implements NestInterceptor<Export, StreamableFile> {
  intercept(context: ExecutionContext, next: CallHandler<Export>): Observable<StreamableFile> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      concatMap(async (rows) => {
        const file = await csvDownload(rows);
        void reply.header(TOTAL_COUNT, rows.total);
        return file;
      }),
    );
  }
}

/** CSV as in RFC 4180: a header line, then rows as they are read, so that memory does not grow with their number. */
async function csvDownload({ name, columns, batches }: Export): Promise<StreamableFile> {
  // The first batch is read here, so that a failing database fails before the answer has begun.
  const rest = batches[Symbol.asyncIterator]();
  const first = await rest.next();
  async function* lines(): AsyncIterable<string> {
    yield stringify([columns], { record_delimiter: 'windows' });
    for (let next = first; !next.done; next = await rest.next()) {
      yield stringify(next.value, {
        columns,
        record_delimiter: 'windows',
        quoted_match: SEPARATOR,
        cast: {
          date: (value) => value.toISOString(),
          string: defused,
          object: (value) => defused(JSON.stringify(value)),
          boolean: String,
        },
      });
    }
  }
  return new StreamableFile(Readable.from(lines(), { objectMode: false }), {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${fileName(name)}.csv"`,
  });
}

/** `LoginLog` becomes `login-log`; a header may contain only ASCII letters. */
function fileName(name: string): string {
  const words = name.replace(/\B[A-Z]/g, '-$&').toLowerCase();
  return words.replace(/[^a-z0-9-]+/g, '') || 'export';
}

/**
 * Puts an apostrophe in front of text that a spreadsheet would run as a formula (OWASP, "CSV Injection"): at the
 * beginning of a cell, and after each character at which some program divides cells, even inside quotes.
 */
function defused(value: string): string {
  return value.replace(FORMULA, "'");
}
