import type * as contract from '@earshot/contract/instance/auth';
import type { Static } from 'typebox';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import { type Transaction, transact } from '../../platform/postgres/database.ts';
import type { Identity } from './identity.ts';
import { createUser } from './create-user.ts';
import { mergeUsers } from './local-users.ts';
import type { Checks, KnownUser, Profile, Provider } from './providers/provider.ts';
import { parseReturnTo } from './return-to.ts';
import { isChallenge, newSecret, sha256 } from './secrets.ts';
import { SignUpRefusedError } from './sign-up.ts';
import { insertAttempt, insertCode, takeAttempt } from './sign-in-store.ts';
import * as users from './users-store.ts';

/** Maximum time at the provider. */
const ATTEMPT_S = 15 * 60;
/** Contract, section 2. */
const CODE_S = 60;

const redirectUri = (publicUrl: string) => `${publicUrl}/v1/auth/callback`;

/** Starts a sign-in for the browser with `browserSecret`. Returns the URL at the provider. */
export async function beginSignIn(
  identity: Identity,
  query: Static<typeof contract.LoginQuery>,
  browserSecret: string,
): Promise<string> {
  const { db, publicUrl, providers, log } = identity;
  const returnTo = parseReturnTo(query.return_to ?? '/', publicUrl());
  if (!returnTo)
    throw invalidField(
      'return_to',
      'format',
      'return_to must be a page of this instance or a loopback URL (http://127.0.0.1:<port>/…)',
    );
  if (!isChallenge(query.code_challenge))
    throw invalidField(
      'code_challenge',
      'format',
      'code_challenge must be the base64url-encoded SHA-256 hash of the code verifier',
    );
  const provider = query.provider ? providers.find(({ id }) => id === query.provider) : providers[0];
  if (!provider || (!query.provider && providers.length > 1))
    throw invalidField('provider', 'choice', `provider must be one of ${providers.map(({ id }) => id).join(', ')}`);

  const checks: Checks = { state: newSecret(), nonce: newSecret(), verifier: newSecret() };
  const url = await provider.authorizationUrl(checks, redirectUri(publicUrl()), query.login_hint).catch((error: Error) => {
    log.warn({ reason: error.message, provider: provider.id }, 'identity provider unavailable');
    throw new HttpError('auth.provider_unavailable', {
      message: `${provider.name} is unavailable; try again in a few seconds`,
    });
  });
  await insertAttempt(db, {
    stateHash: sha256(checks.state),
    browserHash: sha256(browserSecret),
    provider: provider.id,
    provider_verifier: checks.verifier,
    nonce: checks.nonce,
    return_to: returnTo.href,
    client_state: query.state ?? null,
    code_challenge: query.code_challenge,
    seconds: ATTEMPT_S,
  });
  return url.href;
}

/**
 * Completes a sign-in attempt. Returns the `return_to` URL with a one-time code or an error (RFC 6749, 4.1.2.1), and the user who signed in.
 * @throws {HttpError} 400 when this browser has no attempt with this state, and `return_to` is unknown therefore
 */
export async function endSignIn(
  identity: Identity,
  query: string,
  browserSecret: string | undefined,
): Promise<{ redirectTo: string; userId?: string }> {
  const { db, publicUrl, providers, log } = identity;
  const callback = new URL(redirectUri(publicUrl()) + query);
  const state = callback.searchParams.get('state') ?? '';
  const attempt = browserSecret ? await takeAttempt(db, sha256(state), sha256(browserSecret)) : undefined;
  const provider: Provider | undefined = providers.find(({ id }) => id === attempt?.provider);
  if (!attempt || !provider)
    throw invalidField(
      'state',
      'invalid',
      'state is unknown, expired, already used, or from another browser; start the sign-in again',
    );

  const returnTo = new URL(attempt.return_to);
  if (attempt.client_state !== null) returnTo.searchParams.set('state', attempt.client_state);
  let profile: Profile | KnownUser;
  try {
    profile = await provider.signIn(callback, { state, nonce: attempt.nonce, verifier: attempt.provider_verifier });
  } catch (error) {
    const isCanceled = callback.searchParams.get('error') === 'access_denied';
    if (!isCanceled) log.warn({ reason: (error as Error).message, provider: provider.id }, 'sign-in rejected');
    returnTo.searchParams.set('error', isCanceled ? 'access_denied' : 'server_error');
    returnTo.searchParams.set(
      'error_description',
      isCanceled ? 'The sign-in was canceled' : `${provider.name} returned an invalid response; try again`,
    );
    return { redirectTo: returnTo.href };
  }
  try {
    const { code, userId } = await issueCode(identity, profile, attempt.code_challenge);
    returnTo.searchParams.set('code', code);
    return { redirectTo: returnTo.href, userId };
  } catch (error) {
    if (!(error instanceof SignUpRefusedError)) throw error;
    log.info({ provider: provider.id }, 'sign-up rejected, EARSHOT_SIGN_UP is invited');
    if ('email' in profile && profile.email === null)
      log.warn({ provider: provider.id }, 'the identity provider confirmed no email address; see docs/identity-providers.md');
    returnTo.searchParams.set('error', 'access_denied');
    returnTo.searchParams.set('error_description', error.message);
    return { redirectTo: returnTo.href };
  }
}

async function issueCode(identity: Identity, profile: Profile | KnownUser, codeChallenge: string) {
  const code = newSecret();
  const userId = await transact(identity.db, async (tx) => {
    const id = 'userId' in profile ? profile.userId : await recognise(tx, profile, identity);
    await insertCode(tx, { hash: sha256(code), userId: id, codeChallenge, seconds: CODE_S });
    return id;
  });
  return { code, userId };
}

/** Returns the user of a profile: existing, invited by this address, or new. @throws {SignUpRefusedError} */
async function recognise(
  tx: Transaction,
  profile: Profile,
  { onFirstSignIn, onUsersMerged, checkSignUp }: Identity,
): Promise<string> {
  const known = await users.refreshUser(tx, profile);
  if (known) {
    // An invitation may precede the verification of the address by the provider.
    const invited = profile.email === null ? undefined : await users.lockInvited(tx, profile.email);
    if (invited) await mergeUsers(tx, { from: invited, into: known }, onUsersMerged);
    return known;
  }
  // Serialized: only one user is the first, and concurrent sign-ins of a person create one user.
  await users.lockSignUp(tx);
  const concurrent = await users.refreshUser(tx, profile);
  if (concurrent) return concurrent;
  const { isGuest } = await checkSignUp(tx, profile);
  const userId = await createUser(tx, profile, onFirstSignIn);
  if (isGuest) await users.markGuest(tx, userId);
  return userId;
}
