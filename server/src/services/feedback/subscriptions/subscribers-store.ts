import type { Language } from '@earshot/contract/shared/languages';
import type { ProofSource } from '../../../instance/directory/backfill.ts';
import { cancelMails, type WaitingMail } from '../../../instance/mail/store.ts';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { sql } from 'kysely';
import { formatId } from '../../../platform/ids.ts';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { mailboxKey } from '../../../platform/postgres/mailbox.ts';
import { mayFollow } from '../boards/boards-store.ts';
import type { BoardSegment } from '../boards/segments-store.ts';
import { withMerged } from '../merging/merge-store.ts';

/** Cause of the mail with a private answer, before the id of the comment. */
export const PRIVATE_ANSWER = 'feedback.private_answer';

/** Address with unconfirmed subscriptions. */
export interface Unconfirmed {
  email: string;
  /** Time of the address's last confirmation in the project. */
  last_confirmed_at: Date | null;
  /** Current time of the database. */
  as_of: Date;
}

/** A subscription to add. */
export interface NewSubscription {
  entry_id: string;
  email: string;
  /** Whether a session or an X-User-Token verifies the address. */
  isVerified: boolean;
  /** Whether the person asked for it. Addresses that unsubscribed from everything are subscribed only on request. */
  isRequested: boolean;
  /** Language of emails to the person. By default that of the project. */
  language?: Language | undefined;
}

/**
 * Inserts subscriptions, with the key of the mailbox as address: verified ones are confirmed, others are pending. Returns the addresses with a
 * pending subscription.
 */
export async function insertSubscribers(
  tx: Transaction,
  projectId: string,
  subscribers: NewSubscription[],
): Promise<Unconfirmed[]> {
  if (!subscribers.length) return [];
  const rows = subscribers.map(({ entry_id, email, isVerified, isRequested, language = null }) => ({
    language,
    entry_id,
    email: toMailboxKey(email),
    is_verified: isVerified,
    is_requested: isRequested,
  }));
  const { rows: waiting } = await sql<Unconfirmed>`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS g (entry_id uuid, email text, is_verified boolean, is_requested boolean,
        language text)
      WHERE is_requested OR NOT EXISTS (SELECT FROM feedback_opt_outs o WHERE o.project_id = ${projectId} AND o.email = g.email)
    ), opted_in AS (
      DELETE FROM feedback_opt_outs
      WHERE project_id = ${projectId} AND email IN (SELECT email FROM given WHERE is_verified AND is_requested)
    ), added AS (
      INSERT INTO feedback_subscribers AS s (project_id, entry_id, origin_id, email, is_verified, confirmed_at, language)
      SELECT ${projectId}, entry_id, entry_id, email, bool_or(is_verified), CASE WHEN bool_or(is_verified) THEN now() END, max(language)
      FROM given GROUP BY entry_id, email ORDER BY entry_id, email
      ON CONFLICT (project_id, entry_id, email) DO UPDATE
        SET confirmed_at = coalesce(s.confirmed_at, excluded.confirmed_at), is_verified = s.is_verified OR excluded.is_verified,
          -- Only its owner changes the language of a confirmed address.
          language = CASE WHEN s.confirmed_at IS NULL OR excluded.is_verified THEN coalesce(excluded.language, s.language) ELSE s.language END
      RETURNING s.email, s.confirmed_at
    )
    SELECT DISTINCT email, (
      SELECT max(confirmed_at) FROM feedback_subscribers known WHERE known.project_id = ${projectId} AND known.email = added.email
    ) AS last_confirmed_at, now() AS as_of FROM added WHERE confirmed_at IS NULL`.execute(tx);
  return waiting;
}

/** Returns the address if it has a pending subscription. */
export async function findUnconfirmed(db: Db, projectId: string, email: string): Promise<Unconfirmed | undefined> {
  const { rows } = await sql<Unconfirmed>`
    SELECT email, max(confirmed_at) AS last_confirmed_at, now() AS as_of FROM feedback_subscribers
    WHERE project_id = ${projectId} AND email = ${toMailboxKey(email)} GROUP BY email HAVING bool_or(confirmed_at IS NULL)`.execute(
    db,
  );
  return rows[0];
}

const existedAt = (time: string) => sql`date_trunc('milliseconds', created_at) <= ${time}`;

/** A pending subscription. The title is null if the follower may not read the board, or the entry is not public and of someone else. */
interface PendingSubscription {
  entry_id: string;
  title: string | null;
}

/** Returns the unconfirmed subscriptions of an address from before a time, in the order of the entries. */
export async function listPending(db: Db, projectId: string, email: string, asOf: string): Promise<PendingSubscription[]> {
  const { rows } = await sql<PendingSubscription>`
    SELECT s.entry_id,
      CASE WHEN ${mayFollow([])} AND (e.visibility = 'public' OR s.email = ${mailboxKey(sql`e.submitter_email`)}) THEN e.title END AS title
    FROM feedback_subscribers s JOIN feedback_entries e ON e.project_id = s.project_id AND e.id = s.entry_id
    WHERE s.project_id = ${projectId} AND s.email = ${toMailboxKey(email)} AND s.confirmed_at IS NULL
      AND date_trunc('milliseconds', s.created_at) <= ${asOf}
    ORDER BY e.created_at, e.number`.execute(db);
  return rows;
}

/**
 * Confirms the subscriptions that an address had at a time, and that the entries among them were submitted by its owner. Idempotent. Returns
 * false when it had none.
 */
export async function confirmSubscriptions(db: Db, projectId: string, email: string, asOf: string): Promise<boolean> {
  const { rows } = await sql`
    WITH confirmed AS (
      UPDATE feedback_subscribers SET confirmed_at = coalesce(confirmed_at, now())
      WHERE project_id = ${projectId} AND email = ${toMailboxKey(email)} AND ${existedAt(asOf)} RETURNING origin_id
    ), opted_in AS (
      DELETE FROM feedback_opt_outs
      WHERE project_id = ${projectId} AND email = ${toMailboxKey(email)} AND EXISTS (SELECT FROM confirmed)
    ), submitted AS (
      UPDATE feedback_entries e SET submitter_confirmed_at = coalesce(submitter_confirmed_at, now()) FROM confirmed
      WHERE e.project_id = ${projectId} AND e.id = confirmed.origin_id AND ${mailboxKey(sql`e.submitter_email`)} = ${toMailboxKey(email)}
    )
    SELECT FROM confirmed`.execute(db);
  return rows.length > 0;
}

/** Returns whether an address is subscribed to the changelog. */
export type IsSubscribed = (db: Db, projectId: string, email: string) => Promise<boolean>;

/** An address whose owner unsubscribes. */
interface Leaver {
  projectId: string;
  email: string;
  isSubscribed: IsSubscribed;
}

const isEntry = (id: string) => id.startsWith('fb_');
const isRelease = (id: string) => id.startsWith('cl_');

/** Cancels mails about entries that wait, except releases for a subscriber of the changelog, who gets no other mail about them. */
async function cancelWaiting(
  tx: Transaction,
  { projectId, email, isSubscribed }: Leaver,
  isUnwanted: (mail: WaitingMail, entries: string[]) => boolean,
): Promise<void> {
  const getsReleases = await isSubscribed(tx, projectId, email);
  await cancelMails(tx, { projectId, recipient: email }, (mail) => {
    const entries = mail.ids.filter(isEntry);
    return entries.length > 0 && !(getsReleases && mail.ids.some(isRelease)) && isUnwanted(mail, entries);
  });
}

/** Deletes all subscriptions of an address, cancels its mails that wait, and records that it wants no mails about feedback. Idempotent. */
export async function optOut(tx: Transaction, leaver: Leaver): Promise<void> {
  const { projectId, email } = leaver;
  await sql`DELETE FROM feedback_subscribers WHERE project_id = ${projectId} AND email = ${toMailboxKey(email)}`.execute(tx);
  await sql`
    INSERT INTO feedback_opt_outs (project_id, email) SELECT id, ${toMailboxKey(email)} FROM projects WHERE id = ${projectId}
    ON CONFLICT DO NOTHING`.execute(tx);
  await cancelWaiting(tx, leaver, () => true);
}

/** Returns whether an address wants no mails about feedback. */
export async function hasOptedOut(db: Db, projectId: string, email: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM feedback_opt_outs WHERE project_id = ${projectId} AND email = ${toMailboxKey(email)}`.execute(db);
  return rows.length > 0;
}

/** Returns which keys of mailboxes follow one of the entries, or the entry that one was merged into. */
export async function findFollowing(db: Db, projectId: string, keys: string[], entryIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    SELECT DISTINCT email FROM feedback_subscribers
    WHERE project_id = ${projectId} AND email = ANY(${keys}::text[]) AND confirmed_at IS NOT NULL
      AND (entry_id = ANY(${entryIds}::uuid[]) OR origin_id = ANY(${entryIds}::uuid[]))`.execute(db);
  return new Set(rows.map(({ email }) => email));
}

/** A confirmed address with the entries that it follows. */
interface Subscriber {
  email: string;
  /** Language of the last subscription with one. Null: that of the project. */
  language: Language | null;
  entry_ids: string[];
}

const lastLanguage = sql`(array_agg(s.language ORDER BY s.created_at DESC) FILTER (WHERE s.language IS NOT NULL))[1] AS language`;

/** Returns confirmed followers of any of the entries, with the entries that they follow and may read. `segments` are those of boards. */
export async function listSubscribers(
  db: Db,
  projectId: string,
  { entryIds, segments }: { entryIds: string[]; segments: BoardSegment[] },
): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    SELECT s.email, ${lastLanguage}, array_agg(s.entry_id ORDER BY s.entry_id) AS entry_ids
    FROM feedback_subscribers s JOIN feedback_entries e ON e.project_id = s.project_id AND e.id = s.entry_id
    WHERE s.project_id = ${projectId} AND s.entry_id = ANY(${entryIds}::uuid[]) AND s.confirmed_at IS NOT NULL AND ${mayFollow(segments)}
    GROUP BY s.email ORDER BY s.email`.execute(db);
  return rows;
}

/** Returns the languages of confirmed addresses that have one. */
export async function findLanguages(db: Db, projectId: string, emails: string[]): Promise<Map<string, Language>> {
  const { rows } = await sql<{ email: string; language: Language | null }>`
    SELECT s.email, ${lastLanguage} FROM feedback_subscribers s
    WHERE s.project_id = ${projectId} AND s.email = ANY(${emails.map(toMailboxKey)}::text[]) AND s.confirmed_at IS NOT NULL
    GROUP BY s.email`.execute(db);
  return new Map(rows.flatMap(({ email, language }) => (language ? [[email, language] as const] : [])));
}

/**
 * Deletes subscriptions, including after merges moved them, and the address's subscriptions to entries merged into these. Mails that wait
 * are canceled, except those about other entries as well, and private answers: the submitter gets them without following.
 */
export async function deleteSubscriptions(tx: Transaction, leaver: Leaver, entryIds: string[]): Promise<void> {
  const { projectId, email } = leaver;
  const ended = new Set(entryIds.map((id) => formatId('fb', id)));
  for (const entryId of entryIds) {
    const { rows } = await sql<{ entry_id: string }>`
      ${withMerged(projectId, entryId)}
      DELETE FROM feedback_subscribers
      WHERE project_id = ${projectId} AND email = ${toMailboxKey(email)}
        AND (entry_id IN (SELECT id FROM merged) OR origin_id IN (SELECT id FROM merged)) RETURNING entry_id`.execute(tx);
    for (const { entry_id } of rows) ended.add(formatId('fb', entry_id));
  }
  await cancelWaiting(
    tx,
    leaver,
    ({ cause }, entries) => !cause.startsWith(`${PRIVATE_ANSWER}:`) && entries.every((id) => ended.has(id)),
  );
}

/** Returns the addresses that their owners confirmed by a link. */
export const findConfirmed: ProofSource = async (db, projectId, { after, limit }) => {
  const { rows } = await sql<{ email: string; first: Date; last: Date }>`
    SELECT email, min(confirmed_at) AS first, max(confirmed_at) AS last FROM feedback_subscribers
    WHERE project_id = ${projectId} AND confirmed_at IS NOT NULL AND NOT is_verified AND email > ${after ?? ''}
    GROUP BY email ORDER BY email LIMIT ${limit}`.execute(db);
  return rows.map(({ email, first, last }) => ({ key: email, proof: { by: 'confirmed_email', email, seen: { first, last } } }));
};
