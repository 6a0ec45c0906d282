import type { ImportCollection, ImportSource, ImportStatus } from '@earshot/contract/instance/values';
import { sql } from 'kysely';
import type { Principal } from '../../platform/api/credentials.ts';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import { ascending, descending, integerKey, type PageRows, readPage, uuidKey } from '../../platform/postgres/paging.ts';
import { unnest } from '../../platform/postgres/unnest.ts';
import type { Tables } from '../tables.ts';
import type { Detected, Options } from './sources/source.ts';

export type Counts = Partial<Record<ImportCollection, Record<'created' | 'updated' | 'unchanged' | 'failed', number>>>;

export type ImportFile = Pick<Tables['import_files'], 'name'> & { number: number; size_bytes: number; received_bytes: number };

export interface Import {
  project_id: string;
  id: string;
  source: ImportSource;
  status: ImportStatus;
  options: Options;
  detected: Detected | null;
  processed: number;
  counts: Counts;
  check_counts: Counts | null;
  error: string | null;
  actor: Principal & { name: string | null };
  files: ImportFile[];
  created_at: Date;
  updated_at: Date;
}

const columns = sql`
  i.project_id, i.id, i.source, i.status, i.options, i.detected, i.processed::float8 AS processed, i.counts, i.check_counts, i.error,
  jsonb_build_object('id', i.actor_id, 'is_service_account', i.actor_is_service_account, 'name', i.actor_name) AS actor,
  i.created_at, i.updated_at,
  (SELECT jsonb_agg(jsonb_build_object('number', f.number, 'name', f.name, 'size_bytes', f.size_bytes, 'received_bytes', f.received_bytes)
     ORDER BY f.number)
   FROM import_files f WHERE f.project_id = i.project_id AND f.import_id = i.id) AS files`;

export type NewImport = Pick<Import, 'project_id' | 'id' | 'source' | 'options' | 'actor'> & {
  files: Pick<ImportFile, 'name' | 'size_bytes'>[];
};

export async function insertImport(tx: Transaction, { project_id, id, source, options, actor, files }: NewImport): Promise<void> {
  await sql`
    INSERT INTO imports (project_id, id, source, status, options, actor_id, actor_is_service_account, actor_name)
    VALUES (${project_id}, ${id}, ${source}, 'uploading', ${JSON.stringify(options)}, ${actor.id}, ${actor.is_service_account ?? false},
      ${actor.name})`.execute(tx);
  const rows = files.map((file, number) => ({ ...file, number }));
  await sql`
    INSERT INTO import_files (project_id, import_id, number, name, size_bytes)
    SELECT ${project_id}, ${id}, given.* FROM ${unnest('given', { number: 'integer', name: 'text', size_bytes: 'bigint' }, rows)}`.execute(
    tx,
  );
}

export async function findImport(db: Db, projectId: string, id: string): Promise<Import | undefined> {
  const { rows } = await sql<Import>`SELECT ${columns} FROM imports i WHERE i.project_id = ${projectId} AND i.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** Finds the project of an import by its id, for access control. */
export async function findImportProject(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`SELECT project_id FROM imports WHERE id = ${id}`.execute(db);
  return rows[0]?.project_id;
}

/** Returns imports, latest first. */
export const listImports = (db: Db, projectId: string, rows: PageRows) =>
  readPage<Import>(db, {
    columns,
    source: sql`imports i WHERE i.project_id = ${projectId}`,
    order: descending(uuidKey(sql`i.id`)),
    rows,
  });

/** Deletes an import unless it has one of the statuses `working`. Returns whether it was deleted. */
export async function deleteImport(
  tx: Transaction,
  { project_id, id }: Pick<Import, 'project_id' | 'id'>,
  { working }: { working: ImportStatus[] },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM imports WHERE project_id = ${project_id} AND id = ${id} AND status <> ALL(${working})`.execute(tx);
  return numAffectedRows === 1n;
}

export type ImportChange = Partial<
  Pick<Import, 'status' | 'options' | 'detected' | 'processed' | 'counts' | 'check_counts' | 'error'>
>;

/**
 * Changes an import. With `while`, only while it has these values: another job may have continued it, or a member may have stopped it.
 * Returns whether it was changed.
 */
export async function updateImport(
  db: Db,
  { project_id, id }: Pick<Import, 'project_id' | 'id'>,
  change: ImportChange,
  expected: Partial<{ statuses: readonly ImportStatus[]; processed: number; options: Import['options'] }> = {},
): Promise<boolean> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  const set = Object.entries(change).map(
    ([name, value]) =>
      sql`${sql.ref(name)} = ${['options', 'detected', 'counts', 'check_counts'].includes(name) ? json(value) : value}`,
  );
  const { numAffectedRows } = await sql`
    UPDATE imports SET ${sql.join([...set, sql`updated_at = now()`])} WHERE project_id = ${project_id} AND id = ${id}
    ${expected.statuses ? sql`AND status = ANY(${expected.statuses})` : sql``}
    ${expected.options ? sql`AND options = ${JSON.stringify(expected.options)}::jsonb` : sql``}
    ${expected.processed === undefined ? sql`` : sql`AND processed = ${expected.processed}`}`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * Appends a part to a file. Returns false unless the file has `start` bytes and room for the part, or has the part already: a client
 * repeats a request whose response was lost.
 */
export async function appendPart(
  tx: Transaction,
  { project_id, id }: Pick<Import, 'project_id' | 'id'>,
  { file, start, bytes }: { file: number; start: number; bytes: Buffer },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE import_files SET received_bytes = received_bytes + ${bytes.length}
    WHERE project_id = ${project_id} AND import_id = ${id} AND number = ${file} AND received_bytes = ${start}
      AND received_bytes + ${bytes.length} <= size_bytes`.execute(tx);
  if (!numAffectedRows) {
    const { rows } = await sql`
      SELECT FROM import_chunks
      WHERE project_id = ${project_id} AND import_id = ${id} AND file = ${file} AND start = ${start} AND bytes = ${bytes}`.execute(
      tx,
    );
    return rows.length > 0;
  }
  await sql`
    INSERT INTO import_chunks (project_id, import_id, file, start, bytes)
    VALUES (${project_id}, ${id}, ${file}, ${start}, ${bytes})`.execute(tx);
  return true;
}

/** Reads a file part by part, so that memory is bounded by the size of a part. */
export async function* readFile(
  db: Db,
  { project_id, id }: Pick<Import, 'project_id' | 'id'>,
  file: number,
): AsyncGenerator<Buffer> {
  for (let start = 0; ;) {
    const { rows } = await sql<{ bytes: Buffer }>`
      SELECT bytes FROM import_chunks
      WHERE project_id = ${project_id} AND import_id = ${id} AND file = ${file} AND start = ${start}`.execute(db);
    const bytes = rows[0]?.bytes;
    if (!bytes?.length) return;
    yield bytes;
    start += bytes.length;
  }
}

export interface Problem {
  number: number;
  collection: ImportCollection;
  file: string;
  line: number;
  field: string | null;
  code: string;
  message: string;
  record: string;
}

/** Adds problems to those of an import, up to `max` together. */
export async function insertProblems(
  tx: Transaction,
  { project_id, id }: Pick<Import, 'project_id' | 'id'>,
  problems: Omit<Problem, 'number'>[],
  max: number,
): Promise<void> {
  if (!problems.length) return;
  const types = {
    position: 'bigint',
    collection: 'text',
    file: 'text',
    line: 'bigint',
    field: 'text',
    code: 'text',
    message: 'text',
    record: 'text',
  };
  const rows = problems.map((problem, position) => ({ ...problem, position }));
  await sql`
    WITH before AS (
      SELECT coalesce(max(number) + 1, 0) AS count FROM import_problems WHERE project_id = ${project_id} AND import_id = ${id}
    )
    INSERT INTO import_problems (project_id, import_id, number, collection, file, line, field, code, message, record)
    SELECT ${project_id}, ${id}, before.count + given.position, given.collection, given.file, given.line, given.field, given.code,
      given.message, given.record
    FROM before, ${unnest('given', types, rows)} WHERE before.count + given.position < ${max}`.execute(tx);
}

export async function deleteProblems(db: Db, { project_id, id }: Pick<Import, 'project_id' | 'id'>): Promise<void> {
  await sql`DELETE FROM import_problems WHERE project_id = ${project_id} AND import_id = ${id}`.execute(db);
}

/** Returns the problems of an import in the order of its files. */
export const listProblems = (db: Db, projectId: string, id: string, rows: PageRows) =>
  readPage<Problem>(db, {
    columns: sql`p.number::float8 AS number, p.collection, p.file, p.line::float8 AS line, p.field, p.code, p.message, p.record`,
    source: sql`import_problems p WHERE p.project_id = ${projectId} AND p.import_id = ${id}`,
    order: ascending(integerKey(sql`p.number`)),
    rows,
  });

/** Deletes the files, their samples and problems of imports that were not changed for `days` days. Returns the number of imports. */
export async function deleteOldFiles(db: Db, days: number): Promise<number> {
  const { rows } = await sql`
    /* all projects */ WITH old AS (
      SELECT project_id, id FROM imports i WHERE updated_at < now() - make_interval(days => ${days})
        AND EXISTS (SELECT FROM import_chunks c WHERE c.project_id = i.project_id AND c.import_id = i.id)
      LIMIT 100
    ), chunks AS (
      DELETE FROM import_chunks c USING old WHERE c.project_id = old.project_id AND c.import_id = old.id
    ), problems AS (
      DELETE FROM import_problems p USING old WHERE p.project_id = old.project_id AND p.import_id = old.id
    ), samples AS (
      UPDATE imports i SET detected = NULL FROM old WHERE i.project_id = old.project_id AND i.id = old.id
    )
    SELECT FROM old`.execute(db);
  return rows.length;
}

/** Deletes the files, their samples and problems of all imports of a project. Returns the number of parts. */
export async function deleteProjectFiles(tx: Transaction, projectId: string): Promise<number> {
  const { numAffectedRows } = await sql`DELETE FROM import_chunks WHERE project_id = ${projectId}`.execute(tx);
  await sql`UPDATE imports SET detected = NULL WHERE project_id = ${projectId}`.execute(tx);
  await sql`DELETE FROM import_problems WHERE project_id = ${projectId}`.execute(tx);
  return Number(numAffectedRows);
}
