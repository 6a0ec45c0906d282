/** A user of your application. */
export interface TokenUser {
  /** Id of the user in your application. */
  id: string;
  name?: string | undefined;
  email?: string | undefined;
  avatarUrl?: string | undefined;
  /** Attributes of the person by name, such as `{ plan: 'pro' }`. */
  attributes?: Record<string, string | number | boolean | null> | undefined;
  /** Company of the person. */
  company?:
    | {
        id: string;
        name?: string | undefined;
        attributes?: Record<string, string | number | boolean | null> | undefined;
      }
    | undefined;
}

/** Options of `signUserToken`. */
export interface UserTokenOptions {
  /** Id of the project, `prj_…`. Other projects reject the token. */
  projectId: string;
  /** Identity secret of the project. */
  secret: string;
  /** Lifetime in seconds. Defaults to one hour. */
  expiresInS?: number | undefined;
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
