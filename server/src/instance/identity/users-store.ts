import type { Language } from '@earshot/contract/shared/languages';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import { sql } from 'kysely';
import type { User } from '../../platform/api/credentials.ts';
import { newId } from '../../platform/ids.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { mailboxKey } from '../../platform/postgres/mailbox.ts';
import { LOCAL_ISSUER, type Profile } from './providers/provider.ts';

const columns = sql`id, email, name, avatar_url, language`;

/** Updates a known user with the provider's current data, except what the user chose. */
export async function refreshUser(db: Db, { issuer, subject, email, name, avatarUrl }: Profile): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    UPDATE users SET email = ${email}, name = CASE WHEN has_own_name THEN name ELSE ${name} END,
      avatar_url = CASE WHEN has_own_avatar THEN avatar_url ELSE ${avatarUrl} END, updated_at = now()
    WHERE issuer = ${issuer} AND subject = ${subject} RETURNING id`.execute(db);
  return rows[0]?.id;
}

/** Assigns the row of an invited user to the person, who has now signed in. */
export async function claimInvited(db: Db, { issuer, subject, email, name, avatarUrl }: Profile): Promise<string | undefined> {
  if (email === null) return undefined;
  const { rows } = await sql<{ id: string }>`
    UPDATE users SET issuer = ${issuer}, subject = ${subject}, email = ${email}, name = CASE WHEN has_own_name THEN name ELSE ${name} END,
      avatar_url = CASE WHEN has_own_avatar THEN avatar_url ELSE ${avatarUrl} END, updated_at = now()
    WHERE issuer IS NULL AND ${mailboxKey(sql`email`)} = ${toMailboxKey(email)} RETURNING id`.execute(db);
  return rows[0]?.id;
}

/** Locks and returns the row of a user invited by this address. */
export async function lockInvited(tx: Db, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM users WHERE issuer IS NULL AND ${mailboxKey(sql`email`)} = ${toMailboxKey(email)} FOR UPDATE`.execute(tx);
  return rows[0]?.id;
}

/** Locks and returns the account that signed in locally with this address. */
export async function lockLocal(tx: Db, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM users WHERE issuer = ${LOCAL_ISSUER} AND ${mailboxKey(sql`email`)} = ${toMailboxKey(email)} LIMIT 1 FOR UPDATE`.execute(
    tx,
  );
  return rows[0]?.id;
}

/** Rows that let somebody continue as a user who signed in. */
const CREDENTIALS = [
  'sign_ins',
  'authorization_codes',
  'device_authorizations',
  'passkeys',
  'passkey_challenges',
  'oauth_requests',
  'oauth_grants',
];

/**
 * Turns a local account into one that was invited by its address, which the first sign-in claims. Ends its sessions, passkeys and
 * connected apps: anyone on the machine could have signed in with the address. Personal tokens remain, because scripts use them.
 */
export async function releaseLocal(tx: Db, id: string): Promise<void> {
  for (const table of CREDENTIALS) await sql`DELETE FROM ${sql.table(table)} WHERE user_id = ${id}`.execute(tx);
  await sql`UPDATE users SET issuer = NULL, subject = NULL, updated_at = now() WHERE id = ${id}`.execute(tx);
}

/** Moves the tokens and service accounts of an invited user to another user, and deletes the row of the invited user. */
export async function absorbUser(tx: Db, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`UPDATE tokens SET user_id = ${into} WHERE user_id = ${from}`.execute(tx);
  await sql`/* all projects */ UPDATE service_accounts SET created_by = ${into} WHERE created_by = ${from}`.execute(tx);
  await deleteUser(tx, from);
}

/** Marks a user whose account exists only because of an invitation. */
export async function markGuest(tx: Db, id: string): Promise<void> {
  await sql`UPDATE users SET is_guest = true WHERE id = ${id}`.execute(tx);
}

export async function isGuest(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM users WHERE id = ${id} AND is_guest`.execute(db);
  return rows.length > 0;
}

/** Locks the given users who never signed in. Skips users locked by another transaction, which invites them or signs them in. */
export async function lockNeverSignedIn(tx: Db, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM users WHERE id = ANY(${ids}::uuid[]) AND issuer IS NULL ORDER BY id FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function deleteUser(tx: Db, id: string): Promise<void> {
  await sql`DELETE FROM users WHERE id = ${id}`.execute(tx);
}

const SIGN_UP_LOCK = 0x65_61_72_73;

/** Serializes sign-ups until the transaction ends. */
export async function lockSignUp(tx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${SIGN_UP_LOCK})`.execute(tx);
}

/** Returns whether any user exists. Accounts of the local provider count only with `withLocal`, as in `findUserByEmail`. */
export async function hasUsers(db: Db, { withLocal }: { withLocal: boolean }): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM users WHERE ${withLocal} OR issuer IS DISTINCT FROM ${LOCAL_ISSUER} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Returns whether any user has signed in with a provider that others can use as well, which the local one is not. */
export async function hasSignedInUsers(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT FROM users WHERE issuer <> ${LOCAL_ISSUER} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Returns whether a user has tokens: personal tokens from the command line can exist before the first sign-in. */
export async function hasTokens(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM tokens WHERE user_id = ${userId} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Inserts a user. Concurrent first sign-ins create one user. */
export async function insertUser(db: Db, { issuer, subject, email, name, avatarUrl }: Profile): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO users (id, issuer, subject, email, name, avatar_url)
    VALUES (${newId()}, ${issuer}, ${subject}, ${email}, ${name}, ${avatarUrl})
    ON CONFLICT (issuer, subject) DO UPDATE SET updated_at = now() RETURNING id`.execute(db);
  return (rows[0] as { id: string }).id;
}

/**
 * Returns the user with this verified or invited address; among several, the one who signed in last. Accounts of the local provider
 * count only with `withLocal`, because nobody can sign in to them once another provider is configured. Locks the row against
 * deletion until the transaction ends.
 */
export async function findUserByEmail(db: Db, email: string, { withLocal }: { withLocal: boolean }): Promise<User | undefined> {
  const { rows } = await sql<User>`
    SELECT ${columns} FROM users
    WHERE ${mailboxKey(sql`email`)} = ${toMailboxKey(email)} AND (${withLocal} OR issuer IS DISTINCT FROM ${LOCAL_ISSUER})
    ORDER BY issuer IS NULL, updated_at DESC, id LIMIT 1 FOR KEY SHARE`.execute(db);
  return rows[0];
}

/** Returns the user who signed in with this verified address; among several, the last one. Invited users have not signed in. */
export async function findSignedInUser(db: Db, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM users WHERE ${mailboxKey(sql`email`)} = ${toMailboxKey(email)} AND issuer <> ${LOCAL_ISSUER} ORDER BY updated_at DESC, id LIMIT 1`.execute(
    db,
  );
  return rows[0]?.id;
}

export async function insertInvited(db: Db, email: string): Promise<User> {
  const { rows } = await sql<User>`
    INSERT INTO users (id, email) VALUES (${newId()}, ${email})
    ON CONFLICT (${mailboxKey(sql`email`)}) WHERE issuer IS NULL DO UPDATE SET email = users.email RETURNING ${columns}`.execute(
    db,
  );
  return rows[0] as User;
}

/** A change of the profile. Null returns to the name of the provider with the next sign-in, or shows no avatar. */
export interface ProfileChange {
  name?: string | null;
  avatarUrl?: string | null;
  language?: Language | null;
}

export async function updateProfile(db: Db, id: string, { name, avatarUrl, language }: ProfileChange): Promise<User | undefined> {
  const { rows } = await sql<User>`
    UPDATE users SET
      name = CASE WHEN ${name !== undefined} THEN ${name ?? null} ELSE name END,
      has_own_name = CASE WHEN ${name !== undefined} THEN ${typeof name === 'string'} ELSE has_own_name END,
      avatar_url = CASE WHEN ${avatarUrl !== undefined} THEN ${avatarUrl ?? null} ELSE avatar_url END,
      has_own_avatar = has_own_avatar OR ${avatarUrl !== undefined},
      language = CASE WHEN ${language !== undefined} THEN ${language ?? null}::text ELSE language END, updated_at = now()
    WHERE id = ${id} RETURNING ${columns}`.execute(db);
  return rows[0];
}
