import { sql } from 'kysely';
import type { Db, Transaction } from '../postgres/database.ts';

export interface Mail {
  id: string;
  recipient: string;
  subject: string;
  text_body: string;
  html_body: string;
  headers: Record<string, string>;
  status: 'queued' | 'kept' | 'sent' | 'failed';
  error: string | null;
  created_at: Date;
  updated_at: Date;
}

export type NewMail = Pick<Mail, 'id' | 'recipient' | 'subject' | 'text_body' | 'html_body' | 'headers'> & { cause: string };

/** Ids of the mails that are new: one that was written for the same cause and recipient before is left alone. */
export async function insertMails(tx: Transaction, projectId: string, mails: NewMail[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO mails (project_id, id, cause, recipient, subject, text_body, html_body, headers)
    SELECT ${projectId}, m.id, m.cause, m.recipient, m.subject, m.text_body, m.html_body, m.headers
    FROM jsonb_to_recordset(${JSON.stringify(mails)}::jsonb)
      AS m (id uuid, cause text, recipient text, subject text, text_body text, html_body text, headers jsonb)
    ON CONFLICT (project_id, cause, recipient) DO NOTHING RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function findMail(db: Db, projectId: string, id: string): Promise<Mail | undefined> {
  const { rows } = await sql<Mail>`SELECT * FROM mails WHERE project_id = ${projectId} AND id = ${id}`.execute(db);
  return rows[0];
}

export async function recordOutcome(
  db: Db,
  projectId: string,
  id: string,
  status: Mail['status'],
  error: string | null,
): Promise<void> {
  await sql`UPDATE mails SET status = ${status}, error = ${error}, updated_at = now() WHERE project_id = ${projectId} AND id = ${id}`.execute(
    db,
  );
}

export async function listMails(db: Db, projectId: string, { limit, offset }: { limit: number; offset: number }) {
  const { rows: mails } = await sql<Mail>`
    SELECT * FROM mails WHERE project_id = ${projectId} ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`.execute(
    db,
  );
  const { rows } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM mails WHERE project_id = ${projectId}`.execute(
    db,
  );
  return { mails, total: rows[0]?.total ?? 0 };
}
