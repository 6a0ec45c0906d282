import type { AuditAction } from '@earshot/contract/instance/audit';
import { sql } from 'kysely';
import type { Principal } from '../../platform/api/credentials.ts';
import { type Db, type Transaction, transact } from '../../platform/postgres/database.ts';
import { descending, type PageRows, readPage, timeKey, uuidKey } from '../../platform/postgres/paging.ts';
import { type ExportPage, mentions, type Person, withoutMentions } from '../../platform/postgres/person.ts';
import type { Tables } from '../tables.ts';

/** The user or service account of a change, and the name of the token that was used. */
export interface Actor extends Principal {
  name: string | null;
  tokenName: string | null;
}

export interface NewAuditEntry {
  projectId: string;
  /** Null for a person who is no member and acts on the own data. */
  actor: Actor | null;
  action: AuditAction;
  /** TypeID and name of what was changed. No name for content of end users: the log outlives the content. */
  target?: { id: string; name?: string | null };
  /** Changed fields, without secrets. */
  before?: object;
  after?: object;
}

/** An entry about an action of a member or service account. */
export type MemberAuditEntry = NewAuditEntry & { actor: Actor };

export interface AuditEntry extends Pick<
  Tables['audit_entries'],
  | 'id'
  | 'project_id'
  | 'action'
  | 'actor_id'
  | 'actor_is_service_account'
  | 'actor_name'
  | 'token_name'
  | 'target_id'
  | 'target_name'
  | 'before'
  | 'after'
  | 'created_at'
> {
  action: AuditAction;
  before: object | null;
  after: object | null;
}

const columns = sql`id, project_id, action, actor_id, actor_is_service_account, actor_name, token_name, target_id, target_name, before, after, created_at`;
const TEXTS = sql`concat_ws(' ', target_name, before::text, after::text)`;

const toJson = (fields: object | undefined) => (fields === undefined ? null : JSON.stringify(fields));

export async function insertEntry(
  db: Db | Transaction,
  id: string,
  { projectId, actor, action, target, before, after }: NewAuditEntry,
): Promise<void> {
  await sql`
    INSERT INTO audit_entries (project_id, id, action, actor_id, actor_is_service_account, actor_name, token_name, target_id, target_name,
      before, after)
    VALUES (${projectId}, ${id}, ${action}, ${actor?.id ?? null}, ${actor?.is_service_account ?? false}, ${actor?.name ?? null},
      ${actor?.tokenName ?? null}, ${target?.id ?? null}, ${target?.name ?? null}, ${toJson(before)}::jsonb, ${toJson(after)}::jsonb)`.execute(
    db,
  );
}

/** Returns whether the log has an entry of the last hour with the same actor, token, action and target. */
export async function hasRecentEntry(db: Db, { projectId, actor, action, target }: MemberAuditEntry): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM audit_entries
    WHERE project_id = ${projectId} AND actor_id = ${actor.id} AND created_at > now() - interval '1 hour' AND action = ${action}
      AND token_name IS NOT DISTINCT FROM ${actor.tokenName} AND target_id IS NOT DISTINCT FROM ${target?.id ?? null}
    LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Returns the ids of the projects of a user. */
export async function findOwnProjectIds(db: Db | Transaction, userId: string): Promise<string[]> {
  const { rows } = await sql<{ project_id: string }>`
    SELECT project_id FROM project_members WHERE user_id = ${userId} ORDER BY project_id`.execute(db);
  return rows.map(({ project_id }) => project_id);
}

export interface AuditFilter {
  action?: AuditAction;
  actorId?: string;
  since?: string;
  until?: string;
}

/** Returns entries of a project, newest first. */
export const listEntries = (db: Db, projectId: string, { action, actorId, since, until }: AuditFilter, rows: PageRows) =>
  readPage<AuditEntry>(db, {
    columns,
    source: sql`audit_entries WHERE project_id = ${projectId}
      ${action === undefined ? sql`` : sql`AND action = ${action}`}
      ${actorId === undefined ? sql`` : sql`AND actor_id = ${actorId}`}
      ${since === undefined ? sql`` : sql`AND created_at >= ${since}::timestamptz`}
      ${until === undefined ? sql`` : sql`AND created_at < ${until}::timestamptz`}`,
    order: descending(timeKey(sql`created_at`), uuidKey(sql`id`)),
    rows,
  });

/** Announces the reason of a change to the trigger that keeps the log append-only, until the transaction ends or the reason is ''. */
const announce = (tx: Transaction, reason: 'retention' | 'erasure' | '') =>
  sql`SELECT set_config('earshot.audit_log', ${reason}, true)`.execute(tx);

/** Deletes up to `limit` entries older than `days` days. Returns the number of deleted entries. */
export const deleteOldEntries = (db: Db, projectId: string, { days, limit }: { days: number; limit: number }): Promise<number> =>
  transact(db, async (tx) => {
    await announce(tx, 'retention');
    const { numAffectedRows } = await sql`
      DELETE FROM audit_entries WHERE project_id = ${projectId} AND id IN (
        SELECT id FROM audit_entries WHERE project_id = ${projectId} AND created_at < now() - make_interval(days => ${days})
        ORDER BY created_at LIMIT ${limit})`.execute(tx);
    await announce(tx, '');
    return Number(numAffectedRows);
  });

/** Returns entries whose texts contain an address of the person. */
export async function findPersonEntries(db: Db, projectId: string, person: Person, { limit, offset }: ExportPage) {
  const { rows } = await sql<AuditEntry>`
    SELECT ${columns} FROM audit_entries WHERE project_id = ${projectId} AND ${mentions(TEXTS, person)}
    ORDER BY id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

/** Replaces the addresses of a person in entries. The entries remain. Returns their number. */
export async function erasePersonFromEntries(tx: Transaction, projectId: string, person: Person): Promise<number> {
  await announce(tx, 'erasure');
  const { numAffectedRows } = await sql`
    UPDATE audit_entries SET target_name = ${withoutMentions(sql`target_name`, person)},
      before = ${withoutMentions(sql`before::text`, person)}::jsonb, after = ${withoutMentions(sql`after::text`, person)}::jsonb
    WHERE project_id = ${projectId} AND ${mentions(TEXTS, person)}`.execute(tx);
  await announce(tx, '');
  return Number(numAffectedRows);
}
