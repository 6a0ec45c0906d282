import type { ACCOUNT_METHODS, PROVIDERS } from '@earshot/contract/instance/auth';

/** User profile from a provider, identified by (issuer, subject). */
export interface Profile {
  issuer: string;
  subject: string;
  /** Set only when the provider reports it as verified. */
  email: string | null;
  name: string | null;
  avatarUrl: string | null;
}

/** A user whom the provider knows by their id. */
export interface KnownUser {
  userId: string;
}

/** Binds the provider's response to one sign-in attempt. Single use. */
export interface Checks {
  state: string;
  nonce: string;
  /** PKCE verifier for the provider. */
  verifier: string;
}

/** An identity provider. */
export interface Provider {
  id: (typeof PROVIDERS)[number];
  /** Label of the sign-in button. */
  name: string;
  /** Ways to sign in, of the provider `account`. */
  methods?: (typeof ACCOUNT_METHODS)[number][];
  /** Returns the authorization URL. `loginHint` is the address that the person has entered. @throws when the provider is unreachable */
  authorizationUrl: (checks: Checks, redirectUri: string, loginHint?: string) => Promise<URL>;
  /** Returns the profile of the user, or the user. @throws when the response does not belong to this attempt, or the user canceled */
  signIn: (callback: URL, checks: Checks) => Promise<Profile | KnownUser>;
  /** Checks that users can sign in, as far as possible without one. @throws {Error} with the reason */
  check: () => Promise<unknown>;
  stop?: () => Promise<void>;
}

/** The local provider listens on a different port at each start; its users must stay the same. */
export const LOCAL_ISSUER = 'local';
