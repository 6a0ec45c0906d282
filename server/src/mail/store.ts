import type { MAIL_STATUSES } from '@earshot/contract/projects';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Transaction } from '../postgres/database.ts';

type MailStatus = (typeof MAIL_STATUSES)[number];

export interface Mail {
  id: string;
  project_id: string;
  recipient: string;
  sender_name: string | null;
  reply_to: string | null;
  subject: string;
  text_body: string;
  html_body: string;
  headers: Record<string, string>;
  status: MailStatus;
  error: string | null;
  created_at: Date;
  updated_at: Date;
}

export type NewMail = Pick<
  Mail,
  'id' | 'recipient' | 'sender_name' | 'reply_to' | 'subject' | 'text_body' | 'html_body' | 'headers'
> & { cause: string };

/** Ids of the mails that are new: one that was written for the same cause and recipient before is left alone. */
export async function insertMails(tx: Transaction, projectId: string, mails: NewMail[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO mails (project_id, id, cause, recipient, sender_name, reply_to, subject, text_body, html_body, headers)
    SELECT ${projectId}, m.id, m.cause, m.recipient, m.sender_name, m.reply_to, m.subject, m.text_body, m.html_body, m.headers
    FROM jsonb_to_recordset(${JSON.stringify(mails)}::jsonb) AS m (id uuid, cause text, recipient text, sender_name text, reply_to text,
      subject text, text_body text, html_body text, headers jsonb)
    ON CONFLICT (project_id, cause, recipient) DO NOTHING RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function findMail(db: Db, projectId: string, id: string): Promise<Mail | undefined> {
  const { rows } = await sql<Mail>`SELECT * FROM mails WHERE project_id = ${projectId} AND id = ${id}`.execute(db);
  return rows[0];
}

/** Moves a mail to another status; false when it is not in the one named as its present. */
export async function moveMail(
  db: Db,
  { project_id, id }: Pick<Mail, 'project_id' | 'id'>,
  { from, to, error = null }: { from: MailStatus[]; to: MailStatus; error?: string | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE mails SET status = ${to}, error = ${error}, updated_at = now()
    WHERE project_id = ${project_id} AND id = ${id} AND status = ANY(${from}::text[])`.execute(db);
  return numAffectedRows === 1n;
}

export async function listMails(
  db: Db,
  projectId: string,
  { status, limit, offset }: { status?: MailStatus; limit: number; offset: number },
) {
  const condition: RawBuilder<unknown> = sql`project_id = ${projectId} ${status ? sql`AND status = ${status}` : sql``}`;
  const { rows: mails } = await sql<Mail>`
    SELECT * FROM mails WHERE ${condition} ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
  const { rows } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM mails WHERE ${condition}`.execute(db);
  return { mails, total: rows[0]?.total ?? 0 };
}
