/** A user of your application. */
export interface TokenUser {
  /** Id of the user in your application. */
  id: string;
  name?: string | undefined;
  email?: string | undefined;
  avatarUrl?: string | undefined;
}

export interface UserTokenOptions {
  /** Id of the project, `prj_…`. Other projects reject the token. */
  projectId: string;
  /** Identity secret of the project. */
  secret: string;
  /** Lifetime in seconds. Defaults to one hour. */
  expiresInS?: number | undefined;
}

const DEFAULT_LIFETIME_S = 3_600;

/**
 * Creates a JWT (RFC 7519, HS256) that identifies a user of your application, for the option `userToken`. The token is signed with an
 * identity secret of the project and expires after one hour unless `expiresInS` is set. Call this function on your server only: the
 * secret must never reach a browser.
 * @throws {TypeError} without the id of the user, the id of the project or the secret
 */
export async function signUserToken(
  { id, name, email, avatarUrl }: TokenUser,
  { projectId, secret, expiresInS = DEFAULT_LIFETIME_S }: UserTokenOptions,
): Promise<string> {
  if (!id) throw new TypeError('id is required: the id of the user in your application');
  if (!projectId) throw new TypeError('projectId is required: the id of the project, prj_…');
  if (!secret) throw new TypeError('secret is required: an identity secret of the project');
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: id, aud: projectId, iat: now, exp: now + expiresInS, name, email, avatar_url: avatarUrl };
  const encoder = new TextEncoder();
  const signed = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) => base64url(encoder.encode(JSON.stringify(part)))).join('.');
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return `${signed}.${base64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(signed))))}`;
}

/** Claims of a user token. */
export interface UserTokenClaims {
  sub?: string;
  name?: string;
  email?: string;
  avatar_url?: string;
  /** Expiry in seconds since 1970. */
  exp?: number;
}

/** Returns the claims of a user token without verifying it, for display. Undefined if the text is not a token. */
export function decodeUserToken(token: string): UserTokenClaims | undefined {
  try {
    const payload = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(payload, (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as UserTokenClaims;
  } catch {
    return undefined;
  }
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
