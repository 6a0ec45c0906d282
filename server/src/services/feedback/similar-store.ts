import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import { buildSimilarTitlesQuery } from '../../platform/text/lexemes.ts';
import { buildListColumns, type ListedEntry } from './views/list-store.ts';
import { buildKind, type Filter } from './views/filter-store.ts';

/** Returns entries whose titles share words with the given one, most shared words first. */
export async function findSimilarTitles(
  db: Db,
  projectId: string,
  title: string,
  { filter, limit }: { filter: Filter; limit: number },
): Promise<ListedEntry[]> {
  const query = buildSimilarTitlesQuery(projectId, title);
  if (!query) return [];
  const { rows } = await sql<ListedEntry>`
    SELECT ${buildListColumns(filter)} FROM feedback_entries e
    WHERE ${buildKind(projectId, filter)} AND e.search @@ ${query}::tsquery
    ORDER BY ts_rank(e.search, ${query}::tsquery) DESC, e.created_at DESC, e.number DESC LIMIT ${limit}`.execute(db);
  return rows;
}
