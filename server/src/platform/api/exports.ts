import type { FastifyReply } from 'fastify';
import { HttpError } from './errors.ts';

/** Idle timeout of a reader. */
const READER_IDLE_MS = 30_000;
/** Limit for each process: an export holds a database connection until its reader is done. */
const MAX_EXPORTS = 2;
/** Maximum duration of an export. */
const MAX_EXPORT_MS = 5 * 60_000;

/**
 * Aborts a response whose reader is idle, with an error, so that readers can detect an incomplete file. Readers that have received
 * everything so far wait for a slow database, and are not idle.
 */
export const endIdleReader = ({ raw }: FastifyReply, idleMs = READER_IDLE_MS): void =>
  void raw.setTimeout(idleMs, () => void (raw.writableLength > 0 && raw.destroy()));

export type ExportLimit = ReturnType<typeof createExportLimit>;

/** Returns limits for exports that hold a database connection: their number and their duration. */
export function createExportLimit({ maxMs = MAX_EXPORT_MS } = {}) {
  let running = 0;
  return {
    /** Admits an export, which counts until its response ends. @throws {HttpError} 429 */
    admit(reply: FastifyReply): void {
      if (running >= MAX_EXPORTS)
        throw new HttpError('exports.too_many', {
          message: `Too many exports are running (maximum ${MAX_EXPORTS}); try again in a minute`,
          headers: { 'retry-after': '60' },
        });
      running++;
      const deadline = setTimeout(() => reply.raw.destroy(), maxMs);
      reply.raw.once('close', () => {
        running--;
        clearTimeout(deadline);
      });
    },
  };
}
