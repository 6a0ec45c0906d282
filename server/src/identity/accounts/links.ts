import { sql } from 'kysely';
import { type Db, transact } from '../../postgres/database.ts';
import { newSecret, sha256 } from '../secrets.ts';
import { findUserByEmail, hasUsers } from '../users-store.ts';

/** Lifetime of a link. */
export const LINK_MINUTES = 30;

async function insertLink(db: Db, email: string | null): Promise<string> {
  const secret = newSecret();
  await sql`
    INSERT INTO sign_in_links (hash, email, expires_at) VALUES (${sha256(secret)}, ${email}, now() + make_interval(mins => ${LINK_MINUTES}))`.execute(
    db,
  );
  return secret;
}

/**
 * Returns the URL with which the first user of the instance creates an account, valid once and for `LINK_MINUTES`. Earlier links end.
 * Returns undefined when the instance has users. The secret is in the fragment, which browsers send to no server.
 */
export async function createSetupLink(db: Db, publicUrl: string): Promise<string | undefined> {
  return await transact(db, async (tx) => {
    if (await hasUsers(tx, { withLocal: false })) return undefined;
    await sql`DELETE FROM sign_in_links WHERE email IS NULL`.execute(tx);
    return `${publicUrl}/setup#${await insertLink(tx, null)}`;
  });
}

/** Returns a URL that signs in the user of an address once, within `LINK_MINUTES`. Returns undefined when no user has the address. */
export async function createRecoveryLink(
  db: Db,
  { publicUrl, email }: { publicUrl: string; email: string },
): Promise<string | undefined> {
  const user = await findUserByEmail(db, email, { withLocal: false });
  return user && `${publicUrl}/recover#${await insertLink(db, email)}`;
}

/** Deletes a valid link. Returns the address of its user, or null for the first user of the instance. */
export async function takeLink(db: Db, secret: string): Promise<{ email: string | null } | undefined> {
  const { rows } = await sql<{ email: string | null }>`
    DELETE FROM sign_in_links WHERE hash = ${sha256(secret)} AND expires_at > now() RETURNING email`.execute(db);
  return rows[0];
}
