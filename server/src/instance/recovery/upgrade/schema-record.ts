import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createStatements } from '../../../platform/clickhouse/schema.ts';

/** Schema of a data folder: the version that used the folder last, its last migration, and a hash of its ClickHouse tables. */
export interface SchemaRecord {
  version: string;
  migration: string | undefined;
  clickhouse: string;
}

export const SCHEMA_FILE = 'schema.json';

/** Hash of the statements that create and change the tables of ClickHouse, which keeps no list of migrations. */
export const CLICKHOUSE_SCHEMA = createHash('sha256').update(createStatements(undefined).join('\n')).digest('hex');

/** Returns undefined for a folder that only versions before 1.0.0 have used. */
export async function readSchemaRecord(dataDir: string): Promise<SchemaRecord | undefined> {
  try {
    return JSON.parse(await readFile(join(dataDir, SCHEMA_FILE), 'utf8')) as SchemaRecord;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Records that the folder has the schema. Called after all migrations. */
export async function writeSchemaRecord(dataDir: string, record: SchemaRecord): Promise<void> {
  const temporary = join(dataDir, `.${SCHEMA_FILE}`);
  await writeFile(temporary, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(temporary, join(dataDir, SCHEMA_FILE));
}
