import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { User } from '../../platform/api/credentials.ts';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import type { AccountActor } from './account-log/log.ts';
import type { KnownBrowsers } from './accounts/known-browsers.ts';
import type { AccountSignIns } from './accounts/sign-ins.ts';
import type { Documents } from './apps/documents.ts';
import type { MoveUser } from './local-users.ts';
import type { Provider } from './providers/provider.ts';
import type { DescribeClient } from './sessions/sessions.ts';
import type { SignedIn } from './signed-in.ts';
import type { CheckSignUp } from './sign-up.ts';

/** Identity functions for other services and for the routes of this folder. */
export interface Identity {
  findUserByToken: (token: string) => Promise<SignedIn | undefined>;
  /** Returns those of the given projects that the user is not a member of. */
  findForeignProjects: (db: Db, userId: string, projectIds: string[]) => Promise<string[]>;
  /** Returns the user with this verified address, or invites one. */
  findOrInvite: (tx: Transaction, email: string) => Promise<User>;
  /** Deletes the given users who never signed in, are members of no project, and have no token. */
  forgetInvited: (tx: Transaction, userIds: string[]) => Promise<void>;
  /** Returns whether the user has an account only because of an invitation to a project. */
  isGuest: (db: Db, user: User) => Promise<boolean>;
  providers: Provider[];
  checkSignUp: CheckSignUp;
  publicUrl: () => string;
  /** Returns what the list of sessions shows about the client of a request. */
  describeClient: DescribeClient;
  /** Returns the user of a request, with its client, for the account log. */
  actorOf: (request: FastifyRequest) => AccountActor;
  /** Verifications of the provider `account`. */
  accounts: AccountSignIns;
  knownBrowsers: KnownBrowsers;
  /** Apps whose client id is the URL of a metadata document. */
  documents: Documents;
  /** Runs in the transaction of a sign-in that creates a user or claims an invited one. */
  onFirstSignIn: (tx: Transaction, userId: string) => Promise<unknown>;
  /** Runs before an invited user is deleted who is the same person as another user. */
  onUsersMerged: MoveUser;
  db: Db;
  log: FastifyBaseLogger;
}
