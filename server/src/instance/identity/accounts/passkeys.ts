import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { FastifyBaseLogger } from 'fastify';
import { HttpError } from '../../../platform/api/errors.ts';
import type { Db } from '../../../platform/postgres/database.ts';
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
  if (!known || challenge === undefined) throw new HttpError('auth.passkey_rejected');
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
  tx: Db,
  {
    publicUrl,
    user,
    name,
    credential,
    log,
  }: { publicUrl: string; user: SignedIn; name: string; credential: RegistrationResponseJSON; log: FastifyBaseLogger },
): Promise<store.Passkey> {
  requireBrowserSignIn(user);
  const challenge = await store.takeNewChallenge(tx, user.id);
  if (challenge === undefined) throw new HttpError('auth.passkey_rejected');
  const { origin, rpId } = toSite(publicUrl);
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
  }).catch((error: Error) => reject(error, log));
  const passkey =
    verified &&
    (await store.insertPasskey(tx, {
      userId: user.id,
      name,
      credentialId: registrationInfo.credential.id,
      publicKey: registrationInfo.credential.publicKey,
      signCount: registrationInfo.credential.counter,
      transports: registrationInfo.credential.transports ?? [],
    }));
  if (!passkey) throw new HttpError('auth.passkey_rejected');
  return passkey;
}

/** The reason tells, for example, that EARSHOT_PUBLIC_URL has another origin than the page. */
function reject({ message }: Error, log: FastifyBaseLogger): never {
  log.warn({ reason: message }, 'passkey rejected');
  throw new HttpError('auth.passkey_rejected');
}
