import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { columns, type Entry } from '../store.ts';

/** Ways to name entries. */
export interface Names {
  external_ids: string[];
  /** In lower case. */
  codes: string[];
  mailbox_keys: string[];
}

export type NamedEntry = Entry & { email_key: string };

export async function findNamed(db: Db, projectId: string, { external_ids, codes, mailbox_keys }: Names): Promise<NamedEntry[]> {
  const { rows } = await sql<NamedEntry>`
    SELECT ${columns}, e.email_key FROM waitlist_entries e
    WHERE e.project_id = ${projectId} AND (e.external_id = ANY(${external_ids}::text[]) OR e.referral_code = ANY(${codes}::text[])
      OR e.email_key = ANY(${mailbox_keys}::text[]))`.execute(db);
  return rows;
}

/** Returns how many counted entries each of these entries referred. */
export async function countReferred(db: Db, projectId: string, ids: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    SELECT referred_by AS id, count(*)::int AS count FROM waitlist_entries
    WHERE project_id = ${projectId} AND referred_by = ANY(${ids}::uuid[]) AND boost IS NOT NULL GROUP BY 1`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

export async function updateEntries(
  tx: Transaction,
  projectId: string,
  entries: (Entry & { lexemes: string[] })[],
): Promise<void> {
  if (!entries.length) return;
  const given = JSON.stringify(entries.map((entry) => ({ ...entry, email_key: toMailboxKey(entry.email) })));
  await sql`
    UPDATE waitlist_entries e SET email = g.email, email_key = g.email_key, name = g.name, status = g.status, rank = coalesce(e.rank, g.rank),
      notes = g.notes, referral_source = g.referral_source, referred_by = g.referred_by, boost = g.boost, referral_count = g.referral_count,
      metadata = g.metadata, answers = g.answers, search = array_to_tsvector(g.lexemes), confirmed_at = g.confirmed_at, invited_at = g.invited_at,
      on_leaderboard = g.on_leaderboard, unsubscribed_at = g.unsubscribed_at, created_at = g.created_at, updated_at = g.updated_at
    FROM jsonb_to_recordset(${given}::jsonb) AS g (id uuid, email text, email_key text, name text, status text, rank bigint, notes text,
      referral_source text, referred_by uuid, boost integer, referral_count integer, metadata jsonb, answers jsonb, lexemes text[], confirmed_at timestamptz,
      invited_at timestamptz, on_leaderboard boolean, unsubscribed_at timestamptz, created_at timestamptz, updated_at timestamptz)
    WHERE e.project_id = ${projectId} AND e.id = g.id`.execute(tx);
}

/** Returns entries that an import created. Those that moved their referrer are last, so that they move it back past people who stay. */
export async function findImported(tx: Transaction, projectId: string, importId: string, limit: number): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    SELECT ${columns} FROM waitlist_entries e WHERE e.project_id = ${projectId} AND e.import_id = ${importId}
    ORDER BY coalesce(e.boost, 0), e.id LIMIT ${limit}`.execute(tx);
  return rows;
}
