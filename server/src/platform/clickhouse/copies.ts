import type { ClickHouse } from './clickhouse.ts';
import { raw, sql } from './sql.ts';

/**
 * Copies tables by hard links, which takes no space and milliseconds. Copies have the name of their original after a prefix. Nothing merges
 * their parts. The caller prevents writes meanwhile.
 */
export async function copyTables(clickhouse: ClickHouse, prefix: string, tables: readonly string[]): Promise<void> {
  for (const name of tables) {
    const copy = raw(prefix + name);
    await clickhouse.command(sql`CREATE TABLE ${copy} AS ${raw(name)}`);
    // Readers can name parts, which a merge would replace.
    await clickhouse.command(sql`SYSTEM STOP MERGES ${copy}`);
    const partitions = await clickhouse.query<{ id: string }>(
      sql`SELECT DISTINCT partition_id AS id FROM system.parts WHERE database = currentDatabase() AND table = ${name} AND active ORDER BY id`,
    );
    for (const { id } of partitions)
      await clickhouse.command(raw(`ALTER TABLE ${prefix}${name} ATTACH PARTITION ID '${id}' FROM ${name}`));
  }
}

/** Drops copies, also those of a killed process. */
export async function dropCopies(clickhouse: ClickHouse, prefix: string, tables: readonly string[]): Promise<void> {
  // Exact names, because an external database can contain tables of others.
  for (const name of tables) await clickhouse.command(sql`DROP TABLE IF EXISTS ${raw(prefix + name)} SYNC`);
}
