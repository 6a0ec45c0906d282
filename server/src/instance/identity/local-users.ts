import type { Transaction } from '../../platform/postgres/database.ts';
import * as users from './users-store.ts';

/** Moves what a user owns in a part of the product to another user. */
export type MoveUser = (tx: Transaction, users: { from: string; into: string }) => Promise<void>;

/**
 * Makes the account that signed in locally with an address available to a sign-in with that address, with everything that it owns.
 * Merges an invited user of the same address into it. For actions of the operator only: on a loopback address, anyone on the machine
 * can enter any address. Returns the id of the account, if there is one.
 */
export async function releaseLocalUser(tx: Transaction, email: string, onUsersMerged: MoveUser): Promise<string | undefined> {
  const local = await users.lockLocal(tx, email);
  if (local === undefined) return undefined;
  const invited = await users.lockInvited(tx, email);
  if (invited !== undefined) await mergeUsers(tx, { from: invited, into: local }, onUsersMerged);
  await users.releaseLocal(tx, local);
  return local;
}

/** Moves what a user owns to another user, who is the same person, and deletes the user. */
export async function mergeUsers(tx: Transaction, pair: { from: string; into: string }, onUsersMerged: MoveUser): Promise<void> {
  await onUsersMerged(tx, pair);
  await users.absorbUser(tx, pair);
}
