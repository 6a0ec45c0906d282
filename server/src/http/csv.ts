import { pipeline, Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { stringify } from 'csv-stringify';
import { endIdleReader } from './exports.ts';

/**
 * Streams rows as CSV (RFC 4180), however many: a reader that takes its time holds back the rows, not the server's memory. Rows that
 * hold a connection to the database while they are read need an `ExportLimit` too. Cells that a spreadsheet would run as a formula are
 * quoted by an apostrophe.
 */
export function sendCsv(
  reply: FastifyReply,
  { name, columns, rows, readerIdleMs }: { name: string; columns: string[]; rows: AsyncIterable<object>; readerIdleMs?: number },
): FastifyReply {
  endIdleReader(reply, readerIdleMs);
  const csv = stringify({ header: true, columns, escape_formulas: true, cast: { date: (date) => date.toISOString() } });
  const source = Readable.from(rows);
  // An error ends the answer halfway, so that no reader takes a part for the whole.
  pipeline(source, csv, () => {});
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(csv);
}
