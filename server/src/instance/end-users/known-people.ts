import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import type { Db } from '../../platform/postgres/database.ts';
import { findOwnerOfMailbox } from '../directory/store.ts';
import { findName } from './sessions-store.ts';
import type { SignedIn } from './sessions.ts';

/** Returns the person with a proven address. A user of the product whose address is proven is the same person, and the same voter, as in widgets. */
export async function findPerson(db: Db, projectId: string, email: string): Promise<SignedIn> {
  const known = await findOwnerOfMailbox(db, projectId, toMailboxKey(email));
  const name = (await findName(db, projectId, email)) ?? known?.name ?? null;
  return { userId: known?.user_id ?? null, email, name, avatarUrl: null };
}
