import { listKindsForRole, NOTIFICATIONS, type NotificationName } from '@earshot/contract/instance/notifications';
import { type Role, ROLES } from '@earshot/contract/instance/values';
import type { NotificationPreference } from '@earshot/contract/shared/notifications';
import { sql } from 'kysely';
import type { ProvenIdentity } from '../directory/segments/segments.ts';
import { newId } from '../../platform/ids.ts';
import { type Db, isForeignKeyViolation, type Transaction } from '../../platform/postgres/database.ts';
import { descending, type PageRows, readPage, timeKey, uuidKey } from '../../platform/postgres/paging.ts';
import type { Tables } from '../tables.ts';

/** Mail that will contain a notification. */
export type PendingMail = Exclude<NotificationPreference, 'off'>;

export interface Notification extends Pick<
  Tables['notifications'],
  'id' | 'project_id' | 'user_id' | 'subject' | 'actor_id' | 'read_at' | 'created_at'
> {
  kind: NotificationName;
  actor_name: string | null;
}

const columns = sql`n.id, n.project_id, n.user_id, n.kind, n.subject, n.actor_id, n.read_at, n.created_at,
  (SELECT coalesce(name, email) FROM users WHERE id = n.actor_id) AS actor_name`;

/** An event that members are notified of. */
export interface Occurrence {
  kind: NotificationName;
  /** Id of the record, or a day. A member has one notification of a kind about a subject. */
  subject: string;
  /** The event that causes the notification. The same event is told once. */
  event: { id: string; created_at: string };
  /** Member who acted, and is not told. */
  actorId?: string | null | undefined;
  /** Members who are told. All by default. */
  to?: string[];
  /**
   * Identity of the person whose record it is, null for an unidentified visitor. Members who chose a segment of people are notified of its people
   * only. Undefined for events that are not about a person.
   */
  person?: ProvenIdentity | null;
  /** Whether members who prefer a daily mail get this one immediately. */
  isUrgent?: boolean;
}

export interface Recipient {
  user_id: string;
  preference: NotificationPreference;
  /** Segment of people of whose records the member is notified. */
  segment_id: string | null;
}

/** Returns the members who are notified of an event, with their preference. */
export async function findRecipients(db: Db, projectId: string, { kind, actorId = null, to }: Occurrence): Promise<Recipient[]> {
  const { role, preference } = NOTIFICATIONS[kind];
  const roles = ROLES.slice(ROLES.indexOf(role));
  const { rows } = await sql<Recipient>`
    /* prepared */ SELECT m.user_id, coalesce(p.preference, ${preference}) AS preference, m.notification_segment_id AS segment_id
    FROM project_members m LEFT JOIN notification_preferences p
      ON p.project_id = m.project_id AND p.user_id = m.user_id AND p.kind = ${kind}
    WHERE m.project_id = ${projectId} AND m.role = ANY(${roles}::text[]) AND m.user_id IS DISTINCT FROM ${actorId}
      AND (${to ?? null}::uuid[] IS NULL OR m.user_id = ANY(${to ?? null}::uuid[]))`.execute(db);
  return rows;
}

/** Inserts notifications, or renews those about the same subject. Returns the users whose notifications are new or renewed. */
export async function insertNotifications(
  tx: Transaction,
  projectId: string,
  { kind, subject, event, actorId = null }: Occurrence,
  recipients: { user_id: string; pending_mail: PendingMail }[],
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    INSERT INTO notifications AS n (project_id, user_id, id, kind, subject, event_id, actor_id, pending_mail, created_at)
    SELECT ${projectId}, user_id, id, ${kind}, ${subject}, ${event.id}, ${actorId}::uuid, pending_mail, ${event.created_at}
    FROM unnest(${recipients.map(({ user_id }) => user_id)}::uuid[], ${recipients.map(() => newId())}::uuid[],
      ${recipients.map(({ pending_mail }) => pending_mail)}::text[]) AS given (user_id, id, pending_mail)
    ORDER BY user_id
    ON CONFLICT (project_id, user_id, kind, subject) DO UPDATE SET event_id = excluded.event_id, actor_id = excluded.actor_id,
      pending_mail = excluded.pending_mail, read_at = NULL, created_at = excluded.created_at
    WHERE n.event_id <> excluded.event_id
    RETURNING user_id`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

/** More unread notifications change the state by their times only. */
const MAX_COUNTED = 1_000;

/** Returns a text for each user with notifications, which changes when one is added, read or deleted. */
export async function findListStates(db: Db, projectId: string, userIds: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ user_id: string; state: string }>`
    /* prepared */ SELECT user_id, newest.at || '/' || unread.count AS state
    FROM unnest(${userIds}::uuid[]) AS given (user_id) CROSS JOIN LATERAL (
      SELECT max(created_at)::text AS at FROM notifications n WHERE project_id = ${projectId} AND n.user_id = given.user_id) AS newest
    CROSS JOIN LATERAL (SELECT count(*) FROM (SELECT FROM notifications n
      WHERE project_id = ${projectId} AND n.user_id = given.user_id AND read_at IS NULL LIMIT ${MAX_COUNTED}) AS counted) AS unread
    WHERE newest.at IS NOT NULL`.execute(db);
  return new Map(rows.map(({ user_id, state }) => [user_id, state]));
}

/** Returns when each of the users was mailed last. */
export async function findLastMails(db: Db, projectId: string, userIds: string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ user_id: string; at: Date }>`
    SELECT user_id, max(mailed_at) AS at FROM notifications
    WHERE project_id = ${projectId} AND user_id = ANY(${userIds}::uuid[]) AND mailed_at IS NOT NULL GROUP BY user_id`.execute(db);
  return new Map(rows.map(({ user_id, at }) => [user_id, at]));
}

/** Hour of the day at which daily mails are sent, in the time zone of the project. */
const DIGEST_HOUR = 8;

/** Returns the members who have notifications from before the last hour of daily mails, with that time. */
export async function findDigests(db: Db): Promise<{ project_id: string; user_id: string; until: string }[]> {
  const { rows } = await sql<{ project_id: string; user_id: string; until: Date }>`
    /* all projects */ SELECT n.project_id, n.user_id, last.at AS until
    FROM notifications n JOIN projects p ON p.id = n.project_id CROSS JOIN LATERAL (
      SELECT (date_trunc('day', (now() AT TIME ZONE zone.name) - make_interval(hours => ${DIGEST_HOUR}))
        + make_interval(hours => ${DIGEST_HOUR})) AT TIME ZONE zone.name AS at
      FROM (SELECT coalesce(p.settings -> 'analytics' ->> 'timezone', 'UTC') AS name) AS zone) AS last
    WHERE n.pending_mail = 'daily' AND n.created_at < last.at GROUP BY n.project_id, n.user_id, last.at`.execute(db);
  return rows.map(({ until, ...digest }) => ({ ...digest, until: until.toISOString() }));
}

/** Returns the notifications of a mail, oldest first, and marks them as mailed. */
export async function takePending(
  tx: Transaction,
  { projectId, userId, mail, until }: { projectId: string; userId: string; mail: PendingMail; until?: string | undefined },
): Promise<Notification[]> {
  const { rows } = await sql<Notification>`
    WITH taken AS (
      UPDATE notifications SET pending_mail = NULL, mailed_at = now()
      WHERE project_id = ${projectId} AND user_id = ${userId} AND pending_mail = ${mail}
        AND (${until ?? null}::timestamptz IS NULL OR created_at < ${until ?? null}::timestamptz)
      RETURNING *)
    SELECT ${columns} FROM taken n ORDER BY n.created_at, n.id`.execute(tx);
  return rows;
}

export interface NotificationFilter {
  unread?: boolean;
  kind?: NotificationName;
}

/** A member with the current role. */
export interface Own {
  projectId: string;
  userId: string;
  role: Role;
}

/** Returns the condition that a member with a role may still read the notification `n`. */
const isReadable = (role: Role) => sql`n.kind = ANY(${listKindsForRole(role)}::text[])`;

/** Returns the notifications of a member, newest first. */
export const listNotifications = (
  db: Db,
  { projectId, userId, role, unread, kind, ...rows }: Own & NotificationFilter & PageRows,
) =>
  readPage<Notification>(db, {
    columns,
    source: sql`notifications n WHERE n.project_id = ${projectId} AND n.user_id = ${userId} AND ${isReadable(role)}
      ${unread === undefined ? sql`` : unread ? sql`AND n.read_at IS NULL` : sql`AND n.read_at IS NOT NULL`}
      ${kind === undefined ? sql`` : sql`AND n.kind = ${kind}`}`,
    order: descending(timeKey(sql`n.created_at`), uuidKey(sql`n.id`)),
    rows,
  });

export async function findProjectId(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`SELECT project_id FROM notifications WHERE id = ${id}`.execute(db);
  return rows[0]?.project_id;
}

/** Marks a notification of a member as read or unread. A read one is not mailed. Returns undefined for other members. */
export async function setRead(
  db: Db,
  { projectId, userId, role, id, isRead }: Own & { id: string; isRead: boolean },
): Promise<Notification | undefined> {
  const { rows } = await sql<Notification>`
    UPDATE notifications n SET read_at = CASE WHEN ${isRead}::boolean THEN coalesce(read_at, now()) END,
      pending_mail = CASE WHEN NOT ${isRead}::boolean THEN pending_mail END
    WHERE n.project_id = ${projectId} AND n.user_id = ${userId} AND n.id = ${id} AND ${isReadable(role)} RETURNING ${columns}`.execute(
    db,
  );
  return rows[0];
}

/** Marks the unread notifications of a member up to a time as read. Returns their number. */
export async function setAllRead(
  db: Db,
  { projectId, userId, until = null }: { projectId: string; userId: string; until?: string | null },
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE notifications SET read_at = now(), pending_mail = NULL
    WHERE project_id = ${projectId} AND user_id = ${userId} AND read_at IS NULL
      AND created_at <= coalesce(${until}::timestamptz, now())`.execute(db);
  return Number(numAffectedRows);
}

export async function findPreferences(db: Db, projectId: string, userId: string): Promise<Map<string, NotificationPreference>> {
  const { rows } = await sql<{ kind: string; preference: NotificationPreference }>`
    SELECT kind, preference FROM notification_preferences WHERE project_id = ${projectId} AND user_id = ${userId}`.execute(db);
  return new Map(rows.map(({ kind, preference }) => [kind, preference]));
}

/** Stores preferences of a member. Nothing happens when the membership ended meanwhile. */
export async function savePreferences(
  db: Db,
  projectId: string,
  userId: string,
  preferences: [kind: string, preference: NotificationPreference][],
): Promise<void> {
  await sql`
    INSERT INTO notification_preferences (project_id, user_id, kind, preference)
    SELECT m.project_id, m.user_id, given.kind, given.preference
    FROM project_members m, unnest(${preferences.map(([kind]) => kind)}::text[],
      ${preferences.map(([, preference]) => preference)}::text[]) AS given (kind, preference)
    WHERE m.project_id = ${projectId} AND m.user_id = ${userId}
    ON CONFLICT (project_id, user_id, kind) DO UPDATE SET preference = excluded.preference`.execute(db);
}

/** Returns the segment of people of whose records a member is notified. */
export async function findSegment(db: Db, projectId: string, userId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    SELECT notification_segment_id AS id FROM project_members WHERE project_id = ${projectId} AND user_id = ${userId}`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

/** Stores the segment of a member. Returns whether the segment exists. */
export async function saveSegment(db: Db, projectId: string, userId: string, segmentId: string | null): Promise<boolean> {
  try {
    await sql`
      UPDATE project_members SET notification_segment_id = ${segmentId}::uuid
      WHERE project_id = ${projectId} AND user_id = ${userId}`.execute(db);
    return true;
  } catch (error) {
    if (isForeignKeyViolation(error)) return false;
    throw error;
  }
}

const KEPT_DAYS = 90;

export async function deleteOldNotifications(db: Db): Promise<void> {
  await sql`/* all projects */ DELETE FROM notifications WHERE created_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(
    db,
  );
}
