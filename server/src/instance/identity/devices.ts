import { HttpError } from '../../platform/api/errors.ts';
import { type Db, transact } from '../../platform/postgres/database.ts';
import * as store from './devices-store.ts';
import type { Identity } from './identity.ts';
import type { SessionClient } from './sessions/sessions-store.ts';
import { requireBrowserSignIn, type SignedIn } from './signed-in.ts';
import { oauthError } from './oauth-errors.ts';
import { newSecret, newUserCode, parseUserCode, sha256 } from './secrets.ts';
import { beginTokens } from './tokens.ts';

const EXPIRES_S = 15 * 60;
const INTERVAL_S = 5; // RFC 8628, 3.2: the default

/** Starts device authorization (RFC 8628): the device displays the user code and polls with its device code. */
export async function authorizeDevice({ db, publicUrl }: Pick<Identity, 'db' | 'publicUrl'>, clientId?: string) {
  const deviceCode = newSecret();
  let userCode: string;
  do userCode = newUserCode();
  while (
    !(await store.insertDevice(db, {
      deviceHash: sha256(deviceCode),
      userCode,
      clientId,
      intervalSeconds: INTERVAL_S,
      seconds: EXPIRES_S,
    }))
  );
  const page = `${publicUrl()}/device`;
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${userCode}`,
    expires_in: EXPIRES_S,
    interval: INTERVAL_S,
  };
}

const noSuchCode = () => new HttpError('auth.device_code_not_found');

export async function getWaitingDevice(db: Db, userCode: string): Promise<store.WaitingDevice> {
  const device = await store.findWaitingDevice(db, parseUserCode(userCode));
  if (!device) throw noSuchCode();
  return device;
}

/** Approves or denies a device. Requires a browser sign-in: a personal access token could extend its own lifetime. */
export async function decideDevice(
  db: Db,
  { userCode, user, allow }: { userCode: string; user: SignedIn; allow: boolean },
): Promise<void> {
  requireBrowserSignIn(user);
  if (!(await store.decideDevice(db, { userCode: parseUserCode(userCode), userId: user.id, allow }))) throw noSuchCode();
}

/** Answers a poll of the device with tokens once it is approved. */
export async function exchangeDeviceCode(db: Db, deviceCode: string, client: Omit<SessionClient, 'program'>) {
  const deviceHash = sha256(deviceCode);
  const tokens = await transact(db, async (tx) => {
    const device = await store.takeAllowedDevice(tx, deviceHash);
    return device && (await beginTokens(tx, { userId: device.userId, client: { ...client, program: device.clientId } }));
  });
  if (tokens) return tokens;
  const poll = await store.notePoll(db, deviceHash);
  if (!poll) throw oauthError('invalid_grant');
  if (poll.is_expired) throw oauthError('expired_token');
  if (poll.denied) throw oauthError('access_denied');
  throw oauthError(poll.is_too_soon ? 'slow_down' : 'authorization_pending');
}
