import { sql } from 'kysely';
import { mailboxKey } from '../../platform/postgres/mailbox.ts';
import { mentions, type PersonalData, withoutMentions } from '../../platform/postgres/person.ts';
import type { Retention } from '../../platform/postgres/retention.ts';
import { readTimeline } from '../../platform/postgres/timeline.ts';
import { formatId } from '../../platform/ids.ts';
import { toMailbox } from './mailbox.ts';
import { mailForMember } from './projections.ts';
import type { Tables } from '../tables.ts';
import type { Mail } from './store.ts';

type Told = Pick<Tables['told'], 'recipient' | 'event' | 'subject_id' | 'told_at'>;

/** The record of who was notified of what. */
export const toldRetention: Retention = {
  setting: 'told_days',
  deleteOld: async (db, projectId, { days, limit }) => {
    const { numAffectedRows } = await sql`
      DELETE FROM told WHERE project_id = ${projectId} AND ctid IN (
        SELECT ctid FROM told WHERE project_id = ${projectId} AND told_at < now() - make_interval(days => ${days}) LIMIT ${limit})`.execute(
      db,
    );
    return Number(numAffectedRows);
  },
};

/** Queued mails and mails that are being sent are kept. */
export const mailRetention: Retention = {
  setting: 'mail_days',
  deleteOld: async (db, projectId, { days, limit }) => {
    const { numAffectedRows } = await sql`
      DELETE FROM mails WHERE project_id = ${projectId} AND id IN (
        SELECT id FROM mails WHERE project_id = ${projectId} AND status NOT IN ('queued', 'sending')
          AND created_at < now() - make_interval(days => ${days}) LIMIT ${limit})`.execute(db);
    return Number(numAffectedRows);
  },
};

/** Personal data in the outbox: mails to the person. Erasure also cancels queued mails, because their jobs no longer find them. */
export const mailPeople: PersonalData = {
  sections: {
    mails: async (db, projectId, { emails }, { limit, offset }) => {
      const { rows } = await sql<Mail>`
        SELECT * FROM mails WHERE project_id = ${projectId} AND ${mailboxKey(sql`recipient`)} = ANY(${emails}::text[])
        ORDER BY id LIMIT ${limit} OFFSET ${offset}`.execute(db);
      return rows.map(mailForMember);
    },
    told: async (db, projectId, { emails }, { limit, offset }) => {
      const { rows } = await sql<Told>`
        SELECT recipient, event, subject_id, told_at FROM told
        WHERE project_id = ${projectId} AND ${mailboxKey(sql`recipient`)} = ANY(${emails}::text[])
        ORDER BY told_at, mail_id, subject_id LIMIT ${limit} OFFSET ${offset}`.execute(db);
      return rows.map(({ told_at, ...row }) => ({ ...row, told_at: told_at.toISOString() }));
    },
  },
  timeline: {
    mail: (db, projectId, { emails }, page) =>
      readTimeline(
        db,
        // The record of who was notified remains after the mails are deleted.
        sql`SELECT created_at AS at, id::text AS key, id::text AS id, subject AS title, status AS text, true AS proven
            FROM mails WHERE project_id = ${projectId} AND mailbox = ANY(${emails.map(toMailbox)}::text[])
              AND ${mailboxKey(sql`recipient`)} = ANY(${emails}::text[])
          UNION ALL
          SELECT told_at, mail_id::text || subject_id, NULL, event, subject_id, true
            FROM told t WHERE project_id = ${projectId} AND ${mailboxKey(sql`recipient`)} = ANY(${emails}::text[])
              AND NOT EXISTS (SELECT FROM mails m WHERE m.project_id = t.project_id AND m.id = t.mail_id)`,
        page,
        (id) => formatId('ml', id),
      ),
  },
  erase: async (tx, projectId, person) => {
    const { numAffectedRows } = await sql`
      DELETE FROM mails WHERE project_id = ${projectId} AND ${mailboxKey(sql`recipient`)} = ANY(${person.emails}::text[])`.execute(
      tx,
    );
    await sql`
      UPDATE mails SET subject = ${withoutMentions(sql`subject`, person)}, text_body = ${withoutMentions(sql`text_body`, person)},
        html_body = ${withoutMentions(sql`html_body`, person)}, headers = ${withoutMentions(sql`headers::text`, person)}::jsonb,
        sender_name = ${withoutMentions(sql`sender_name`, person)}, error = ${withoutMentions(sql`error`, person)}
      WHERE project_id = ${projectId}
        AND ${mentions(sql`concat_ws(' ', subject, text_body, html_body, headers::text, sender_name, error)`, person)}`.execute(
      tx,
    );
    await sql`
      DELETE FROM told WHERE project_id = ${projectId} AND ${mailboxKey(sql`recipient`)} = ANY(${person.emails}::text[])`.execute(
      tx,
    );
    return { mails: Number(numAffectedRows) };
  },
};
