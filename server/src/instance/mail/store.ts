import type { MAIL_STATUSES } from '@earshot/contract/instance/values';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import { countRows, descending, type PageRows, readPage, timeKey, uuidKey } from '../../platform/postgres/paging.ts';
import type { EventType } from '../../platform/jobs/events.ts';
import { mailboxKey } from '../../platform/postgres/mailbox.ts';
import { unnest } from '../../platform/postgres/unnest.ts';
import { toMailbox } from './mailbox.ts';
import type { Tables } from '../tables.ts';

type MailStatus = (typeof MAIL_STATUSES)[number];

export interface Mail extends Pick<
  Tables['mails'],
  | 'id'
  | 'project_id'
  | 'cause'
  | 'recipient'
  | 'sender_name'
  | 'reply_to'
  | 'subject'
  | 'text_body'
  | 'html_body'
  | 'headers'
  | 'is_unsolicited'
  | 'event'
  | 'subject_ids'
  | 'status'
  | 'error'
  | 'created_at'
  | 'updated_at'
> {
  headers: Record<string, string>;
  status: MailStatus;
}

/**
 * Maximum number of mails from a project to one mailbox per day (UTC). Unsolicited mails have a separate limit, so that entering
 * the address of another person cannot use up that person's limit of solicited mails.
 */
const MAX_MAILS_PER_DAY = 20;
const MAX_UNSOLICITED_MAILS_PER_DAY = 5;

/** Returns the daily limit of a mailbox for mails of this kind. */
export const findDailyLimit = ({ is_unsolicited }: Pick<Mail, 'is_unsolicited'>): number =>
  is_unsolicited ? MAX_UNSOLICITED_MAILS_PER_DAY : MAX_MAILS_PER_DAY;

/** Number of locks for the mailboxes of a project. A mail to all followers must not exhaust the lock table of PostgreSQL. */
const MAILBOX_LOCKS = 256;

export type NewMail = Pick<
  Mail,
  'id' | 'recipient' | 'sender_name' | 'reply_to' | 'subject' | 'text_body' | 'html_body' | 'headers' | 'is_unsolicited'
> & {
  cause: string;
  /** Event that the mail announces, and the TypeIDs of records that it names. An event is recorded when the mail is sent. */
  about?: (Pick<Announcement, 'ids'> & Partial<Announcement>) | undefined;
};

/** An event that a mail announces, and the TypeIDs of the records that it is about. */
export interface Announcement {
  event: EventType;
  ids: string[];
}

/** A mail that was not sent yet. */
export interface WaitingMail extends Announcement {
  cause: string;
}

/** PostgreSQL types of the columns of new mails. `subject_ids` are separated by spaces, because arrays of arrays cannot be unnested. */
const COLUMNS = {
  id: 'uuid',
  cause: 'text',
  recipient: 'text',
  mailbox: 'text',
  sender_name: 'text',
  reply_to: 'text',
  subject: 'text',
  text_body: 'text',
  html_body: 'text',
  headers: 'jsonb',
  is_unsolicited: 'boolean',
  daily_limit: 'integer',
  event: 'text',
  subject_ids: 'text',
};

type WrittenMail = Pick<Mail, 'id' | 'cause' | 'status' | 'is_unsolicited'>;

async function lockMailboxes(tx: Transaction, projectId: string, mailboxes: string[]): Promise<void> {
  await sql`
    SELECT pg_advisory_xact_lock(hashtext(${`mails ${projectId}`}), bucket) FROM (
      SELECT DISTINCT hashtext(mailbox) & ${sql.lit(MAILBOX_LOCKS - 1)} AS bucket FROM unnest(${mailboxes}::text[]) AS mailbox ORDER BY 1
    ) AS locks`.execute(tx);
}

/** Separates the common beginning of all bodies, which is sent to the database once: mails to followers differ in their last lines. */
function splitBeginning(mails: NewMail[], field: 'text_body' | 'html_body'): { beginning: string; ends: string[] } {
  let beginning = mails[0]?.[field] ?? '';
  for (const { [field]: body } of mails) {
    let length = 0;
    while (length < beginning.length && beginning[length] === body[length]) length++;
    beginning = beginning.slice(0, length);
  }
  // The end must not begin with the second half of a character.
  if (!beginning.isWellFormed()) beginning = beginning.slice(0, -1);
  return { beginning, ends: mails.map(({ [field]: body }) => body.slice(beginning.length)) };
}

/**
 * Inserts mails and returns the new ones. Skips a mail with the same cause and recipient as an existing one; for unsolicited mails,
 * all spellings of an address count as one mailbox. Mails over the daily limit are `suppressed`. Concurrent transactions with the
 * same mailbox wait, on any node, so both rules are exact. Locks are taken in order, which prevents deadlocks.
 */
export async function insertMails(tx: Transaction, projectId: string, mails: NewMail[]): Promise<WrittenMail[]> {
  const [text, markup] = [splitBeginning(mails, 'text_body'), splitBeginning(mails, 'html_body')];
  const inputs = mails.map(({ about, headers, ...mail }, at) => ({
    ...mail,
    text_body: text.ends[at],
    html_body: markup.ends[at],
    headers: JSON.stringify(headers),
    mailbox: toMailbox(mail.recipient),
    daily_limit: findDailyLimit(mail),
    event: about?.event,
    subject_ids: about?.ids.join(' '),
  }));
  const mailboxes = [...new Set(inputs.map(({ mailbox }) => mailbox))];
  await lockMailboxes(tx, projectId, mailboxes);
  const { rows } = await sql<WrittenMail>`
    WITH given AS MATERIALIZED (
      SELECT * FROM ${unnest('m', COLUMNS, inputs)}
    ), fresh AS MATERIALIZED (
      -- Without the bodies, which are large to sort.
      SELECT id, mailbox, is_unsolicited, daily_limit FROM given m
      WHERE NOT EXISTS (
        SELECT FROM mails WHERE project_id = ${projectId} AND mails.cause = m.cause AND mails.recipient = m.recipient)
      AND NOT (m.is_unsolicited AND EXISTS (
        SELECT FROM mails WHERE project_id = ${projectId} AND mails.cause = m.cause AND mails.mailbox = m.mailbox))
    ), today AS (
      SELECT mailbox, is_unsolicited, count(*) AS count FROM mails
      WHERE project_id = ${projectId} AND mailbox = ANY(${mailboxes}::text[]) AND status NOT IN ('suppressed', 'canceled')
        AND greatest(created_at, updated_at) >= date_trunc('day', now(), 'UTC')
      GROUP BY mailbox, is_unsolicited
    ), decided AS (
      SELECT id, CASE WHEN coalesce(today.count, 0) + row_number() OVER (PARTITION BY mailbox, is_unsolicited ORDER BY id) > daily_limit
        THEN 'suppressed' ELSE 'queued' END AS status
      FROM fresh LEFT JOIN today USING (mailbox, is_unsolicited)
    )
    INSERT INTO mails (project_id, id, cause, recipient, mailbox, sender_name, reply_to, subject, text_body, html_body, headers,
      is_unsolicited, event, subject_ids, status)
    SELECT ${projectId}, id, cause, recipient, mailbox, sender_name, reply_to, subject, ${text.beginning}::text || text_body,
      ${markup.beginning}::text || html_body, headers, is_unsolicited, event, coalesce(string_to_array(subject_ids, ' '), '{}'), status
    FROM given JOIN decided USING (id)
    ON CONFLICT (project_id, cause, recipient) DO NOTHING RETURNING id, cause, status, is_unsolicited`.execute(tx);
  return rows;
}

/**
 * Returns whether the recipient may get one more mail of this kind today (UTC). Holds the lock of the mailbox until the transaction
 * ends.
 */
export async function lockAndCheckLimit(tx: Transaction, mail: Mail): Promise<boolean> {
  const { project_id, is_unsolicited } = mail;
  const mailbox = toMailbox(mail.recipient);
  await lockMailboxes(tx, project_id, [mailbox]);
  const sent = sql`mails
    WHERE project_id = ${project_id} AND mailbox = ${mailbox} AND is_unsolicited = ${is_unsolicited} AND status NOT IN ('suppressed', 'canceled')
      AND greatest(created_at, updated_at) >= date_trunc('day', now(), 'UTC')`;
  return (await countRows(tx, sent)) < findDailyLimit(mail);
}

export async function findMails(db: Db, projectId: string, ids: string[]): Promise<Mail[]> {
  const { rows } = await sql<Mail>`SELECT * FROM mails WHERE project_id = ${projectId} AND id = ANY(${ids}::uuid[])`.execute(db);
  return rows;
}

export async function findMail(db: Db, projectId: string, id: string): Promise<Mail | undefined> {
  const [mail] = await findMails(db, projectId, [id]);
  return mail;
}

/**
 * Changes the status of a mail. Returns its status before, or undefined when that is not in `from`. Records the subjects that the recipient
 * of a sent mail is notified of, which outlasts the mail.
 */
export async function moveMail(
  db: Db,
  { project_id, id }: Pick<Mail, 'project_id' | 'id'>,
  { from, to, error = null }: { from: MailStatus[]; to: MailStatus; error?: string | null },
): Promise<MailStatus | undefined> {
  const { rows } = await sql<{ status_before: MailStatus }>`
    WITH moved AS (
      UPDATE mails m SET status = ${to}, error = ${error}, updated_at = now()
      FROM (
        SELECT status AS status_before FROM mails
        WHERE project_id = ${project_id} AND id = ${id} AND status = ANY(${from}::text[]) FOR UPDATE
      ) before
      WHERE m.project_id = ${project_id} AND m.id = ${id} RETURNING m.*, status_before
    ), recorded AS (
      INSERT INTO told (project_id, mail_id, subject_id, event, recipient)
      SELECT project_id, id, subject_id, event, recipient FROM moved, unnest(subject_ids) AS subject_id
      WHERE status = 'sent' AND event IS NOT NULL
      -- A mail can be sent again by hand.
      ON CONFLICT (project_id, mail_id, subject_id) DO UPDATE SET told_at = excluded.told_at
    )
    SELECT status_before FROM moved`.execute(db);
  return rows[0]?.status_before;
}

/**
 * Cancels mails to an address that were not sent yet, and that announce what its owner unsubscribed from, as `isUnwanted` says. Mails that
 * announce no event stay.
 */
export async function cancelMails(
  db: Db,
  { projectId, recipient }: { projectId: string; recipient: string },
  isUnwanted: (mail: WaitingMail) => boolean | Promise<boolean>,
): Promise<void> {
  const { rows } = await sql<{ id: string } & WaitingMail>`
    SELECT id, cause, event, subject_ids AS ids FROM mails
    WHERE project_id = ${projectId} AND mailbox = ${toMailbox(recipient)} AND ${mailboxKey(sql`recipient`)} = ${toMailboxKey(recipient)}
      AND status = 'queued' AND event IS NOT NULL`.execute(db);
  for (const { id, ...mail } of rows)
    if (await isUnwanted(mail))
      await moveMail(db, { project_id: projectId, id }, { from: ['queued'], to: 'canceled', error: 'The person unsubscribed' });
}

/** Deletes the canceled mails of a cause, so that it can be announced again. */
export async function deleteCanceled(db: Db, projectId: string, cause: string): Promise<void> {
  await sql`DELETE FROM mails WHERE project_id = ${projectId} AND cause = ${cause} AND status = 'canceled'`.execute(db);
}

/** Returns mails of a project, newest first. */
export const listMails = (db: Db, projectId: string, { status, ...rows }: { status?: MailStatus } & PageRows) =>
  readPage<Mail>(db, {
    columns: sql`mails.*`,
    source: sql`mails WHERE project_id = ${projectId} ${status ? sql`AND status = ${status}` : sql``}`,
    order: descending(timeKey(sql`created_at`), uuidKey(sql`id`)),
    rows,
  });
