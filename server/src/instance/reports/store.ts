import type { ReportFrequency } from '@earshot/contract/instance/values';
import type { Language } from '@earshot/contract/shared/languages';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { sql } from 'kysely';
import { newId } from '../../platform/ids.ts';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import { ascending, countRows, type PageRows, readPage, timeKey, uuidKey } from '../../platform/postgres/paging.ts';
import type { ExportPage, Person } from '../../platform/postgres/person.ts';
import type { Tables } from '../tables.ts';
import type { ReportPeriod } from './period.ts';

export interface Subscription extends Pick<
  Tables['report_subscriptions'],
  'project_id' | 'id' | 'user_id' | 'confirmed_at' | 'created_at'
> {
  frequency: ReportFrequency;
  /** Address of the member, or the address outside of the project. Null for members without an address. */
  email: string | null;
  /** Name of the member. */
  name: string | null;
  /** Language of the account of the member. */
  language: Language | null;
}

const columns = sql`s.project_id, s.id, s.user_id, s.frequency, s.confirmed_at, s.created_at, coalesce(s.email, u.email) AS email, u.name, u.language`;
const source = sql`report_subscriptions s LEFT JOIN users u ON u.id = s.user_id`;

/** Returns subscriptions in the order in which they were added: all, or those of a user. */
export const listSubscriptions = (db: Db, projectId: string, { userId }: { userId?: string }, rows: PageRows) =>
  readPage<Subscription>(db, {
    columns,
    source: sql`${source} WHERE s.project_id = ${projectId} ${userId === undefined ? sql`` : sql`AND s.user_id = ${userId}`}`,
    order: ascending(timeKey(sql`s.created_at`), uuidKey(sql`s.id`)),
    rows,
  });

export async function findSubscription(db: Db, projectId: string, id: string): Promise<Subscription | undefined> {
  const { rows } = await sql<Subscription>`
    SELECT ${columns} FROM ${source} WHERE s.project_id = ${projectId} AND s.id = ${id}`.execute(db);
  return rows[0];
}

/** Returns the confirmed subscriptions of a frequency that a report is sent to. */
export async function listRecipients(db: Db, projectId: string, { frequency, dueAt }: ReportPeriod): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`
    SELECT ${columns} FROM ${source}
    WHERE s.project_id = ${projectId} AND s.frequency = ${frequency} AND s.confirmed_at IS NOT NULL AND s.starts_at <= ${new Date(dueAt)}
    ORDER BY s.created_at, s.id`.execute(db);
  return rows;
}

/** Subscribes a member, or changes the frequency. Returns the id. */
export async function upsertMember(
  tx: Db,
  projectId: string,
  { userId, frequency }: { userId: string; frequency: ReportFrequency },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO report_subscriptions AS s (project_id, id, user_id, frequency, confirmed_at)
    VALUES (${projectId}, ${newId()}, ${userId}, ${frequency}, now())
    ON CONFLICT (project_id, user_id) DO UPDATE SET frequency = excluded.frequency,
      starts_at = CASE WHEN s.frequency = excluded.frequency THEN s.starts_at ELSE now() END RETURNING id`.execute(tx);
  return rows[0]?.id ?? '';
}

/** Subscribes the creator of a project to its weekly report. */
export const subscribeCreator = (tx: Db, projectId: string, userId: string): Promise<string> =>
  upsertMember(tx, projectId, { userId, frequency: 'weekly' });

/** Returns the number of other addresses outside of the project. Concurrent callers wait until the transaction ends. */
export async function lockCountOthers(tx: Transaction, projectId: string, email: string): Promise<number> {
  await sql`SELECT FROM projects WHERE id = ${projectId} FOR NO KEY UPDATE`.execute(tx);
  return await countRows(tx, sql`report_subscriptions WHERE project_id = ${projectId} AND email <> ${toMailboxKey(email)}`);
}

/** Adds the key of a mailbox, unconfirmed, or changes the frequency of a known one. Returns the time of the database, too. */
export async function upsertAddress(
  tx: Transaction,
  projectId: string,
  { email, frequency }: { email: string; frequency: ReportFrequency },
): Promise<{ id: string; isNew: boolean; isConfirmed: boolean; asOf: Date }> {
  const { rows } = await sql<{ id: string; is_new: boolean; is_confirmed: boolean; as_of: Date }>`
    INSERT INTO report_subscriptions AS s (project_id, id, email, frequency)
    VALUES (${projectId}, ${newId()}, ${toMailboxKey(email)}, ${frequency})
    ON CONFLICT (project_id, email) DO UPDATE SET frequency = excluded.frequency,
      starts_at = CASE WHEN s.frequency = excluded.frequency THEN s.starts_at ELSE now() END
    RETURNING id, xmax = 0 AS is_new, confirmed_at IS NOT NULL AS is_confirmed, now() AS as_of`.execute(tx);
  const [{ id, is_new, is_confirmed, as_of }] = rows as [(typeof rows)[number]];
  return { id, isNew: is_new, isConfirmed: is_confirmed, asOf: as_of };
}

/** Confirms an address that was added before a time. Idempotent. Returns false when there is none. */
export async function confirmAddress(db: Db, projectId: string, email: string, asOf: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE report_subscriptions SET confirmed_at = coalesce(confirmed_at, now()),
      starts_at = CASE WHEN confirmed_at IS NULL THEN now() ELSE starts_at END
    WHERE project_id = ${projectId} AND email = ${toMailboxKey(email)} AND date_trunc('milliseconds', created_at) <= ${asOf}`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

export async function updateFrequency(db: Db, projectId: string, id: string, frequency: ReportFrequency): Promise<void> {
  await sql`
    UPDATE report_subscriptions SET frequency = ${frequency}, starts_at = now()
    WHERE project_id = ${projectId} AND id = ${id} AND frequency <> ${frequency}`.execute(db);
}

export async function deleteSubscription(db: Db, projectId: string, id: string): Promise<void> {
  await sql`DELETE FROM report_subscriptions WHERE project_id = ${projectId} AND id = ${id}`.execute(db);
}

/**
 * Moves the subscriptions of a user to another user, whose own ones stay. `moveMemberships` runs between: a subscription of a member ends
 * with the membership.
 */
export async function moveSubscriptions(
  tx: Db,
  { from, into }: { from: string; into: string },
  moveMemberships: () => Promise<void>,
): Promise<void> {
  const { rows } = await sql<Pick<Tables['report_subscriptions'], 'project_id' | 'frequency' | 'starts_at' | 'confirmed_at'>>`
    /* all projects */ SELECT project_id, frequency, starts_at, confirmed_at FROM report_subscriptions WHERE user_id = ${from}`.execute(
    tx,
  );
  await moveMemberships();
  for (const { project_id: projectId, frequency, starts_at: startsAt, confirmed_at: confirmedAt } of rows)
    await sql`
      INSERT INTO report_subscriptions (project_id, id, user_id, frequency, starts_at, confirmed_at)
      VALUES (${projectId}, ${newId()}, ${into}, ${frequency}, ${startsAt}, ${confirmedAt})
      ON CONFLICT (project_id, user_id) DO NOTHING`.execute(tx);
}

const timezone = sql`coalesce(p.settings -> 'analytics' ->> 'timezone', 'UTC')`;

/** Returns the time zones of projects with subscriptions. */
export async function listTimezones(db: Db): Promise<string[]> {
  const { rows } = await sql<{ timezone: string }>`
    SELECT DISTINCT ${timezone} AS timezone FROM projects p
    WHERE EXISTS (SELECT FROM report_subscriptions s WHERE s.project_id = p.id)`.execute(db);
  return rows.map((row) => row.timezone);
}

/**
 * Claims the reports of a period, of all projects in its time zone that have recipients, existed in the period and send mail. Returns the
 * projects whose report nobody has claimed before.
 */
export async function claimReports(tx: Transaction, period: ReportPeriod): Promise<string[]> {
  const { frequency, firstDay, to, dueAt } = period;
  const { rows } = await sql<{ project_id: string }>`
    INSERT INTO report_periods (project_id, frequency, first_day)
    SELECT p.id, ${frequency}, ${firstDay}::date FROM projects p
    WHERE ${timezone} = ${period.timezone} AND p.created_at < ${new Date(to)}
      AND coalesce(p.settings -> 'test' ->> 'enabled', 'false') = 'false'
      AND EXISTS (
        SELECT FROM report_subscriptions s
        WHERE s.project_id = p.id AND s.frequency = ${frequency} AND s.confirmed_at IS NOT NULL AND s.starts_at <= ${new Date(dueAt)})
    -- In order, which prevents deadlocks between nodes.
    ORDER BY p.id
    ON CONFLICT DO NOTHING RETURNING project_id`.execute(tx);
  return rows.map(({ project_id: id }) => id);
}

/** Deletes claims of periods that are too old to be sent. */
export async function deleteOldClaims(db: Db): Promise<void> {
  await sql`/* all projects */ DELETE FROM report_periods WHERE created_at < now() - interval '100 days'`.execute(db);
}

export async function findPersonSubscriptions(
  db: Db,
  projectId: string,
  { emails }: Person,
  { limit, offset }: ExportPage,
): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`
    SELECT ${columns} FROM ${source} WHERE s.project_id = ${projectId} AND s.email = ANY(${emails}::text[])
    ORDER BY s.id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

export async function deletePersonSubscriptions(tx: Transaction, projectId: string, { emails }: Person): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM report_subscriptions WHERE project_id = ${projectId} AND email = ANY(${emails}::text[])`.execute(tx);
  return Number(numAffectedRows);
}
