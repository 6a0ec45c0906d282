import { sql } from 'kysely';
import { LOCAL_ISSUER } from '../providers/provider.ts';
import { newId } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { descending, type PageRows, readPage, timeKey, uuidKey } from '../../../platform/postgres/paging.ts';
import type { Tables } from '../../tables.ts';

export interface Passkey extends Pick<Tables['passkeys'], 'id' | 'name' | 'created_at' | 'updated_at' | 'last_used_at'> {}

export interface Credential extends Pick<Tables['passkeys'], 'id' | 'user_id' | 'credential_id' | 'public_key' | 'transports'> {
  sign_count: number;
}

const columns = sql`id, name, created_at, updated_at, last_used_at`;

/** Stores the challenge of a new passkey. Replaces an earlier one of the user. */
export async function setNewChallenge(db: Db, userId: string, challenge: string, seconds: number): Promise<void> {
  await sql`
    INSERT INTO passkey_challenges (user_id, challenge, expires_at) VALUES (${userId}, ${challenge}, now() + make_interval(secs => ${seconds}))
    ON CONFLICT (user_id) DO UPDATE SET challenge = excluded.challenge, expires_at = excluded.expires_at`.execute(db);
}

/** Deletes and returns the challenge of a new passkey. */
export async function takeNewChallenge(db: Db, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ challenge: string }>`
    DELETE FROM passkey_challenges WHERE user_id = ${userId} AND expires_at > now() RETURNING challenge`.execute(db);
  return rows[0]?.challenge;
}

/** Inserts a passkey. Returns undefined when the credential belongs to a passkey already. */
export async function insertPasskey(
  db: Db,
  passkey: { userId: string; name: string; credentialId: string; publicKey: Uint8Array; signCount: number; transports: string[] },
): Promise<Passkey | undefined> {
  const { rows } = await sql<Passkey>`
    INSERT INTO passkeys (id, user_id, credential_id, public_key, sign_count, transports, name)
    VALUES (${newId()}, ${passkey.userId}, ${Buffer.from(passkey.credentialId, 'base64url')}, ${Buffer.from(passkey.publicKey)},
      ${passkey.signCount}, ${passkey.transports}::text[], ${passkey.name})
    ON CONFLICT (credential_id) DO NOTHING RETURNING ${columns}`.execute(db);
  return rows[0];
}

/** Returns a passkey by its credential. Users of the local provider entered any address, so that theirs are not accepted. */
export async function findCredential(db: Db, credentialId: string): Promise<Credential | undefined> {
  const { rows } = await sql<Credential>`
    SELECT p.id, p.user_id, p.credential_id, p.public_key, p.sign_count::float8 AS sign_count, p.transports
    FROM passkeys p JOIN users u ON u.id = p.user_id
    WHERE p.credential_id = ${Buffer.from(credentialId, 'base64url')} AND u.issuer IS DISTINCT FROM ${LOCAL_ISSUER}`.execute(db);
  return rows[0];
}

/** Ids of the credentials of a user, which an authenticator must not register again. */
export async function listCredentialIds(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ credential_id: Buffer }>`SELECT credential_id FROM passkeys WHERE user_id = ${userId}`.execute(db);
  return rows.map(({ credential_id }) => credential_id.toString('base64url'));
}

export async function recordUse(db: Db, id: string, signCount: number): Promise<void> {
  await sql`UPDATE passkeys SET sign_count = ${signCount}, last_used_at = now() WHERE id = ${id}`.execute(db);
}

/** Returns the passkeys of a user, newest first. */
export const listPasskeys = (db: Db, userId: string, rows: PageRows) =>
  readPage<Passkey>(db, {
    columns,
    source: sql`passkeys WHERE user_id = ${userId}`,
    order: descending(timeKey(sql`created_at`), uuidKey(sql`id`)),
    rows,
  });

export async function renamePasskey(
  db: Db,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<Passkey | undefined> {
  const { rows } = await sql<Passkey>`
    UPDATE passkeys SET name = ${name}, updated_at = now() WHERE id = ${id} AND user_id = ${userId} RETURNING ${columns}`.execute(
    db,
  );
  return rows[0];
}

/** Deletes a passkey of a user. Returns undefined when the user has no such passkey. */
export async function deletePasskey(db: Db, userId: string, id: string): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    DELETE FROM passkeys WHERE id = ${id} AND user_id = ${userId} RETURNING name`.execute(db);
  return rows[0];
}
