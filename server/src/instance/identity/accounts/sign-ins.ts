import type { Language } from '@earshot/contract/shared/languages';
import { createHmac, randomInt } from 'node:crypto';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { FastifyBaseLogger } from 'fastify';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { type Db, type Transaction, transact } from '../../../platform/postgres/database.ts';
import { createUser, type OnFirstSignIn } from '../create-user.ts';
import { mergeUsers, type MoveUser, releaseLocalUser } from '../local-users.ts';
import { toAccountProfile } from '../providers/account.ts';
import { newSecret, sha256 } from '../secrets.ts';
import { findSignedInUser, findUserByEmail, hasSignedInUsers, lockSignUp } from '../users-store.ts';
import type { SendCode } from './code-mail.ts';
import { takeLink } from './links-store.ts';
import { CHALLENGE_S, passkeyOptions, verifyPasskey } from './passkeys.ts';
import * as store from './sign-ins-store.ts';

/** Lifetime of a mailed code, and how often it can be entered. */
const CODE_S = 10 * 60;
const MAX_TRIES = 5;
/** Mailed codes per address and hour: for the requests of one network or of known browsers, and for all unknown browsers. */
const MAX_CODES = 5;
const MAX_CODES_OF_ALL = 10;
/** Time of the browser for the redirect to the callback. */
const REDIRECT_S = 60;

/** A sign-in at this instance that waits for a verification, and the browser that started it. */
export interface Waiting {
  /** The `request` of the page: the state of the sign-in. */
  request: string;
  browserSecret: string | undefined;
}

interface Deps {
  onFirstSignIn: OnFirstSignIn;
  onUsersMerged: MoveUser;
  db: Db;
  publicUrl: () => string;
  /** Returns whether a person may sign up without an invitation. */
  isOpenTo: (person: { email: string }) => boolean;
  /** Undefined without a mail server. */
  sendCode: SendCode | undefined;
  /** Hashes networks. */
  secret: Buffer;
  log: FastifyBaseLogger;
  /** Runs in the transaction in which the setup link creates the first account. */
  onSetup: (tx: Transaction, user: { id: string; email: string }) => Promise<void>;
}

/** Verifies people who sign in with an account of this instance: by passkey, by a mailed code, or by a one-time link. */
export function createAccountSignIns({
  db,
  publicUrl,
  isOpenTo,
  sendCode,
  secret,
  log,
  onFirstSignIn,
  onUsersMerged,
  onSetup,
}: Deps) {
  /** Returns the hash of the state. @throws {HttpError} when this browser has no such sign-in */
  async function find({ request, browserSecret }: Waiting): Promise<Buffer> {
    const stateHash = sha256(request);
    if (!browserSecret || !(await store.isWaiting(db, { stateHash, browserHash: sha256(browserSecret) })))
      throw new HttpError('auth.sign_in_not_found');
    return stateHash;
  }

  /** Returns the URL to which the browser continues, as after a sign-in at another provider. */
  async function finish(request: string, verified: store.Verified, on: Db = db): Promise<string> {
    const code = newSecret();
    await store.setVerified(on, { stateHash: sha256(request), codeHash: sha256(code), verified, seconds: REDIRECT_S });
    return `${publicUrl()}/v1/auth/callback?${new URLSearchParams({ code, state: request }).toString()}`;
  }

  return {
    /** Returns the options for a passkey, with a new challenge. */
    passkeyOptions: async (waiting: Waiting) => {
      const stateHash = await find(waiting);
      const options = await passkeyOptions(publicUrl());
      await store.setChallenge(db, stateHash, options.challenge, CHALLENGE_S);
      return options;
    },
    /** Verifies a passkey. Returns the URL to continue at. */
    usePasskey: async (waiting: Waiting, credential: AuthenticationResponseJSON): Promise<string> => {
      const challenge = await store.takeChallenge(db, await find(waiting));
      return await finish(waiting.request, {
        userId: await verifyPasskey(db, { publicUrl: publicUrl(), challenge, credential, log }),
      });
    },
    /**
     * Mails a code to an address that may sign in. Does not reveal whether it may: the mail is sent in the background, and the response is
     * the same for every address. `language` is that of the browser, for accounts without a language.
     */
    mailCode: async (
      waiting: Waiting,
      email: string,
      { network, knownUserId, language }: { network: string; knownUserId: string | undefined; language: Language },
    ): Promise<void> => {
      const stateHash = await find(waiting);
      if (!sendCode) throw new HttpError('auth.mail_not_configured');
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const networkHash = createHmac('sha256', secret).update(`mailed codes ${network}`).digest();
      const recipient = await transact(db, async (tx) => {
        const known = await findRecipient(tx, email, isOpenTo);
        // For unknown addresses as well: a wait for a concurrent request would reveal an account.
        await store.lockMailedCodes(tx, toMailboxKey(email));
        const isKnownBrowser = knownUserId !== undefined && known?.userId === knownUserId;
        const limits = { max: MAX_CODES, maxOfAll: MAX_CODES_OF_ALL };
        const isWithinLimits =
          known &&
          (isKnownBrowser
            ? await store.countCodeForKnownBrowser(tx, toMailboxKey(known.email), MAX_CODES)
            : await store.countMailedCode(tx, { email: toMailboxKey(known.email), networkHash, ...limits }));
        const found = isWithinLimits ? known.email : undefined;
        // Without a mail too, an earlier code of this sign-in ends: otherwise it would tell that nothing was sent.
        const hash = sha256(found ? code : newSecret());
        await store.setMailCode(tx, { stateHash, email: found ?? email, hash, codeSeconds: CODE_S, seconds: CODE_S });
        return found === undefined ? undefined : { email: found, language: known?.language ?? language };
      });
      if (recipient) sendCode({ ...recipient, code, minutes: CODE_S / 60 });
    },
    /** Verifies a mailed code. Returns the URL to continue at. */
    enterCode: async (waiting: Waiting, code: string): Promise<string> => {
      const attempt = { stateHash: await find(waiting), codeHash: sha256(code), maxTries: MAX_TRIES };
      // In one transaction, so that a right code is not used up by a failure.
      const url = await transact(db, async (tx) => {
        const email = await store.takeMailCode(tx, attempt);
        return email === undefined ? undefined : await finish(waiting.request, await findVerified(tx, email), tx);
      });
      if (url === undefined)
        throw invalidField('code', 'invalid', 'The code is wrong or has expired. Check it, or request a new one.');
      return url;
    },
    /** Uses a one-time link. `email` and `name` are those of the first user. Returns the URL to continue at. */
    useLink: async (
      waiting: Waiting,
      { link, email, name }: { link: string; email?: string; name?: string },
    ): Promise<string> => {
      await find(waiting);
      // In one transaction, so that a link is not used up by a failure.
      return await transact(db, async (tx) => {
        const taken = await takeLink(tx, sha256(link));
        if (!taken) throw new HttpError('auth.link_not_found');
        if (taken.email !== null) return await finish(waiting.request, await recover(tx, taken.email), tx);
        if (!email) throw invalidField('email', 'required', 'email is required for the first account');
        return await finish(waiting.request, { userId: await setUp(tx, { email, name: name ?? null }) }, tx);
      });
    },
  };

  /** Creates the first account, with what was made locally under its address. @throws {HttpError} when a user has signed in */
  async function setUp(tx: Transaction, person: { email: string; name: string | null }): Promise<string> {
    await lockSignUp(tx);
    if (await hasSignedInUsers(tx)) throw new HttpError('auth.link_not_found');
    await releaseLocalUser(tx, person.email, onUsersMerged);
    const id = await createUser(tx, toAccountProfile(person), onFirstSignIn);
    await onSetup(tx, { id, email: person.email });
    return id;
  }

  /** Returns the user of an address, who receives what was made locally under it. */
  async function recover(tx: Transaction, email: string): Promise<store.Verified> {
    await lockSignUp(tx);
    const local = await releaseLocalUser(tx, email, onUsersMerged);
    const verified = await findVerified(tx, email);
    if (local === undefined) return verified;
    if (!('userId' in verified)) return { userId: await createUser(tx, toAccountProfile(verified), onFirstSignIn) };
    await mergeUsers(tx, { from: local, into: verified.userId }, onUsersMerged);
    return verified;
  }
}

export type AccountSignIns = ReturnType<typeof createAccountSignIns>;

/**
 * Returns the address to which a code is mailed: the one of the user, not as it was typed, because a server may tell apart addresses that are
 * one mailbox here. The first user needs the setup link: anyone could be the first to ask for a code.
 */
async function findRecipient(
  db: Db,
  email: string,
  isOpenTo: Deps['isOpenTo'],
): Promise<{ email: string; userId?: string; language?: Language | null } | undefined> {
  const user = await findUserByEmail(db, email, { withLocal: false });
  if (user) return user.email === null ? undefined : { email: user.email, userId: user.id, language: user.language };
  const isOpen = isOpenTo({ email }) && (await hasSignedInUsers(db));
  return isOpen ? { email: toMailboxKey(email) } : undefined;
}

/** Returns the user who signed in with this address before, or the address, which may have an invitation. */
async function findVerified(db: Db, email: string): Promise<store.Verified> {
  const userId = await findSignedInUser(db, email);
  return userId === undefined ? { email, name: null } : { userId };
}
