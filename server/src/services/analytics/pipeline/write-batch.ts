import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { raw } from '../../../platform/clickhouse/sql.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { BATCH_TABLES, type BatchContent, findPendingBatches, removeBatch } from './batches-store.ts';
import { ALL_PARTITIONS } from './partitions.ts';

/**
 * Writes a saved batch to ClickHouse, and removes it from PostgreSQL. Can be repeated after a failure at any point, because ClickHouse
 * ignores inserts with a known token. Runs on the main thread as a whole: the thread of the batch writer makes the next batch meanwhile,
 * and could not continue after each statement.
 */
export async function writeBatch(
  { db, clickhouse }: { db: Db; clickhouse: Pick<ClickHouse, 'command' | 'insert'> },
  id: number,
  content: BatchContent,
): Promise<void> {
  for (const deletion of content.deletions) await clickhouse.command(raw(deletion));
  for (const table of BATCH_TABLES) if (content[table].length) await clickhouse.insert(table, content[table], `${table} ${id}`);
  await removeBatch(db, id);
}

/** Writes the saved batches of a killed server to ClickHouse. */
export async function writeSaved(databases: { db: Db; clickhouse: ClickHouse }): Promise<void> {
  for (const { id, content } of await findPendingBatches(databases.db, ALL_PARTITIONS)) await writeBatch(databases, id, content);
}
