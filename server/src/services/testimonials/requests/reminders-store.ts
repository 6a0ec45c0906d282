import { MAX_REMINDER_DAYS } from '@earshot/contract/services/testimonials/values';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { mailboxKey } from '../../../platform/postgres/mailbox.ts';
import { ANSWER_REQUEST } from './mails.ts';
import { REQUESTS, type Request, type Rule, SUBJECT } from './store.ts';

/** Days for which an overdue reminder is sent, so that a new setting of a rule does not remind people of old requests. */
const OVERDUE_DAYS = 7;

/**
 * Condition that people may be reminded of `testimonial_requests q`: the rule still asks and reminds, and the person exists, can be reached,
 * wrote no testimonial, and declined no request.
 */
const MAY_BE_REMINDED = sql`q.status = 'open' AND q.channel = 'mail' AND r.channel = 'mail' AND r.enabled
  AND r.reminder_days IS NOT NULL AND cardinality(p.emails) > 0
  AND NOT EXISTS (
    SELECT FROM testimonials t WHERE t.project_id = q.project_id AND ${mailboxKey(sql`t.author_email`)} = ANY(p.emails))
  AND NOT EXISTS (
    SELECT FROM people_identities known
    JOIN testimonial_requests other
      ON other.project_id = known.project_id AND other.identity_kind = known.kind AND other.identity = known.value
    WHERE known.project_id = q.project_id AND known.person_id = p.id AND other.status = 'declined')`;

export interface Reminder extends Pick<Request, 'project_id' | 'id' | 'subject' | 'release_id'> {
  email: string;
  rule: Pick<Rule, 'trigger' | 'message'>;
}

/** Condition that the person received the email of `testimonial_requests q`, or will. A deleted email was sent. */
const WAS_ASKED = sql`NOT EXISTS (
  SELECT FROM mails m WHERE m.project_id = q.project_id AND m.cause = ${`${ANSWER_REQUEST}:`}::text || q.id::text
    AND m.status IN ('suppressed', 'failed', 'canceled'))`;

/** Records and returns the reminders that are due, at most a number of them. */
export async function takeReminders(tx: Transaction, limit: number): Promise<Reminder[]> {
  const { rows } = await sql<Reminder>`
    /* all projects */ WITH due AS (
      SELECT q.project_id, q.id, ${SUBJECT}, q.release_id, p.emails[1] AS email, jsonb_build_object('trigger', r.trigger, 'message', r.message) AS rule
      FROM ${REQUESTS}
      WHERE q.reminded_at IS NULL AND ${MAY_BE_REMINDED} AND ${WAS_ASKED}
        AND q.created_at > now() - make_interval(days => ${MAX_REMINDER_DAYS + OVERDUE_DAYS})
        AND q.created_at <= now() - make_interval(days => r.reminder_days)
        AND q.created_at > now() - make_interval(days => r.reminder_days + ${OVERDUE_DAYS})
      ORDER BY q.created_at, q.id LIMIT ${limit} FOR UPDATE OF q SKIP LOCKED
    )
    UPDATE testimonial_requests q SET reminded_at = now() FROM due WHERE q.project_id = due.project_id AND q.id = due.id
    RETURNING due.*`.execute(tx);
  return rows;
}

/** Returns whether a person may still be reminded of a request, which a mail server receives next. */
export async function mayBeReminded(db: Db, projectId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ${REQUESTS} WHERE q.project_id = ${projectId} AND q.id = ${id} AND ${MAY_BE_REMINDED}`.execute(db);
  return rows.length > 0;
}
