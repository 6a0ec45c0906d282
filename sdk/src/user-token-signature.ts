import type { TokenUser, UserTokenOptions } from './user-token.ts';

const DEFAULT_LIFETIME_S = 3_600;

/** Implements `signUserToken`: a JWT (RFC 7519) that is signed with HS256. */
export async function createUserToken(
  { id, name, email, avatarUrl, attributes, company }: TokenUser,
  { projectId, secret, expiresInS = DEFAULT_LIFETIME_S }: UserTokenOptions,
): Promise<string> {
  if (!id) throw new TypeError('id is required: the id of the user in your application');
  if (!projectId) throw new TypeError('projectId is required: the id of the project, prj_…');
  if (!secret) throw new TypeError('secret is required: an identity secret of the project');
  const now = Math.floor(Date.now() / 1000);
  const times = { iat: now, exp: now + expiresInS };
  const claims = { sub: id, aud: projectId, ...times, name, email, avatar_url: avatarUrl, attributes, company };
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
