import { sql } from 'kysely';
import type { JobQueue } from '../jobs/queue.ts';
import { type Db, transact } from '../postgres/database.ts';
import { buildLexemes, LEXEMES_VERSION, type SearchedText } from './lexemes.ts';

/** Rows of a batch, which is one transaction. A batch takes some 100 ms. */
const BATCH = 200;
const RETRY = { limit: 20, delaySeconds: 30 };

/** A table with a column `search`, and the primary key `project_id, id`. */
export interface SearchedTable<Row> {
  table: string;
  columns: (keyof Row & string)[];
  toText: (row: Row) => SearchedText;
}

interface Key {
  project_id: string;
  id: string;
}

/**
 * Defines the job that builds the lexemes of all rows of a table again, after an update of Earshot that changed the rules. The first start
 * with the new rules sends the job, which updates a batch of rows and sends itself for the next one. Meanwhile, rows have the lexemes of the
 * old rules. Call it before the queue starts.
 */
export function defineReanalysis<Row extends object>(
  { db, jobs, log }: { db: Db; jobs: JobQueue; log: { info: (details: object, message: string) => void } },
  { table, columns, toText }: SearchedTable<Row>,
): void {
  const queue = `search.reanalyze.${table}`;
  const target = sql.table(table);
  jobs.define<{ after: Key | null }>(queue, RETRY, ({ after }) =>
    transact(db, async (tx) => {
      const { rows } = await sql<Row & Key>`
        /* all projects */ SELECT project_id, id, ${sql.join(columns.map((column) => sql.ref(column)))} FROM ${target}
        ${after ? sql`WHERE (project_id, id) > (${after.project_id}::uuid, ${after.id}::uuid)` : sql``}
        ORDER BY project_id, id LIMIT ${BATCH} FOR NO KEY UPDATE`.execute(tx);
      const last = rows.at(-1);
      if (!last) return log.info({ table }, 'built the search terms of a table');
      const given = rows.map((row) => ({
        project_id: row.project_id,
        id: row.id,
        lexemes: buildLexemes(row.project_id, toText(row)),
      }));
      await sql`
        UPDATE ${target} AS t SET search = array_to_tsvector(given.lexemes)
        FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (project_id uuid, id uuid, lexemes text[])
        WHERE t.project_id = given.project_id AND t.id = given.id`.execute(tx);
      await jobs.send(tx, queue, [{ after: { project_id: last.project_id, id: last.id } }]);
    }),
  );
  jobs.onStart(() =>
    transact(db, async (tx) => {
      const { numAffectedRows } = await sql`
        INSERT INTO search_versions AS v (table_name, version) VALUES (${table}, ${LEXEMES_VERSION})
        ON CONFLICT (table_name) DO UPDATE SET version = excluded.version WHERE v.version < excluded.version`.execute(tx);
      if (numAffectedRows === 1n) await jobs.send(tx, queue, [{ after: null }]);
    }),
  );
}
