import { pipeline, Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { stringify } from 'csv-stringify';

/** A reader that takes nothing for this long is given up: what it reads from may hold a connection to the database. */
const READER_IDLE_MS = 30_000;

/**
 * Streams rows as CSV (RFC 4180), however many: a reader that takes its time holds back the rows, not the server's memory. Cells that
 * a spreadsheet would run as a formula are quoted by an apostrophe.
 */
export function sendCsv(
  reply: FastifyReply,
  {
    name,
    columns,
    rows,
    readerIdleMs = READER_IDLE_MS,
  }: { name: string; columns: string[]; rows: AsyncIterable<object>; readerIdleMs?: number },
): FastifyReply {
  reply.raw.setTimeout(readerIdleMs, () => reply.raw.destroy());
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
