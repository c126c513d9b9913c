import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { stringify } from 'csv-stringify/sync';

/**
 * A CSV download (RFC 4180): a header line, then rows as they are read, so that memory stays flat whatever their number.
 * Cells that a spreadsheet would run as formulas are defused (contract §10).
 * @param columns properties in their order, which are the headings as well
 * @param batches rows, a batch at a time
 */
export async function csvDownload(
  filename: string,
  columns: string[],
  batches: AsyncIterable<object[]>,
): Promise<StreamableFile> {
  // A database that fails does so before the answer has begun.
  const rest = batches[Symbol.asyncIterator]();
  const first = await rest.next();
  async function* lines(): AsyncIterable<string> {
    yield stringify([columns], { record_delimiter: 'windows' });
    for (let next = first; !next.done; next = await rest.next()) {
      yield stringify(next.value, {
        columns,
        record_delimiter: 'windows',
        escape_formulas: true,
        // With CRLF between records the library would leave a bare CR or LF in a cell unquoted.
        quoted_match: /[\r\n]/,
        cast: { date: (value) => value.toISOString() },
      });
    }
  }
  return new StreamableFile(Readable.from(lines(), { objectMode: false }), {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${filename}"`,
  });
}
