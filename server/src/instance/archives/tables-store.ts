import { sql } from 'kysely';
import type { ArchivedRow, ArchivedTable } from '../../platform/postgres/archived.ts';
import type { Db, Transaction } from '../../platform/postgres/database.ts';

/** A column in an archive. */
export interface Column {
  name: string;
  /** Type in SQL. */
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
}

/** Returns the columns of a table in an archive, without the id of the project. */
export async function listColumns(db: Db, { table, omitted = [] }: ArchivedTable): Promise<Column[]> {
  const { rows } = await sql<Column>`
    SELECT attname AS name, format_type(atttypid, atttypmod) AS type, NOT attnotnull AS "isNullable", atthasdef AS "hasDefault"
    FROM pg_attribute WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped
      AND attname <> 'project_id' AND attname <> ALL(${omitted}::text[]) ORDER BY attnum`.execute(db);
  return rows;
}

/** Bytes of rows that are read or written together. */
const BATCH_BYTES = 2 * 1024 * 1024;
const MAX_BATCH_ROWS = 5_000;
const FIRST_BATCH_ROWS = 20;

/** Yields the rows of a project as JSON texts, in the order of the primary key. Requires a snapshot. */
export async function* readRows(
  tx: Transaction,
  projectId: string,
  { table, where, personal }: ArchivedTable,
  { columns, hasPersonalData }: { columns: Column[]; hasPersonalData: boolean },
): AsyncGenerator<string[]> {
  const replaced = !hasPersonalData && typeof personal === 'object' ? personal : {};
  const selected = columns.map(({ name, type }) => {
    const value = replaced[name] === undefined ? sql.ref(name) : sql.raw(replaced[name]);
    // As text, because JavaScript would round it.
    return sql`${type === 'numeric' ? sql`(${value})::text` : value} AS ${sql.ref(name)}`;
  });
  const { rows: keys } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)
    WHERE indrelid = ${table}::regclass AND indisprimary ORDER BY array_position(indkey::int2[], attnum)`.execute(tx);
  await sql`
    DECLARE archived NO SCROLL CURSOR FOR SELECT row_to_json(r)::text AS line FROM (
      SELECT ${sql.join(selected)} FROM ${sql.table(table)} AS t
      WHERE project_id = ${sql.lit(projectId)} AND ${where ? sql.raw(where) : sql`true`}
      ORDER BY ${sql.join(keys.map(({ name }) => sql.ref(`t.${name}`)))}
    ) r`.execute(tx);
  try {
    for (let count = FIRST_BATCH_ROWS; ;) {
      const { rows } = await sql<{ line: string }>`FETCH ${sql.lit(count)} FROM archived`.execute(tx);
      if (!rows.length) return;
      yield rows.map(({ line }) => line);
      const bytes = rows.reduce((sum, { line }) => sum + line.length, 0);
      count = Math.ceil(Math.min(MAX_BATCH_ROWS, (BATCH_BYTES / Math.max(bytes, 1)) * rows.length));
    }
  } finally {
    await sql`CLOSE archived`.execute(tx).catch(() => {});
  }
}

/** Inserts rows. Derived lexemes are in the column `search`. */
export async function insertRows(
  tx: Transaction,
  projectId: string,
  table: string,
  { rows, columns }: { rows: ArchivedRow[]; columns: Pick<Column, 'name' | 'type'>[] },
): Promise<void> {
  const types = columns.map(({ name, type }) => sql`${sql.ref(name)} ${sql.raw(type === 'tsvector' ? 'text[]' : type)}`);
  const values = columns.map(({ name, type }) =>
    type === 'tsvector' ? sql`array_to_tsvector(${sql.ref(name)})` : sql.ref(name),
  );
  await sql`
    INSERT INTO ${sql.table(table)} (project_id, ${sql.join(columns.map(({ name }) => sql.ref(name)))})
    SELECT ${projectId}::uuid, ${sql.join(values)} FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r (${sql.join(types)})`.execute(
    tx,
  );
}

/** Returns the tables whose rows are looked up by their id alone. */
export async function listLookedUp(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_index JOIN pg_class c ON c.oid = indrelid JOIN pg_attribute a ON a.attrelid = indrelid AND a.attnum = indkey[0]
    WHERE indnatts = 1 AND a.attname = 'id'`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Returns whether a row with one of the ids exists, in any project. */
export async function hasAnyId(db: Db, table: string, ids: string[]): Promise<boolean> {
  const { rows } = await sql`/* all projects */ SELECT FROM ${sql.table(table)} WHERE id = ANY(${ids}::uuid[]) LIMIT 1`.execute(
    db,
  );
  return rows.length > 0;
}

export async function hasRows(db: Db, projectId: string, table: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM ${sql.table(table)} WHERE project_id = ${projectId} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Sets what the expressions of pseudonyms and times read, until the end of the transaction. */
export const prepareRead = async (tx: Transaction, salt: string): Promise<void> =>
  void (await sql`SELECT set_config('earshot.archive_salt', ${salt}, true), set_config('timezone', 'UTC', true)`.execute(tx));

/** Lets rows refer to rows that follow. */
export const deferConstraints = async (tx: Transaction): Promise<void> =>
  void (await sql`SET CONSTRAINTS ALL DEFERRED`.execute(tx));

/** Checks the references of all rows. @throws when one is missing */
export const checkConstraints = async (tx: Transaction): Promise<void> =>
  void (await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(tx));

/** Locks the restore into a project until the end of the transaction. Returns false while another one runs. */
export async function lockRestore(tx: Transaction, projectId: string): Promise<boolean> {
  const { rows } = await sql<{ is_free: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`archives:${projectId}`}, 0)) AS is_free`.execute(tx);
  return rows[0]?.is_free ?? false;
}
