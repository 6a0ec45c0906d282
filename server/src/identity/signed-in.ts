import type { TokenRights, TokenUser } from '../http/credentials.ts';

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
