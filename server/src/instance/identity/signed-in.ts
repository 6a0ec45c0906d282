import type { FastifyRequest } from 'fastify';
import { type TokenRights, type TokenUser, userOf } from '../../platform/api/credentials.ts';
import { HttpError } from '../../platform/api/errors.ts';

/** A signed-in user or a service account, with the token of the request. */
export interface SignedIn extends TokenUser {
  token: TokenRights & {
    id: string;
    /** `service` for a service account, `oauth` for an access token of a connected app. */
    kind: 'access' | 'personal' | 'service' | 'oauth';
    /** Null for a token of a service account that does not expire. */
    expires_at: Date | null;
  };
}

/** Session requests are authenticated by `findUserByToken` of this folder. */
export const signedInOf = (request: FastifyRequest) => userOf(request) as SignedIn;

/**
 * Refuses other tokens: a personal access token could extend its own lifetime, or add a way to sign in that outlives it.
 * @throws {HttpError} 403
 */
export function requireBrowserSignIn({ token }: SignedIn): void {
  if (token.kind !== 'access') throw new HttpError('auth.browser_sign_in_required');
}
