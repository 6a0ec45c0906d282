import type { DeclaredValues } from '@earshot/contract/shared/fields';
import type { Sort, WaitlistStatus } from '@earshot/contract/services/waitlist/values';
import type { Language } from '@earshot/contract/shared/languages';
import { spellEmail, toMailboxKey } from '@earshot/contract/shared/mailbox';
import { type RawBuilder, sql } from 'kysely';
import { type AttributeFilter, attributeCondition } from '../../instance/directory/list-store.ts';
import { buildQuery } from '../../platform/text/lexemes.ts';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import {
  ascending,
  booleanKey,
  countRows,
  descending,
  integerKey,
  type PageRows,
  readRows,
  type SortOrder,
  timeKey,
} from '../../platform/postgres/paging.ts';
import { listForms } from '../../platform/postgres/person.ts';
import type { Tables } from './tables.ts';

export interface Entry extends Pick<
  Tables['waitlist_entries'],
  | 'project_id'
  | 'id'
  | 'email'
  | 'name'
  | 'status'
  | 'notes'
  | 'referral_source'
  | 'referral_code'
  | 'referred_by'
  | 'boost'
  | 'referral_count'
  | 'metadata'
  | 'confirmed_at'
  | 'invited_at'
  | 'created_at'
  | 'updated_at'
  | 'external_id'
  | 'country'
  | 'answers'
  | 'peak_referrals'
  | 'on_leaderboard'
  | 'unsubscribed_at'
> {
  status: WaitlistStatus;
  /** Language of emails to the person. Null: that of the project. */
  language: Language | null;
  /** Orders the line; null until the address is confirmed. */
  rank: number | null;
  /** Positions that the entry moved its referrer up; null while the entry is not counted. */
  boost: number | null;
  metadata: Record<string, unknown>;
  answers: DeclaredValues;
}

export interface RankedEntry {
  entry: Entry;
  /** Position in line, from 1; null for an entry that is not in line. */
  position: number | null;
}

export type NewEntry = Pick<
  Entry,
  | 'id'
  | 'email'
  | 'name'
  | 'rank'
  | 'referral_source'
  | 'referral_code'
  | 'referred_by'
  | 'boost'
  | 'metadata'
  | 'answers'
  | 'created_at'
> & { number: number; lexemes: string[]; confirmed_at: Date | null } & Partial<
    Pick<
      Entry,
      | 'status'
      | 'notes'
      | 'referral_count'
      | 'invited_at'
      | 'external_id'
      | 'country'
      | 'language'
      | 'on_leaderboard'
      | 'unsubscribed_at'
    > & { import_id: string | null }
  >;

export const columns = sql.raw(
  [
    'project_id, id, email, name, status, notes, referral_source, referral_code, referred_by, boost, referral_count, metadata',
    'confirmed_at, invited_at, created_at, updated_at, external_id, country, answers, peak_referrals, on_leaderboard, unsubscribed_at, language',
  ]
    .flatMap((line) => line.split(', '))
    .map((column) => `e.${column}`)
    .join(', ')
    .concat(', e.rank::int'),
);

/** Inserts entries and returns them: one for each mailbox. Skips known ones and duplicates within the list. */
export async function insertEntries(tx: Transaction, projectId: string, entries: NewEntry[]): Promise<Entry[]> {
  const given = JSON.stringify(entries.map((entry) => ({ ...entry, email_key: toMailboxKey(entry.email) })));
  const { rows } = await sql<Entry>`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${given}::jsonb) AS g (id uuid, number bigint, email text, email_key text, name text, rank bigint,
        referral_source text, referral_code text, referred_by uuid, boost integer, metadata jsonb, lexemes text[], confirmed_at timestamptz,
        created_at timestamptz, status text, notes text, referral_count integer, invited_at timestamptz, external_id text, country text, import_id uuid,
        answers jsonb, on_leaderboard boolean, unsubscribed_at timestamptz, language text)
    ), e AS (
      INSERT INTO waitlist_entries (project_id, id, number, email, email_key, name, rank, referral_source, referral_code, referred_by, boost,
        metadata, search, confirmed_at, created_at, updated_at, status, notes, referral_count, invited_at, external_id, country, import_id,
        answers, on_leaderboard, unsubscribed_at, language)
      SELECT ${projectId}, id, number, email, email_key, name, rank, referral_source, referral_code, referred_by, boost, metadata,
        array_to_tsvector(lexemes), confirmed_at, created_at, created_at, coalesce(status, 'waiting'), notes, coalesce(referral_count, 0),
        invited_at, external_id, country, import_id, answers, coalesce(on_leaderboard, true), unsubscribed_at, language
      FROM given ORDER BY number
      ON CONFLICT (project_id, email_key) DO NOTHING
      RETURNING *
    )
    SELECT ${columns} FROM e`.execute(tx);
  return rows;
}

export async function findEntry(db: Db, projectId: string, id: string): Promise<Entry | undefined> {
  const { rows } =
    await sql<Entry>`SELECT ${columns} FROM waitlist_entries e WHERE e.project_id = ${projectId} AND e.id = ${id}`.execute(db);
  return rows[0];
}

export async function findByEmail(db: Db, projectId: string, email: string): Promise<Entry | undefined> {
  const { rows } =
    await sql<Entry>`SELECT ${columns} FROM waitlist_entries e WHERE e.project_id = ${projectId} AND e.email_key = ${toMailboxKey(email)}`.execute(
      db,
    );
  return rows[0];
}

export async function findByCodes(db: Db, projectId: string, codes: string[]): Promise<Entry[]> {
  if (!codes.length) return [];
  const { rows } = await sql<Entry>`
    SELECT ${columns} FROM waitlist_entries e WHERE e.project_id = ${projectId} AND e.referral_code = ANY(${codes}::text[])`.execute(
    db,
  );
  return rows;
}

/** Returns the project of an entry, for session requests that name the entry only. */
export async function findProjectId(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`SELECT project_id FROM waitlist_entries WHERE id = ${id}`.execute(db);
  return rows[0]?.project_id;
}

/** Returns the condition that the confirmed address of an entry `e` belongs to a person in a segment. */
const isOfSegment = (segment: RawBuilder<unknown>): RawBuilder<unknown> => sql`e.confirmed_at IS NOT NULL AND EXISTS (
  SELECT FROM people_identities i JOIN people p ON p.project_id = i.project_id AND p.id = i.person_id
  WHERE i.project_id = e.project_id AND i.kind = 'email' AND i.value = e.email_key AND ${segment})`;

/** Returns the first `count` entries in line that match the filter. */
export async function findNextInLine(
  tx: Transaction,
  projectId: string,
  { count, ...filter }: { count: number } & Filter,
): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    SELECT ${columns} FROM waitlist_entries e
    WHERE ${buildCondition(projectId, { ...filter, status: 'waiting' })} AND e.rank IS NOT NULL ORDER BY e.rank LIMIT ${count}`.execute(
    tx,
  );
  return rows;
}

/** Returns the given entries that are in line. */
export async function findInLine(tx: Transaction, projectId: string, ids: string[]): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    SELECT ${columns} FROM waitlist_entries e
    WHERE e.project_id = ${projectId} AND e.id = ANY(${ids}::uuid[]) AND e.status = 'waiting' AND e.rank IS NOT NULL ORDER BY e.rank`.execute(
    tx,
  );
  return rows;
}

/** Updates an entry, except its referral count (see `addReferrals`) and an assigned rank (see `moveInLine`). */
export async function updateEntry(tx: Transaction, entry: Entry, lexemes: string[]): Promise<void> {
  await sql`
    UPDATE waitlist_entries SET name = ${entry.name}, status = ${entry.status}, notes = ${entry.notes}, boost = ${entry.boost},
      answers = ${JSON.stringify(entry.answers)}::jsonb, language = ${entry.language}, on_leaderboard = ${entry.on_leaderboard}, confirmed_at = ${entry.confirmed_at}, invited_at = ${entry.invited_at}, updated_at = ${entry.updated_at},
      rank = coalesce(rank, ${entry.rank}), search = array_to_tsvector(${lexemes}::text[])
    WHERE project_id = ${entry.project_id} AND id = ${entry.id}`.execute(tx);
}

/** Sets the status of entries in line to invited. */
export async function setInvited(tx: Transaction, projectId: string, ids: string[], at: Date): Promise<void> {
  await sql`
    UPDATE waitlist_entries SET status = 'invited', invited_at = ${at}, updated_at = ${at}
    WHERE project_id = ${projectId} AND id = ANY(${ids}::uuid[])`.execute(tx);
}

/** Adds `each` to the referral count of an entry for each time that `ids` contains it. */
export async function addReferrals(tx: Transaction, projectId: string, ids: string[], each: 1 | -1): Promise<void> {
  if (!ids.length) return;
  await sql`
    UPDATE waitlist_entries e SET referral_count = e.referral_count + n.count
    FROM (SELECT id, count(*)::int * ${each}::int AS count FROM unnest(${ids}::uuid[]) AS id GROUP BY id) n
    WHERE e.project_id = ${projectId} AND e.id = n.id`.execute(tx);
}

/** Raises the peak of the referral counts of confirmed entries, and returns the entries whose peak rose with the earlier one. */
export async function raisePeaks(
  tx: Transaction,
  projectId: string,
  ids: string[],
): Promise<(Entry & { peak_before: number })[]> {
  if (!ids.length) return [];
  const { rows } = await sql<Entry & { peak_before: number }>`
    UPDATE waitlist_entries e SET peak_referrals = e.referral_count
    FROM (SELECT id, peak_referrals FROM waitlist_entries WHERE project_id = ${projectId} AND id = ANY(${ids}::uuid[])) before
    WHERE e.project_id = ${projectId} AND e.id = before.id AND e.referral_count > e.peak_referrals AND e.confirmed_at IS NOT NULL
      AND e.status <> 'removed'
    RETURNING ${columns}, before.peak_referrals AS peak_before`.execute(tx);
  return rows;
}

/** Returns the sum of the boosts from an entry's confirmed referrals. */
export async function sumBoosts(tx: Transaction, projectId: string, referrerId: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    SELECT coalesce(sum(boost), 0)::int AS sum FROM waitlist_entries WHERE project_id = ${projectId} AND referred_by = ${referrerId}`.execute(
    tx,
  );
  return rows[0]?.sum ?? 0;
}

export async function deleteEntries(tx: Transaction, projectId: string, ids: string[]): Promise<void> {
  await sql`
    UPDATE waitlist_entries SET referred_by = NULL, boost = NULL
    WHERE project_id = ${projectId} AND referred_by = ANY(${ids}::uuid[])`.execute(tx);
  await sql`DELETE FROM waitlist_entries WHERE project_id = ${projectId} AND id = ANY(${ids}::uuid[])`.execute(tx);
}

/** Condition of an answer, which may be a list of options. */
export type AnswerFilter = AttributeFilter & { isList: boolean };

export interface Filter {
  status?: WaitlistStatus;
  q?: string;
  external_id?: string;
  created_since?: string;
  created_until?: string;
  ids?: string[];
  confirmed?: boolean;
  /** Empty: entries without a source. */
  source?: string;
  min_referrals?: number;
  country?: string;
  answers?: AnswerFilter[];
  /** Condition of a segment on `people p`. */
  segment?: RawBuilder<unknown>;
}

const select = ({ ids, confirmed, source, min_referrals: referrals, country, answers = [] }: Filter): RawBuilder<unknown>[] => [
  ...(ids ? [sql`e.id = ANY(${ids}::uuid[])`] : []),
  ...(confirmed === undefined ? [] : [confirmed ? sql`e.confirmed_at IS NOT NULL` : sql`e.confirmed_at IS NULL`]),
  ...(source === undefined ? [] : [source ? sql`e.referral_source = ${source}` : sql`e.referral_source IS NULL`]),
  ...(referrals === undefined ? [] : [sql`e.referral_count >= ${referrals}`]),
  ...(country === undefined ? [] : [sql`e.country = ${country}`]),
  ...answers.map(({ isList, ...answer }) =>
    // A list contains the value.
    attributeCondition(isList ? { ...answer, value: [answer.value] as never } : answer, sql`e.answers`),
  ),
];

/** Returns the condition of a filter on `waitlist_entries e`. */
export function buildCondition(
  projectId: string,
  { status, q, external_id: externalId, created_since: since, created_until: until, segment, ...selection }: Filter,
): RawBuilder<unknown> {
  // Entries from before the migration `0003_mailboxes` are indexed in the form in which they joined.
  const forms = q === undefined ? [] : listForms([spellEmail(q)]);
  const query = forms
    .flatMap((form) => buildQuery(projectId, form) ?? [])
    .map((words) => `(${words})`)
    .join(' | ');
  return sql.join(
    [
      sql`e.project_id = ${projectId}`,
      ...(status ? [sql`e.status = ${status}`] : []),
      ...(externalId === undefined ? [] : [sql`e.external_id = ${externalId}`]),
      ...(since === undefined ? [] : [sql`e.created_at >= ${new Date(since)}`]),
      ...(until === undefined ? [] : [sql`e.created_at < ${new Date(until)}`]),
      ...select(selection),
      ...(segment ? [isOfSegment(segment)] : []),
      ...(query ? [sql`e.search @@ ${query}::tsquery`] : []),
      // A query of punctuation only matches nothing.
      ...(q && !query ? [sql`false`] : []),
    ],
    sql` AND `,
  );
}

const number = integerKey(sql`e.number`);
/** Entries without a rank sort last. */
const rank = integerKey(sql`e.rank`, sql`coalesce(e.rank, 9223372036854775807)`);
const ORDER: Record<Exclude<Sort, 'position'>, SortOrder> = {
  newest: descending(timeKey(sql`e.created_at`), number),
  referrals: descending(integerKey(sql`e.referral_count`), number),
};
const BY_RANK = ascending(rank, number);
const LINE_FIRST = ascending(booleanKey(sql`(e.status <> 'waiting')`), rank, number);

export const listEntries = (db: Db, projectId: string, filter: Filter, { sort, ...rows }: { sort: Sort } & PageRows) =>
  readRows<Entry>(db, {
    columns,
    source: sql`waitlist_entries e WHERE ${buildCondition(projectId, filter)}`,
    order: sort === 'position' ? (filter.status ? BY_RANK : LINE_FIRST) : ORDER[sort],
    rows,
  });

export async function countEntries(db: Db, projectId: string, filter: Filter): Promise<number> {
  return await countRows(db, sql`waitlist_entries e WHERE ${buildCondition(projectId, filter)}`);
}
