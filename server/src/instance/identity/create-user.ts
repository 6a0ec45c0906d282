import type { Transaction } from '../../platform/postgres/database.ts';
import type { Profile } from './providers/provider.ts';
import * as users from './users-store.ts';

/** Called with a new user in the transaction of the first sign-in. */
export type OnFirstSignIn = (tx: Transaction, userId: string) => Promise<unknown>;

/** Creates the account of a person who may sign up, or claims the invited one. Requires `lockSignUp`. */
export async function createUser(tx: Transaction, profile: Profile, onFirstSignIn: OnFirstSignIn): Promise<string> {
  const userId = (await users.claimInvited(tx, profile)) ?? (await users.insertUser(tx, profile));
  await onFirstSignIn(tx, userId);
  return userId;
}
