/** A user of your application. */
export interface TokenUser {
  /** Id of the user in your application. */
  id: string;
  name?: string;
  email?: string;
  avatarUrl?: string;
}

const DEFAULT_LIFETIME_S = 3_600;

/**
 * Creates a JWT (RFC 7519, HS256) that identifies a user of your application, for the option `userToken`. The token is signed with an
 * identity secret of the project and expires after one hour unless `expiresInS` is set. Call this function on your server only: the
 * secret must never reach a browser.
 */
export async function signUserToken(
  { id, name, email, avatarUrl }: TokenUser,
  { projectId, secret, expiresInS = DEFAULT_LIFETIME_S }: { projectId: string; secret: string; expiresInS?: number },
): Promise<string> {
  if (!id) throw new TypeError('id is required');
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: id, aud: projectId, iat: now, exp: now + expiresInS, name, email, avatar_url: avatarUrl };
  const encoder = new TextEncoder();
  const signed = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) => base64url(encoder.encode(JSON.stringify(part)))).join('.');
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return `${signed}.${base64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(signed))))}`;
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
