import type { AuditAction } from '@earshot/contract/instance/audit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { sendCsv } from '../platform/api/csv.ts';
import type { ExportLimit } from '../platform/api/exports.ts';
import { type Db, snapshot } from '../platform/postgres/database.ts';
import type { PageOf, PageRows, Position } from '../platform/postgres/paging.ts';
import { actorOf, recordAudit } from './audit/audit.ts';
import type { NewAuditEntry } from './audit/store.ts';
import { projectOf } from './projects/caller.ts';

const BATCH_SIZE = 2_000;

/** Dependencies of the exports of lists. */
export interface ExportDeps {
  db: Db;
  exports: ExportLimit;
}

interface ListExport {
  /** Name of the file, to which the slug of the project is added. */
  name: string;
  action: AuditAction;
  /** Part of the project that is exported. */
  target?: NewAuditEntry['target'];
  columns: readonly string[];
  /** Returns rows of the list by column. Columns without a value are empty. */
  read: (db: Db, rows: PageRows) => Promise<PageOf<object>>;
  /** Rows of one query. */
  batchSize?: number;
}

/** Response of the operations that export a list. */
export const csvResponse = { returns: Type.String(), produces: 'text/csv' };

/** Returns the description of an operation that exports a list, with the limits of all exports. */
export const describeExport = (description: string): string =>
  `${description} Recorded in the audit log. The response must be read within five minutes. At most two exports can run at the same time; further requests are rejected with 429.`;

/** Sends all rows of a list as CSV, from one snapshot. @throws {HttpError} 429 */
export async function sendList(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, exports }: ExportDeps,
  { name, action, target, columns, read, batchSize = BATCH_SIZE }: ListExport,
): Promise<string> {
  exports.admit(reply);
  const { id: projectId, slug } = projectOf(request);
  await recordAudit(db, { projectId, actor: actorOf(request), action, target });
  const rows = snapshot(request.server.reads, async function* (tx) {
    let after: Position | undefined;
    do {
      const page = await read(tx, { limit: batchSize, offset: 0, after });
      yield* page.rows;
      after = page.next ?? undefined;
    } while (after);
  });
  const { bom } = request.query as { bom?: boolean };
  return sendCsv(reply, { name: `${name}-${slug}.csv`, columns: [...columns], rows, bom }) as never;
}
