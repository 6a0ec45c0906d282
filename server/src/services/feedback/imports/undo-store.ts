import { sql } from 'kysely';
import type { Transaction } from '../../../platform/postgres/database.ts';
import { unnest } from '../../../platform/postgres/unnest.ts';
import { columns, type Entry } from '../store.ts';
import type { Vote } from '../votes/votes-store.ts';

interface Part {
  importId: string;
  limit: number;
}

/** Returns entries of an import, with all entries of the import that were merged into them. */
export async function findImportedEntries(tx: Transaction, projectId: string, { importId, limit }: Part): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE found AS (
      (SELECT id FROM feedback_entries WHERE project_id = ${projectId} AND import_id = ${importId} LIMIT ${limit})
      UNION SELECT e.id FROM feedback_entries e JOIN found ON e.merged_into = found.id
      WHERE e.project_id = ${projectId} AND e.import_id = ${importId}
    )
    SELECT id FROM found`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns the entries outside of an import that were merged into entries of it. */
export async function findForeignMerged(
  tx: Transaction,
  projectId: string,
  { importId, ids }: { importId: string; ids: string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM feedback_entries
    WHERE project_id = ${projectId} AND merged_into = ANY(${ids}::uuid[]) AND import_id IS DISTINCT FROM ${importId}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns the entries whose merge target is none of them, with the target. */
export async function findKept(tx: Transaction, projectId: string, ids: string[]): Promise<{ id: string; target: string }[]> {
  const { rows } = await sql<{ id: string; target: string }>`
    WITH RECURSIVE chain AS (
      SELECT id, id AS target, merged_into FROM feedback_entries WHERE project_id = ${projectId} AND id = ANY(${ids}::uuid[])
      UNION ALL
      SELECT chain.id, e.id, e.merged_into FROM chain JOIN feedback_entries e ON e.project_id = ${projectId} AND e.id = chain.merged_into
    )
    SELECT id, target FROM chain WHERE merged_into IS NULL AND target <> ALL(${ids}::uuid[])`.execute(tx);
  return rows;
}

export async function deleteEntries(tx: Transaction, projectId: string, ids: string[]): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    DELETE FROM feedback_entries e WHERE e.project_id = ${projectId} AND e.id = ANY(${ids}::uuid[]) RETURNING ${columns}`.execute(
    tx,
  );
  return rows;
}

interface ImportedComment {
  id: string;
  entry_id: string;
}

export async function findImportedComments(
  tx: Transaction,
  projectId: string,
  { importId, limit }: Part,
): Promise<ImportedComment[]> {
  const { rows } = await sql<ImportedComment>`
    SELECT id, entry_id FROM feedback_comments WHERE project_id = ${projectId} AND import_id = ${importId} LIMIT ${limit}`.execute(
    tx,
  );
  return rows;
}

/** Returns the number of deleted comments. */
export async function deleteComments(tx: Transaction, projectId: string, ids: string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM feedback_comments WHERE project_id = ${projectId} AND id = ANY(${ids}::uuid[])`.execute(tx);
  return Number(numAffectedRows);
}

interface ImportedVote {
  entry_id: string;
  voter: string;
}

export async function findImportedVotes(tx: Transaction, projectId: string, { importId, limit }: Part): Promise<ImportedVote[]> {
  const { rows } = await sql<ImportedVote>`
    SELECT entry_id, voter FROM feedback_votes WHERE project_id = ${projectId} AND import_id = ${importId} LIMIT ${limit}`.execute(
    tx,
  );
  return rows;
}

export async function deleteVotes(tx: Transaction, projectId: string, votes: ImportedVote[]) {
  const { rows } = await sql<ImportedVote & { value: Vote; created_at: Date }>`
    DELETE FROM feedback_votes v USING ${unnest('given', { entry_id: 'uuid', voter: 'text' }, votes)}
    WHERE v.project_id = ${projectId} AND v.entry_id = given.entry_id AND v.voter = given.voter
    RETURNING v.entry_id, v.voter, v.value, v.created_at`.execute(tx);
  return rows;
}

/** Returns those of the entries into which others were merged. */
export async function findMergeTargets(tx: Transaction, projectId: string, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT merged_into AS id FROM feedback_entries
    WHERE project_id = ${projectId} AND merged_into = ANY(${ids}::uuid[])`.execute(tx);
  return rows.map(({ id }) => id);
}
