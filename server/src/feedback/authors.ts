import type { FastifyRequest } from 'fastify';
import { jwtVerify } from 'jose';
import type { Caller } from '../http/credentials.ts';
import { badRequest, unauthorized } from '../http/errors.ts';
import { formatId } from '../ids.ts';
import type { Db } from '../postgres/database.ts';
import { listIdentitySecrets } from '../projects/store.ts';

/** Who submits, votes or comments. */
export interface Author {
  role: 'team' | 'user' | 'visitor';
  /** Tells voters of a project apart: `usr:…`, `end:…` (X-User-Token) or `vis:…` (X-Visitor-Id). Null for a visitor without an id. */
  id: string | null;
  name: string | null;
  email: string | null;
  avatarUrl: string | null;
}

/** Someone of whom nothing is known. */
export const ANONYMOUS: Author = { role: 'visitor', id: null, name: null, email: null, avatarUrl: null };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The person behind a request: whoever is signed in; a user whom the customer's own app vouches for by X-User-Token; or an anonymous
 * visitor, with the id that the widget keeps.
 */
export async function authorOf(db: Db, request: FastifyRequest, caller: Caller): Promise<Author> {
  if (caller.by === 'session') {
    const { id, name, email, avatar_url } = caller.user;
    return { role: 'team', id: `usr:${id}`, name, email, avatarUrl: avatar_url };
  }
  const { 'x-user-token': token, 'x-visitor-id': visitor } = request.headers;
  if (typeof token === 'string') return await verifyUserToken(db, caller.project.id, token);
  if (visitor === undefined) return ANONYMOUS;
  const id = String(visitor).toLowerCase();
  if (!UUID.test(id)) throw badRequest('X-Visitor-Id must be a UUID');
  return { ...ANONYMOUS, id: `vis:${id}` };
}

const ALGORITHM = 'HS256';
const CLOCK_SKEW_S = 30;
const LONGEST_SUBJECT = 200;

async function verifyUserToken(db: Db, projectId: string, token: string): Promise<Author> {
  for (const { secret } of await listIdentitySecrets(db, projectId)) {
    const verified = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: [ALGORITHM],
      audience: formatId('prj', projectId),
      requiredClaims: ['sub', 'exp', 'aud'],
      clockTolerance: CLOCK_SKEW_S,
    }).catch(() => undefined);
    const subject = verified?.payload.sub;
    if (!verified || !subject || subject.length > LONGEST_SUBJECT) continue;
    const { name, email, avatar_url } = verified.payload;
    return {
      role: 'user',
      id: `end:${subject}`,
      name: textOf(name, 100),
      email: textOf(email, 254),
      avatarUrl: textOf(avatar_url, 2048),
    };
  }
  throw unauthorized('X-User-Token must be a JWT signed by HS256 with the identity secret of the project, with sub, exp and aud');
}

const textOf = (claim: unknown, longest: number) =>
  typeof claim === 'string' && claim && claim.length <= longest && claim.isWellFormed() && !claim.includes('\0') ? claim : null;
