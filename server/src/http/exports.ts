import type { FastifyReply } from 'fastify';
import { HttpError } from './errors.ts';

/** A reader that takes nothing for this long is given up. */
const READER_IDLE_MS = 30_000;
/** In this process: each holds a connection to the database for as long as its reader takes. */
const MAX_EXPORTS = 2;
/** An export ends after this long, however its reader takes it. */
const MAX_EXPORT_MS = 5 * 60_000;

/** Ends an answer whose reader takes nothing any more: an error halfway, so that no reader takes a part for the whole. */
export const endIdleReader = (reply: FastifyReply, idleMs = READER_IDLE_MS): void =>
  void reply.raw.setTimeout(idleMs, () => reply.raw.destroy());

export type ExportLimit = ReturnType<typeof createExportLimit>;

/** Bounds exports that hold a connection to the database while they are read, in number and in time. */
export function createExportLimit({ maxMs = MAX_EXPORT_MS } = {}) {
  let running = 0;
  return {
    /** Admits an export, which counts until its answer ends. @throws {HttpError} 429 */
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
