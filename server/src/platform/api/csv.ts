import { pipeline, Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { stringify } from 'csv-stringify';
import { endIdleReader } from './exports.ts';

interface CsvFile {
  name: string;
  columns: string[];
  rows: AsyncIterable<object>;
  /** Whether the file begins with a byte order mark, which Excel needs to read it as UTF-8. */
  bom?: boolean;
  readerIdleMs?: number;
}

/**
 * Streams rows as CSV (RFC 4180) with backpressure, so that slow readers do not fill memory. Row sources that hold a database
 * connection also need an `ExportLimit`. Cells that a spreadsheet would evaluate as formulas are prefixed with an apostrophe.
 */
export function sendCsv(reply: FastifyReply, { name, columns, rows, bom, readerIdleMs }: CsvFile): FastifyReply {
  endIdleReader(reply, readerIdleMs);
  const cast = {
    date: (date: Date) => date.toISOString(),
    // By default, the library would write booleans as 1 and nothing.
    boolean: String,
    // Lists of words, such as tags, are easier to filter in a spreadsheet than JSON.
    object: (value: object) => (isTextList(value) ? value.join(', ') : JSON.stringify(value)),
  };
  const csv = stringify({ bom, header: true, columns, escape_formulas: true, cast });
  const source = Readable.from(rows);
  // An error aborts the response, so that readers can detect an incomplete file.
  pipeline(source, csv, () => {});
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(csv);
}

const isTextList = (value: object): value is string[] => Array.isArray(value) && value.every((item) => typeof item === 'string');
