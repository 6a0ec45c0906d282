import { type Role, ROLES } from '@earshot/contract/instance/values';
import type { Language } from '@earshot/contract/shared/languages';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import { mailboxKey } from '../../../platform/postgres/mailbox.ts';
import { ascending, countRows, type PageRows, readPage, timeKey, uuidKey } from '../../../platform/postgres/paging.ts';

export interface Member {
  project_id: string;
  user_id: string;
  email: string | null;
  name: string | null;
  avatar_url: string | null;
  /** Language of the account. */
  language: Language | null;
  role: Role;
  is_invited: boolean;
  /** Time of the last invitation. */
  invited_at: Date;
  created_at: Date;
  updated_at: Date;
}

const columns = sql`m.project_id, m.user_id, u.email, u.name, u.avatar_url, u.language, m.role, u.issuer IS NULL AS is_invited, m.invited_at, m.created_at, m.updated_at`;

export async function findRole(db: Db, projectId: string, userId: string): Promise<Role | undefined> {
  const { rows } = await sql<{ role: Role }>`
    /* prepared */ SELECT role FROM project_members WHERE project_id = ${projectId} AND user_id = ${userId}`.execute(db);
  return rows[0]?.role;
}

/** Returns whether a user is a member of any project. */
export async function isMemberAnywhere(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`/* all projects */ SELECT FROM project_members WHERE user_id = ${userId} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Returns those of the given projects that a user is not a member of. */
export async function findForeignProjects(db: Db, userId: string, projectIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM unnest(${projectIds}::uuid[]) AS id
    WHERE NOT EXISTS (SELECT FROM project_members m WHERE m.project_id = id AND m.user_id = ${userId})`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns whether a user is an owner or admin of any project. */
export async function isAdminAnywhere(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    /* all projects */ SELECT FROM project_members WHERE user_id = ${userId} AND role IN ('admin', 'owner') LIMIT 1`.execute(db);
  return rows.length > 0;
}

export async function listMemberIds(db: Db, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT user_id FROM project_members WHERE project_id = ${projectId}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

const OWNER_LOCK = 0x65_61_72_6f;

/** Locks the projects that a user owns until the transaction ends: another transaction that locks them waits. */
export async function lockOwned(tx: Db, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${OWNER_LOCK}, hashtext(${userId}))`.execute(tx);
}

/** Counts the projects of an owner, and locks the count until the transaction ends. */
export async function lockAndCountOwned(tx: Db, userId: string): Promise<number> {
  await lockOwned(tx, userId);
  return await countRows(tx, sql`/* all projects */ project_members WHERE user_id = ${userId} AND role = 'owner'`);
}

/** Returns the members of a project, longest membership first. */
export const listMembers = (db: Db, projectId: string, rows: PageRows) =>
  readPage<Member>(db, {
    columns,
    source: sql`project_members m JOIN users u ON u.id = m.user_id WHERE m.project_id = ${projectId}`,
    order: ascending(timeKey(sql`m.created_at`), uuidKey(sql`m.user_id`)),
    rows,
  });

/** Returns all projects with their owners, in order. */
export async function listOwners(db: Db): Promise<{ project_id: string; owner_id: string | null }[]> {
  const { rows } = await sql<{ project_id: string; owner_id: string | null }>`
    /* all projects */ SELECT p.id AS project_id, m.user_id AS owner_id
    FROM projects p LEFT JOIN project_members m ON m.project_id = p.id AND m.role = 'owner' ORDER BY p.id`.execute(db);
  return rows;
}

/** Name and avatar of a user. */
export interface Profile {
  id: string;
  name: string | null;
  avatar_url: string | null;
}

/** Returns the current profiles of users by id, also of former members. */
export async function findProfiles(db: Db, userIds: string[]): Promise<Map<string, Profile>> {
  if (!userIds.length) return new Map();
  const { rows } = await sql<Profile>`SELECT id, name, avatar_url FROM users WHERE id = ANY(${userIds}::uuid[])`.execute(db);
  return new Map(rows.map((profile) => [profile.id, profile]));
}

/** Returns those of the users who are members of the project. */
export async function findMembers(db: Db, projectId: string, userIds: string[]): Promise<Member[]> {
  const { rows } = await sql<Member>`
    SELECT ${columns} FROM project_members m JOIN users u ON u.id = m.user_id
    WHERE m.project_id = ${projectId} AND m.user_id = ANY(${userIds}::uuid[]) ORDER BY m.user_id`.execute(db);
  return rows;
}

export async function findMember(db: Db, projectId: string, userId: string): Promise<Member | undefined> {
  const { rows } = await sql<Member>`
    SELECT ${columns} FROM project_members m JOIN users u ON u.id = m.user_id
    WHERE m.project_id = ${projectId} AND m.user_id = ${userId}`.execute(db);
  return rows[0];
}

/** Returns the members with some addresses, by the key of the address. */
export async function findMembersByAddress(db: Db, projectId: string, emails: string[]): Promise<Map<string, Profile>> {
  if (!emails.length) return new Map();
  const { rows } = await sql<Profile & { key: string }>`
    SELECT ${mailboxKey(sql`u.email`)} AS key, u.id, u.name, u.avatar_url FROM project_members m JOIN users u ON u.id = m.user_id
    WHERE m.project_id = ${projectId} AND ${mailboxKey(sql`u.email`)} = ANY(${emails.map(toMailboxKey)}::text[])`.execute(db);
  return new Map(rows.map(({ key, ...profile }) => [key, profile]));
}

/** Returns the member with a verified address: who has signed in. */
export async function findMemberWithAddress(db: Db, projectId: string, email: string): Promise<Member | undefined> {
  const { rows } = await sql<Member>`
    SELECT ${columns} FROM project_members m JOIN users u ON u.id = m.user_id
    WHERE m.project_id = ${projectId} AND ${mailboxKey(sql`u.email`)} = ${toMailboxKey(email)} AND u.issuer IS NOT NULL
    ORDER BY m.created_at, m.user_id LIMIT 1`.execute(db);
  return rows[0];
}

/** Returns the verified address of a member who has signed in. */
export async function findSignedInAddress(db: Db, projectId: string, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    SELECT u.email FROM project_members m JOIN users u ON u.id = m.user_id
    WHERE m.project_id = ${projectId} AND ${mailboxKey(sql`u.email`)} = ${toMailboxKey(email)} AND u.issuer IS NOT NULL LIMIT 1`.execute(
    db,
  );
  return rows[0]?.email;
}

/** Returns false when the user is already a member. */
export async function insertMember(db: Db, projectId: string, userId: string, role: Role): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO project_members (project_id, user_id, role) VALUES (${projectId}, ${userId}, ${role}) ON CONFLICT DO NOTHING`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

const INVITATION_DAYS = 14;

/** Returns when the invitation of a member expires, or undefined for members who have signed in. */
export const findInvitationExpiry = ({ is_invited, invited_at }: Member): Date | undefined =>
  is_invited ? new Date(invited_at.getTime() + INVITATION_DAYS * 24 * 60 * 60 * 1000) : undefined;

export async function renewInvitation(db: Db, projectId: string, userId: string): Promise<void> {
  await sql`UPDATE project_members SET invited_at = now(), updated_at = now() WHERE project_id = ${projectId} AND user_id = ${userId}`.execute(
    db,
  );
}

/** Deletes the memberships whose invitations have expired. Returns the ids of their users. */
export async function deleteExpiredInvitations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    /* all projects */ DELETE FROM project_members m USING users u
    WHERE u.id = m.user_id AND u.issuer IS NULL AND m.role <> 'owner'
      AND m.invited_at < now() - make_interval(days => ${INVITATION_DAYS})
      -- People with tokens use the project without a sign-in.
      AND NOT EXISTS (SELECT FROM tokens t WHERE t.user_id = m.user_id)
    RETURNING m.user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

export async function updateRole(db: Db, projectId: string, userId: string, role: Role): Promise<void> {
  await sql`UPDATE project_members SET role = ${role}, updated_at = now() WHERE project_id = ${projectId} AND user_id = ${userId}`.execute(
    db,
  );
}

export async function deleteMember(db: Db, projectId: string, userId: string): Promise<void> {
  await sql`DELETE FROM project_members WHERE project_id = ${projectId} AND user_id = ${userId}`.execute(db);
}

/** Moves memberships to another user, who keeps the higher role on shared projects. */
export async function moveMemberships(tx: Db, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`
    /* all projects */ WITH moved AS (DELETE FROM project_members WHERE user_id = ${from} RETURNING project_id, role, created_at)
    INSERT INTO project_members AS m (project_id, user_id, role, created_at)
    SELECT project_id, ${into}, role, created_at FROM moved
    ON CONFLICT (project_id, user_id) DO UPDATE SET role = excluded.role, updated_at = now()
    WHERE array_position(${ROLES}::text[], excluded.role) > array_position(${ROLES}::text[], m.role)`.execute(tx);
}
