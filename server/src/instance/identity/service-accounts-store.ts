import type { ServiceAccountScope } from '@earshot/contract/instance/service-accounts';
import { sql } from 'kysely';
import { newId } from '../../platform/ids.ts';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import { ascending, type PageRows, readPage, textKey, uuidKey } from '../../platform/postgres/paging.ts';
import type { Tables } from '../tables.ts';

/** A token of a service account. */
export interface AccountToken {
  id: string;
  /** The last characters of the token. */
  name: string;
  // Times in the format of PostgreSQL's JSON.
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
}

export interface ServiceAccount extends Pick<
  Tables['service_accounts'],
  'id' | 'project_id' | 'name' | 'scopes' | 'created_at' | 'updated_at'
> {
  scopes: ServiceAccountScope[];
  /** Null when the user was deleted. */
  creator: { id: string; name: string | null } | null;
  /** Valid tokens, newest first. */
  tokens: AccountToken[];
}

const isValid = sql`(t.expires_at IS NULL OR t.expires_at > now())`;
const columns = sql`s.id, s.project_id, s.name, s.scopes, s.created_at, s.updated_at,
  (SELECT json_build_object('id', u.id, 'name', coalesce(u.name, u.email)) FROM users u WHERE u.id = s.created_by) AS creator,
  coalesce((
    SELECT json_agg(json_build_object('id', t.id, 'name', t.name, 'created_at', t.created_at, 'expires_at', t.expires_at,
      'last_used_at', t.last_used_at) ORDER BY t.created_at DESC, t.id DESC)
    FROM tokens t WHERE t.service_account_id = s.id AND ${isValid}), '[]') AS tokens`;

/** Returns service accounts of a project, by name. */
export const listServiceAccounts = (db: Db, projectId: string, rows: PageRows) =>
  readPage<ServiceAccount>(db, {
    columns,
    source: sql`service_accounts s WHERE s.project_id = ${projectId}`,
    order: ascending(textKey(sql`lower(s.name)`), uuidKey(sql`s.id`)),
    rows,
  });

export async function findServiceAccount(db: Db, projectId: string, id: string): Promise<ServiceAccount | undefined> {
  const { rows } = await sql<ServiceAccount>`
    SELECT ${columns} FROM service_accounts s WHERE s.project_id = ${projectId} AND s.id = ${id}`.execute(db);
  return rows[0];
}

/** Locks a service account until the transaction ends, so that it gets no token while it is deleted or its tokens are replaced. */
export async function lockServiceAccount(tx: Transaction, projectId: string, id: string): Promise<ServiceAccount | undefined> {
  await sql`SELECT FROM service_accounts WHERE project_id = ${projectId} AND id = ${id} FOR UPDATE`.execute(tx);
  return await findServiceAccount(tx, projectId, id);
}

/** Returns undefined if the name is taken. */
export async function insertServiceAccount(
  db: Db,
  { projectId, name, scopes, createdBy }: { projectId: string; name: string; scopes: ServiceAccountScope[]; createdBy: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO service_accounts (id, project_id, name, scopes, created_by)
    VALUES (${newId()}, ${projectId}, ${name}, ${scopes}::text[], ${createdBy})
    ON CONFLICT (project_id, lower(name)) DO NOTHING RETURNING id`.execute(db);
  return rows[0]?.id;
}

/** @throws a unique violation if the name is taken */
export async function updateServiceAccount(
  db: Db,
  projectId: string,
  id: string,
  { name, scopes }: { name: string; scopes: ServiceAccountScope[] },
): Promise<void> {
  await sql`
    UPDATE service_accounts SET name = ${name}, scopes = ${scopes}::text[], updated_at = now()
    WHERE project_id = ${projectId} AND id = ${id}`.execute(db);
}

/** Deletes a service account with its tokens. */
export async function deleteServiceAccount(db: Db, projectId: string, id: string): Promise<void> {
  await sql`DELETE FROM service_accounts WHERE project_id = ${projectId} AND id = ${id}`.execute(db);
}

/** Adds a token. Without `seconds`, the token does not expire. */
export async function insertAccountToken(
  db: Db,
  { accountId, hash, name, seconds }: { accountId: string; hash: Buffer; name: string; seconds: number | undefined },
): Promise<void> {
  await sql`
    INSERT INTO tokens (id, hash, kind, service_account_id, name, scopes, expires_at)
    VALUES (${newId()}, ${hash}, 'service', ${accountId}, ${name}, '{}', now() + make_interval(secs => ${seconds ?? null}))`.execute(
    db,
  );
}

/** Limits the remaining lifetime of all tokens. Expired tokens are deleted by a job. */
export async function expireAccountTokens(db: Db, accountId: string, seconds: number): Promise<void> {
  await sql`
    UPDATE tokens SET expires_at = least(expires_at, now() + make_interval(secs => ${seconds}))
    WHERE service_account_id = ${accountId}`.execute(db);
}

/** Returns the name of the deleted token, or undefined when it does not exist or is expired. */
export async function deleteAccountToken(db: Db, accountId: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    DELETE FROM tokens t WHERE t.id = ${id} AND t.service_account_id = ${accountId} AND ${isValid} RETURNING t.name`.execute(db);
  return rows[0]?.name;
}
