import type { ProofSource } from '../../instance/directory/backfill.ts';
import type { Language } from '@earshot/contract/shared/languages';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { type RawBuilder, sql } from 'kysely';
import { cancelMails } from '../../instance/mail/store.ts';
import { ownsAddress } from '../../instance/directory/segments/segments-store.ts';
import { parseId } from '../../platform/ids.ts';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import { descending, type PageRows, readPage, timeKey, uuidKey } from '../../platform/postgres/paging.ts';
import type { ExportPage, Person } from '../../platform/postgres/person.ts';
import { isForSubscriber } from './audience/audience-store.ts';
import type { Entry } from './store.ts';
import type { Tables } from './tables.ts';

export interface Subscriber extends Pick<
  Tables['changelog_subscribers'],
  'id' | 'project_id' | 'email' | 'language' | 'confirmed_at' | 'created_at'
> {}

/** Subscriber with the language of emails. Null: that of the project. */
interface Recipient {
  email: string;
  language: Language | null;
}

/**
 * Inserts the key of a mailbox: one subscription for each mailbox. Only its owner changes the language of a confirmed one. Returns whether it is
 * confirmed, and the time of the database.
 */
export async function insertSubscriber(
  tx: Transaction,
  projectId: string,
  { email, isVerified, language }: { email: string; isVerified: boolean; language: Language | undefined },
): Promise<{ isConfirmed: boolean; asOf: Date }> {
  const { rows } = await sql<{ is_confirmed: boolean; as_of: Date }>`
    INSERT INTO changelog_subscribers AS s (project_id, email, language) VALUES (${projectId}, ${toMailboxKey(email)}, ${language ?? null})
    ON CONFLICT (project_id, email) DO UPDATE
      SET language = CASE WHEN s.confirmed_at IS NULL OR ${isVerified} THEN coalesce(excluded.language, s.language) ELSE s.language END
    RETURNING s.confirmed_at IS NOT NULL AS is_confirmed,
      now() AS as_of`.execute(tx);
  const [{ is_confirmed, as_of }] = rows as [{ is_confirmed: boolean; as_of: Date }];
  return { isConfirmed: is_confirmed, asOf: as_of };
}

/** Returns which keys of mailboxes are confirmed. */
export async function findSubscribed(db: Db, projectId: string, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    SELECT email FROM changelog_subscribers
    WHERE project_id = ${projectId} AND email = ANY(${keys}::text[]) AND confirmed_at IS NOT NULL`.execute(db);
  return new Set(rows.map(({ email }) => email));
}

/** Returns whether an address is confirmed. */
export const isSubscribed = async (db: Db, projectId: string, email: string): Promise<boolean> =>
  (await findSubscribed(db, projectId, [toMailboxKey(email)])).size > 0;

/** Returns the languages of confirmed addresses that have one, by key of the mailbox. */
export async function findSubscriberLanguages(db: Db, projectId: string, keys: string[]): Promise<[string, Language][]> {
  const { rows } = await sql<{ email: string; language: Language }>`
    SELECT email, language FROM changelog_subscribers
    WHERE project_id = ${projectId} AND email = ANY(${keys}::text[]) AND confirmed_at IS NOT NULL AND language IS NOT NULL`.execute(
    db,
  );
  return rows.map(({ email, language }) => [email, language]);
}

/** Returns those of the given keys of mailboxes that are not confirmed. */
export async function listUnconfirmed(tx: Transaction, projectId: string, keys: string[]): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    SELECT email FROM unnest(${keys}::text[]) AS email WHERE NOT EXISTS (
      SELECT FROM changelog_subscribers s
      WHERE s.project_id = ${projectId} AND s.email = email.email AND s.confirmed_at IS NOT NULL)`.execute(tx);
  return rows.map(({ email }) => email);
}

/** Inserts the keys of mailboxes. Returns the time of the database. */
export async function insertSubscribers(tx: Transaction, projectId: string, keys: string[]): Promise<Date> {
  await sql`
    INSERT INTO changelog_subscribers (project_id, email) SELECT ${projectId}, * FROM unnest(${keys}::text[]) ORDER BY 2
    ON CONFLICT (project_id, email) DO NOTHING`.execute(tx);
  const { rows } = await sql<{ as_of: Date }>`SELECT now() AS as_of`.execute(tx);
  return rows[0]?.as_of ?? new Date();
}

/** Confirms a subscription that existed at a time, and sets its unknown language. Idempotent. Returns false when there is none. */
export async function confirmSubscriber(
  db: Db,
  projectId: string,
  { email, asOf, language }: { email: string; asOf: string; language: Language },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE changelog_subscribers SET confirmed_at = coalesce(confirmed_at, now()), language = coalesce(language, ${language})
    WHERE project_id = ${projectId} AND email = ${toMailboxKey(email)} AND date_trunc('milliseconds', created_at) <= ${asOf}`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

/** Returns the entries of feedback among the subjects of a mail. */
export const listFeedback = (subjectIds: string[]): string[] => subjectIds.flatMap((id) => parseId('fb', id) ?? []);

/** Returns which keys of mailboxes follow one of the given entries of feedback. */
export type FindFollowing = (db: Db, projectId: string, keys: string[], feedbackIds: string[]) => Promise<Set<string>>;

/** Returns which keys of mailboxes may read about all of the given entries of feedback. */
export type FindFeedbackReaders = (db: Db, projectId: string, keys: string[], feedbackIds: string[]) => Promise<Set<string>>;

/** Returns which keys of mailboxes belong to a person for whom a condition on `people p` is true. */
export async function findOwned(db: Db, projectId: string, keys: string[], people: RawBuilder<unknown>): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    SELECT given.email FROM unnest(${keys}::text[]) AS given (email) WHERE ${ownsAddress(projectId, sql`given.email`, people)}`.execute(
    db,
  );
  return new Set(rows.map(({ email }) => email));
}

/** Deletes a subscription, and cancels its mails that wait. */
export async function deleteSubscriber(
  tx: Transaction,
  { projectId, email, findFollowing }: { projectId: string; email: string; findFollowing: FindFollowing },
): Promise<void> {
  await sql`DELETE FROM changelog_subscribers WHERE project_id = ${projectId} AND email = ${toMailboxKey(email)}`.execute(tx);
  await cancelWaitingMails(tx, { projectId, email, findFollowing });
}

/**
 * Cancels the mails that wait for a former subscriber. A mail about a release that ships what the person followed stays while the person
 * follows it.
 */
async function cancelWaitingMails(
  tx: Transaction,
  { projectId, email, findFollowing }: { projectId: string; email: string; findFollowing: FindFollowing },
): Promise<void> {
  await cancelMails(tx, { projectId, recipient: email }, async ({ event, ids }) => {
    if (event !== 'changelog.published') return false;
    const feedbackIds = listFeedback(ids);
    return !feedbackIds.length || !(await findFollowing(tx, projectId, [toMailboxKey(email)], feedbackIds)).size;
  });
}

/** Returns the project of a subscription, for session requests that name the subscription only. */
export async function findProjectId(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`SELECT project_id FROM changelog_subscribers WHERE id = ${id}`.execute(db);
  return rows[0]?.project_id;
}

/** Deletes a subscription by id like `deleteSubscriber`. Returns false when it does not exist. */
export async function deleteSubscriberById(
  tx: Transaction,
  { projectId, id, findFollowing }: { projectId: string; id: string; findFollowing: FindFollowing },
): Promise<boolean> {
  const { rows } = await sql<{ email: string }>`
    DELETE FROM changelog_subscribers WHERE project_id = ${projectId} AND id = ${id} RETURNING email`.execute(tx);
  if (rows[0]) await cancelWaitingMails(tx, { projectId, email: rows[0].email, findFollowing });
  return rows.length > 0;
}

/** Recipients of an entry. */
interface Recipients {
  entry: Pick<Entry, 'pages' | 'languages'>;
  /** Condition on `people p`, one of whom has the address. */
  people: RawBuilder<unknown> | undefined;
}

/** Returns the condition that `changelog_subscribers s` receive the mail about an entry. */
const isRecipient = (projectId: string, { entry, people }: Recipients) =>
  sql`s.project_id = ${projectId} AND s.confirmed_at IS NOT NULL AND ${isForSubscriber(entry)} ${people ? sql`AND ${ownsAddress(projectId, sql`s.email`, people)}` : sql``}`;

/** Returns the next subscribers who receive an entry after a cursor, in order. */
export async function listConfirmed(
  db: Db,
  projectId: string,
  { after, limit, ...recipients }: { after: string; limit: number } & Recipients,
) {
  const { rows } = await sql<Recipient>`
    SELECT s.email, s.language FROM changelog_subscribers s
    WHERE ${isRecipient(projectId, recipients)} AND s.email > ${after} ORDER BY s.email LIMIT ${limit}`.execute(db);
  return rows;
}

/** Returns the number of subscriptions that receive an entry, and how many of the given addresses are among them. */
export async function countConfirmed(
  db: Db,
  projectId: string,
  { emails, ...recipients }: { emails: string[] } & Recipients,
): Promise<{ confirmed: number; known: number }> {
  const { rows } = await sql<{ confirmed: number; known: number }>`
    SELECT count(*)::int AS confirmed, count(*) FILTER (WHERE s.email = ANY(${emails}))::int AS known FROM changelog_subscribers s
    WHERE ${isRecipient(projectId, recipients)}`.execute(db);
  return rows[0] ?? { confirmed: 0, known: 0 };
}

/** Returns subscriptions, newest first: all, or the confirmed or unconfirmed ones. */
export const listSubscribers = (db: Db, projectId: string, { confirmed }: { confirmed: boolean | undefined }, rows: PageRows) =>
  readPage<Subscriber>(db, {
    columns: sql`id, project_id, email, language, confirmed_at, created_at`,
    source: sql`changelog_subscribers WHERE project_id = ${projectId}
      ${confirmed === undefined ? sql`` : sql`AND (confirmed_at IS NOT NULL) = ${confirmed}`}`,
    order: descending(timeKey(sql`created_at`), uuidKey(sql`id`)),
    rows,
  });

export async function findPersonSubscriptions(
  db: Db,
  projectId: string,
  { emails }: Person,
  { limit, offset }: ExportPage,
): Promise<(Subscriber & Recipient)[]> {
  const { rows } = await sql<Subscriber & Recipient>`
    SELECT * FROM changelog_subscribers WHERE project_id = ${projectId} AND email = ANY(${emails}::text[])
    ORDER BY email LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

export async function deletePersonSubscriptions(tx: Transaction, projectId: string, { emails }: Person): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM changelog_subscribers WHERE project_id = ${projectId} AND email = ANY(${emails}::text[])`.execute(tx);
  return Number(numAffectedRows);
}

/** Returns the addresses that their owners confirmed. */
export const findConfirmed: ProofSource = async (db, projectId, { after, limit }) => {
  const { rows } = await sql<{ email: string; confirmed_at: Date }>`
    SELECT email, confirmed_at FROM changelog_subscribers
    WHERE project_id = ${projectId} AND confirmed_at IS NOT NULL AND email > ${after ?? ''} ORDER BY email LIMIT ${limit}`.execute(
    db,
  );
  return rows.map(({ email, confirmed_at: at }) => ({
    key: email,
    proof: { by: 'confirmed_email', email, seen: { first: at, last: at } },
  }));
};
