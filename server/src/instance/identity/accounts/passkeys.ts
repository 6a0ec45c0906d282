import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { FastifyBaseLogger } from 'fastify';
import { HttpError } from '../../../platform/api/errors.ts';
import { formatId } from '../../../platform/ids.ts';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import { type AccountActor, recordAccountChange } from '../account-log/log.ts';
import { requireBrowserSignIn, type SignedIn } from '../signed-in.ts';
import * as store from './passkeys-store.ts';

/** Time for the dialog of the browser. */
export const CHALLENGE_S = 5 * 60;

// Loaded on use, because most starts of the server see no passkey.
const library = () => import('@simplewebauthn/server');

/** The site that passkeys belong to. Browsers offer a passkey only on the host for which it was made. */
const toSite = (publicUrl: string) => {
  const { origin, hostname } = new URL(publicUrl);
  return { origin, rpId: hostname };
};

/** Returns the options for signing in with any passkey of this site. Their challenge must be stored. */
export async function passkeyOptions(publicUrl: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  return await generateAuthenticationOptions({ rpID: toSite(publicUrl).rpId, userVerification: 'required' });
}

/** Verifies the answer of a passkey. Returns its user. @throws {HttpError} `auth.passkey_rejected` */
export async function verifyPasskey(
  db: Db,
  {
    publicUrl,
    challenge,
    credential,
    log,
  }: {
    publicUrl: string;
    challenge: string | undefined;
    credential: AuthenticationResponseJSON;
    log: FastifyBaseLogger;
  },
): Promise<string> {
  const known = await store.findCredential(db, credential.id);
  if (challenge === undefined) throw expired();
  if (!known)
    throw new HttpError('auth.passkey_rejected', {
      message: 'This passkey is not registered here, or was removed; use another passkey or another way to sign in',
    });
  const { origin, rpId } = toSite(publicUrl);
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: credential.id,
      publicKey: new Uint8Array(known.public_key),
      counter: known.sign_count,
      transports: known.transports,
    },
  }).catch((error: Error) => reject(error, log));
  if (!verified) throw new HttpError('auth.passkey_rejected');
  await store.recordUse(db, known.id, authenticationInfo.newCounter);
  return known.user_id;
}

/** Returns the options for adding a passkey, and stores their challenge. */
export async function newPasskeyOptions(
  db: Db,
  { publicUrl, user }: { publicUrl: string; user: SignedIn },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  requireBrowserSignIn(user);
  const name = user.email ?? user.name ?? 'Earshot';
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: 'Earshot',
    rpID: toSite(publicUrl).rpId,
    userName: name,
    userDisplayName: user.name ?? name,
    userID: new TextEncoder().encode(user.id),
    excludeCredentials: (await store.listCredentialIds(db, user.id)).map((id) => ({ id })),
    // A passkey that the authenticator lists itself, so that the sign-in page need not ask for an address.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await store.setNewChallenge(db, user.id, options.challenge, CHALLENGE_S);
  return options;
}

/** Adds a passkey to the account of a user. @throws {HttpError} `auth.passkey_rejected` */
export async function addPasskey(
  db: Db,
  {
    publicUrl,
    user,
    actor,
    name,
    credential,
    log,
  }: {
    publicUrl: string;
    user: SignedIn;
    actor: AccountActor;
    name: string;
    credential: RegistrationResponseJSON;
    log: FastifyBaseLogger;
  },
): Promise<store.Passkey> {
  requireBrowserSignIn(user);
  const challenge = await store.takeNewChallenge(db, user.id);
  if (challenge === undefined) throw expired();
  const { origin, rpId } = toSite(publicUrl);
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
  }).catch((error: Error) => reject(error, log));
  if (!verified) throw new HttpError('auth.passkey_rejected');
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return await transact(db, async (tx) => {
    const passkey = await store.insertPasskey(tx, {
      userId: user.id,
      name,
      credentialId: id,
      publicKey,
      signCount: counter,
      transports,
    });
    if (!passkey) throw new HttpError('auth.passkey_rejected', { message: 'This passkey is already registered' });
    await recordAccountChange(tx, { actor, action: 'passkey.created', target: { id: formatId('pky', passkey.id), name } });
    return passkey;
  });
}

/** Removes a passkey of the user. Returns false when the user has no such passkey. */
export async function removePasskey(db: Db, actor: AccountActor, id: string): Promise<boolean> {
  return await transact(db, async (tx) => {
    const deleted = await store.deletePasskey(tx, actor.id, id);
    if (deleted)
      await recordAccountChange(tx, {
        actor,
        action: 'passkey.deleted',
        target: { id: formatId('pky', id), name: deleted.name },
      });
    return deleted !== undefined;
  });
}

const expired = () =>
  new HttpError('auth.passkey_rejected', { message: 'The request for a passkey has expired or was already answered; try again' });

/** The reason tells, for example, that EARSHOT_PUBLIC_URL has another origin than the page. */
function reject({ message }: Error, log: FastifyBaseLogger): never {
  log.warn({ reason: message }, 'passkey rejected');
  throw new HttpError('auth.passkey_rejected');
}
