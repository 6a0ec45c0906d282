import type { RequestStatus, RuleChannel, RuleTrigger } from '@earshot/contract/services/testimonials/values';
import { MAX_RULES } from '@earshot/contract/services/testimonials/requests';
import type { IdentityKind } from '@earshot/contract/instance/values';
import { type RawBuilder, sql } from 'kysely';
import { type Db, isUniqueViolation, type Transaction } from '../../../platform/postgres/database.ts';
import { mailboxKey } from '../../../platform/postgres/mailbox.ts';
import { countRows, descending, type PageRows, readPage, timeKey, uuidKey } from '../../../platform/postgres/paging.ts';
import type { ExportPage, Person } from '../../../platform/postgres/person.ts';
import type { Tables as InstanceTables } from '../../../instance/tables.ts';
import type { Tables } from '../tables.ts';

export interface Rule extends Pick<
  Tables['testimonial_rules'],
  | 'project_id'
  | 'id'
  | 'name'
  | 'event'
  | 'page'
  | 'times'
  | 'message'
  | 'questions'
  | 'reminder_days'
  | 'enabled'
  | 'created_at'
  | 'updated_at'
> {
  trigger: RuleTrigger;
  channel: RuleChannel;
}

export interface RuleResults {
  asked: number;
  answered: number;
  approved: number;
  declined: number;
}

export type RuleFields = Pick<
  Rule,
  'name' | 'trigger' | 'event' | 'page' | 'times' | 'channel' | 'message' | 'questions' | 'reminder_days' | 'enabled'
>;

/** Returns the rules of a project by name, with their results. */
export async function listRules(db: Db, projectId: string, id?: string): Promise<(Rule & RuleResults)[]> {
  const { rows } = await sql<Rule & RuleResults>`
    SELECT r.*, results.* FROM testimonial_rules r
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS asked, count(*) FILTER (WHERE q.status = 'answered')::int AS answered,
        count(*) FILTER (WHERE t.status = 'approved')::int AS approved, count(*) FILTER (WHERE q.status = 'declined')::int AS declined
      FROM testimonial_requests q LEFT JOIN testimonials t ON t.project_id = q.project_id AND t.id = q.testimonial_id
      WHERE q.project_id = r.project_id AND q.rule_id = r.id
    ) AS results
    WHERE r.project_id = ${projectId} ${id === undefined ? sql`` : sql`AND r.id = ${id}`} ORDER BY r.name, r.id`.execute(db);
  return rows;
}

/** Returns the enabled rules of all projects, the oldest of a project first. */
export async function listEnabledRules(db: Db): Promise<Rule[]> {
  const { rows } =
    await sql<Rule>`/* all projects */ SELECT * FROM testimonial_rules WHERE enabled ORDER BY project_id, created_at, id`.execute(
      db,
    );
  return rows;
}

/** Returns the project of a rule, for session requests that name the rule only. */
export async function findRuleProject(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`SELECT project_id FROM testimonial_rules WHERE id = ${id}`.execute(db);
  return rows[0]?.project_id;
}

/** Returns `'limit'` if the project has too many rules, and `'taken'` if the name is taken. */
export async function insertRule(
  db: Db,
  projectId: string,
  { id, name, trigger, event, page, times, channel, message, questions, reminder_days, enabled }: RuleFields & { id: string },
): Promise<'taken' | 'limit' | undefined> {
  if ((await countRows(db, sql`testimonial_rules WHERE project_id = ${projectId}`)) >= MAX_RULES) return 'limit';
  const { numAffectedRows } = await sql`
    INSERT INTO testimonial_rules (project_id, id, name, trigger, event, page, times, channel, message, questions, reminder_days, enabled)
    VALUES (${projectId}, ${id}, ${name}, ${trigger}, ${event}, ${page}, ${times}, ${channel}, ${message},
      ${questions}, ${reminder_days}, ${enabled})
    ON CONFLICT (project_id, name) DO NOTHING`.execute(db);
  return numAffectedRows ? undefined : 'taken';
}

/** Returns false if the name is taken. */
export async function updateRule(
  db: Db,
  projectId: string,
  { id, name, trigger, event, page, times, channel, message, questions, reminder_days, enabled }: RuleFields & { id: string },
): Promise<boolean> {
  try {
    await sql`
      UPDATE testimonial_rules SET name = ${name}, trigger = ${trigger}, event = ${event}, page = ${page}, times = ${times},
        channel = ${channel}, message = ${message}, questions = ${questions}, reminder_days = ${reminder_days}, enabled = ${enabled}, updated_at = now()
      WHERE project_id = ${projectId} AND id = ${id}`.execute(db);
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

export async function deleteRule(tx: Transaction, projectId: string, id: string): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    DELETE FROM testimonial_rules WHERE project_id = ${projectId} AND id = ${id} RETURNING name`.execute(tx);
  return rows[0];
}

export interface Request extends Pick<
  Tables['testimonial_requests'],
  | 'project_id'
  | 'id'
  | 'rule_id'
  | 'subject'
  | 'release_id'
  | 'testimonial_id'
  | 'questions'
  | 'reminded_at'
  | 'created_at'
  | 'updated_at'
> {
  channel: RuleChannel;
  status: RequestStatus;
  person_id: string | null;
  person_name: string | null;
  /** The latest address of the person. */
  email: string | null;
  /** Message of the rule. */
  message: string | null;
  /** Trigger of the rule, null after the rule was deleted. */
  trigger: Rule['trigger'] | null;
}

export const REQUESTS = sql`testimonial_requests q
  LEFT JOIN people_identities i ON i.project_id = q.project_id AND i.kind = q.identity_kind AND i.value = q.identity
  LEFT JOIN people p ON p.project_id = i.project_id AND p.id = i.person_id
  LEFT JOIN testimonial_rules r ON r.project_id = q.project_id AND r.id = q.rule_id`;
/** Titles of releases that earlier versions stored, also in archives, may be withdrawn. */
export const SUBJECT = sql`CASE WHEN r.trigger IS DISTINCT FROM 'release_used' THEN q.subject END AS subject`;
const COLUMNS = sql`q.project_id, q.id, q.rule_id, q.channel, ${SUBJECT}, q.release_id, q.status, q.testimonial_id, q.questions, q.reminded_at,
  q.created_at, q.updated_at,
  p.id AS person_id, p.name AS person_name, p.emails[1] AS email, r.message, r.trigger`;

/** Returns a page of requests, newest first. */
export const listRequests = (
  db: Db,
  projectId: string,
  { status, ruleId }: { status?: RequestStatus | undefined; ruleId?: string | undefined },
  rows: PageRows,
) =>
  readPage<Request>(db, {
    columns: COLUMNS,
    source: sql`${REQUESTS} WHERE q.project_id = ${projectId}
      ${status ? sql`AND q.status = ${status}` : sql``} ${ruleId ? sql`AND q.rule_id = ${ruleId}` : sql``}`,
    order: descending(timeKey(sql`q.created_at`), uuidKey(sql`q.id`)),
    rows,
  });

export async function findRequest(db: Db, projectId: string, id: string): Promise<Request | undefined> {
  const { rows } = await sql<Request>`
    SELECT ${COLUMNS} FROM ${REQUESTS} WHERE q.project_id = ${projectId} AND q.id = ${id}`.execute(db);
  return rows[0];
}

/** Days for which the widget shows a request. */
const SHOWN_DAYS = 30;

/** Returns the latest open request of a widget to the person who has a user id. */
export async function findOwnRequest(db: Db, projectId: string, userId: string): Promise<Request | undefined> {
  const { rows } = await sql<Request>`
    SELECT ${COLUMNS} FROM ${REQUESTS}
    WHERE q.project_id = ${projectId} AND q.status = 'open' AND q.channel = 'widget'
      AND q.created_at > now() - make_interval(days => ${SHOWN_DAYS})
      AND i.person_id = (
        SELECT person_id FROM people_identities WHERE project_id = ${projectId} AND kind = 'user_id' AND value = ${userId})
    ORDER BY q.created_at DESC, q.id DESC LIMIT 1`.execute(db);
  return rows[0];
}

const belongsTo = (projectId: string, { emails, userIds }: Person) => sql`q.project_id = ${projectId}
  AND (q.identity_kind = 'email' AND q.identity = ANY(${emails}::text[])
    OR q.identity_kind = 'user_id' AND q.identity = ANY(${userIds}::text[]))`;

export async function findPersonRequests(
  db: Db,
  projectId: string,
  person: Person,
  { limit, offset }: ExportPage,
): Promise<Request[]> {
  const { rows } = await sql<Request>`
    SELECT ${COLUMNS} FROM ${REQUESTS} WHERE ${belongsTo(projectId, person)} ORDER BY q.id LIMIT ${limit} OFFSET ${offset}`.execute(
    db,
  );
  return rows;
}

/** Deletes the requests to a person. Returns their number. */
export async function deletePersonRequests(tx: Transaction, projectId: string, person: Person): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM testimonial_requests q WHERE ${belongsTo(projectId, person)}`.execute(tx);
  return Number(numAffectedRows);
}

/** Closes an open request. Returns false if it is not open. */
export async function closeRequest(
  tx: Db,
  projectId: string,
  id: string,
  to: { status: 'answered'; testimonialId: string } | { status: 'declined'; testimonialId?: undefined },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE testimonial_requests SET status = ${to.status}, testimonial_id = ${to.testimonialId ?? null}, updated_at = now()
    WHERE project_id = ${projectId} AND id = ${id} AND status = 'open'`.execute(tx);
  return numAffectedRows === 1n;
}

/** Days after a request in which nobody asks the person again. */
const QUIET_DAYS = 365;

/**
 * Returns the condition that a rule may ask `people p`: they can be reached, wrote no testimonial, were not asked within a year, and never
 * declined.
 */
const mayBeAsked = ({ project_id: projectId, channel }: Pick<Rule, 'project_id' | 'channel'>) => sql`
  cardinality(${channel === 'mail' ? sql`p.emails` : sql`p.user_ids`}) > 0
  AND NOT EXISTS (
    SELECT FROM testimonials t WHERE t.project_id = ${projectId} AND ${mailboxKey(sql`t.author_email`)} = ANY(p.emails))
  AND NOT EXISTS (
    SELECT FROM people_identities i
    JOIN testimonial_requests q ON q.project_id = i.project_id AND q.identity_kind = i.kind AND q.identity = i.value
    WHERE i.project_id = ${projectId} AND i.person_id = p.id
      AND (q.status = 'declined' OR q.created_at > now() - make_interval(days => ${QUIET_DAYS})))`;

export interface Candidate extends Pick<InstanceTables['people'], 'id' | 'name'> {
  identity_kind: IdentityKind;
  identity: string;
  email: string | null;
}

type Asking = Pick<Rule, 'project_id' | 'channel'>;

/** Returns people whom a rule may ask, by the condition of its trigger on `people p`. */
export async function listCandidates(
  tx: Transaction,
  rule: Asking,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    SELECT p.id, p.name, p.emails[1] AS email,
      CASE WHEN p.user_ids = '{}' THEN 'email' ELSE 'user_id' END AS identity_kind, coalesce(p.user_ids[1], p.emails[1]) AS identity
    FROM people p WHERE p.project_id = ${rule.project_id} AND ${condition} AND ${mayBeAsked(rule)}
    ORDER BY p.id LIMIT ${limit}`.execute(tx);
  return rows;
}

export async function countCandidates(db: Db, rule: Asking, condition: RawBuilder<unknown>): Promise<number> {
  return await countRows(db, sql`people p WHERE p.project_id = ${rule.project_id} AND ${condition} AND ${mayBeAsked(rule)}`);
}

export async function insertRequests(
  tx: Transaction,
  { project_id: projectId, id: ruleId, channel, questions }: Rule,
  requests: (Pick<Candidate, 'identity_kind' | 'identity'> & Pick<Request, 'id' | 'subject' | 'release_id'>)[],
): Promise<void> {
  await sql`
    INSERT INTO testimonial_requests (project_id, id, rule_id, channel, identity_kind, identity, subject, release_id, questions)
    SELECT ${projectId}, r.id, ${ruleId}, ${channel}, r.identity_kind, r.identity, r.subject, r.release_id, ${questions}::text[]
    FROM jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) AS r (id uuid, identity_kind text, identity text, subject text, release_id uuid)`.execute(
    tx,
  );
}
