import { type Db, transact } from '../../../platform/postgres/database.ts';
import { newSecret, sha256 } from '../secrets.ts';
import { findUserByEmail, hasSignedInUsers } from '../users-store.ts';
import { deleteSetupLinks, insertLink } from './links-store.ts';

/** Lifetime of a link. */
export const LINK_MINUTES = 30;

async function createLink(db: Db, email: string | null): Promise<string> {
  const secret = newSecret();
  await insertLink(db, { hash: sha256(secret), email, minutes: LINK_MINUTES });
  return secret;
}

/**
 * Returns the URL with which the first user of the instance creates an account, valid once and for `LINK_MINUTES`. Earlier links end.
 * Returns undefined when a user has signed in. Accounts that were made locally or for a token do not count. The secret is
 * in the fragment, which browsers send to no server.
 */
export async function createSetupLink(db: Db, publicUrl: string): Promise<string | undefined> {
  return await transact(db, async (tx) => {
    if (await hasSignedInUsers(tx)) return undefined;
    await deleteSetupLinks(tx);
    return `${publicUrl}/setup#${await createLink(tx, null)}`;
  });
}

/**
 * Returns a URL that signs in the user of an address once, within `LINK_MINUTES`, and makes a local account the account of this user.
 * Returns undefined when no user has the address.
 */
export async function createRecoveryLink(
  db: Db,
  { publicUrl, email }: { publicUrl: string; email: string },
): Promise<string | undefined> {
  const user = await findUserByEmail(db, email, { withLocal: true });
  return user && `${publicUrl}/recover#${await createLink(db, user.email ?? email)}`;
}
