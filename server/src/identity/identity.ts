import type { User } from '../http/credentials.ts';
import type { Transaction } from '../postgres/database.ts';

/** What the rest of the service asks of identity. */
export interface Identity {
  findUserByToken: (token: string) => Promise<User | undefined>;
  /** The user with this (verified) address, or one who is invited by it. */
  findOrInvite: (tx: Transaction, email: string) => Promise<User>;
}
