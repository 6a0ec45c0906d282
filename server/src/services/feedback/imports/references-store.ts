import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import { mailboxKey } from '../../../platform/postgres/mailbox.ts';
import { BY_ADDRESS } from '../authors.ts';

/** An entry, and the entry that has its votes and comments: the target of its merge, or the entry itself. */
export interface EntryReference {
  id: string;
  external_id: string | null;
  root_id: string;
}

/** Returns entries by ids and external ids. */
export async function findReferences(
  db: Db,
  projectId: string,
  { ids, externalIds }: { ids: string[]; externalIds: string[] },
): Promise<EntryReference[]> {
  if (!ids.length && !externalIds.length) return [];
  const { rows } = await sql<EntryReference>`
    WITH RECURSIVE chain AS (
      SELECT id, external_id, id AS root_id, merged_into FROM feedback_entries
      WHERE project_id = ${projectId} AND (id = ANY(${[...new Set(ids)]}::uuid[]) OR external_id = ANY(${[...new Set(externalIds)]}::text[]))
      UNION ALL
      SELECT chain.id, chain.external_id, e.id, e.merged_into FROM chain
      JOIN feedback_entries e ON e.project_id = ${projectId} AND e.id = chain.merged_into
    )
    SELECT id, external_id, root_id FROM chain WHERE merged_into IS NULL`.execute(db);
  return rows;
}

/** Returns the ids of authors by the addresses of people: of the user of the product with the address, or of the address itself. */
export async function findAuthorIds(db: Db, projectId: string, emails: string[]): Promise<Map<string, string>> {
  const keys = [...new Set(emails.map(toMailboxKey))];
  if (!keys.length) return new Map();
  const { rows } = await sql<{ key: string; author: string }>`
    SELECT DISTINCT ON (key) key, author FROM (
      SELECT ${mailboxKey(sql`voter_email`)} AS key, voter AS author, created_at FROM feedback_votes
      WHERE project_id = ${projectId} AND ${mailboxKey(sql`voter_email`)} = ANY(${keys}::text[]) AND voter LIKE 'end:%'
      UNION ALL SELECT ${mailboxKey(sql`submitter_email`)}, submitter_id, created_at FROM feedback_entries
      WHERE project_id = ${projectId} AND ${mailboxKey(sql`submitter_email`)} = ANY(${keys}::text[]) AND submitter_id LIKE 'end:%'
    ) known ORDER BY key, created_at DESC`.execute(db);
  const known = new Map(rows.map(({ key, author }) => [key, author]));
  return new Map(keys.map((key) => [key, known.get(key) ?? `${BY_ADDRESS}:${key}`]));
}
