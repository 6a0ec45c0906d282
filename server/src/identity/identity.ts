import type { FastifyBaseLogger } from 'fastify';
import type { User } from '../http/credentials.ts';
import type { Db, Transaction } from '../postgres/database.ts';
import type { Provider } from './providers/provider.ts';
import type { CheckSignUp } from './sign-up.ts';

/** Someone who is signed in, and by which token. */
export interface SignedIn extends User {
  token: { id: string; kind: 'access' | 'personal'; expires_at: Date };
}

/** What the rest of the service asks of identity, and what its own routes work with. */
export interface Identity {
  findUserByToken: (token: string) => Promise<SignedIn | undefined>;
  /** The user with this (verified) address, or one who is invited by it. */
  findOrInvite: (tx: Transaction, email: string) => Promise<User>;
  /** Deletes those of the given users who never signed in and are on no project any more, nor have a token. */
  forgetInvited: (tx: Transaction, userIds: string[]) => Promise<void>;
  /** Whether someone has an account only because of an invitation to a project. */
  isGuest: (db: Db, user: User) => Promise<boolean>;
  providers: Provider[];
  checkSignUp: CheckSignUp;
  publicUrl: () => string;
  /** Runs in the transaction of a sign-in that makes a user, or that claims an invited one. */
  onFirstSignIn: (tx: Transaction, userId: string) => Promise<void>;
  /** Runs before an invited user ends, being the same person as another. */
  onUsersMerged: (tx: Transaction, users: { from: string; into: string }) => Promise<void>;
  db: Db;
  log: FastifyBaseLogger;
}
