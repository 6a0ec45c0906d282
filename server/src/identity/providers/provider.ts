/** Who a provider says has signed in. Identified by (issuer, subject). */
export interface Profile {
  issuer: string;
  subject: string;
  /** Only when the provider says that it is verified. */
  email: string | null;
  name: string | null;
  avatarUrl: string | null;
}

/** What ties a provider's answer to the question: made for one attempt, used once. */
export interface Checks {
  state: string;
  nonce: string;
  /** PKCE towards the provider. */
  verifier: string;
}

/** Where people prove who they are. */
export interface Provider {
  id: 'oidc' | 'github' | 'local';
  /** What a sign-in button calls it. */
  name: string;
  /** Where the browser goes. @throws when the provider can't be reached */
  authorizationUrl: (checks: Checks, redirectUri: string) => Promise<URL>;
  /** Who came back. @throws when the answer does not belong to this attempt, or the person said no */
  signIn: (callback: URL, checks: Checks) => Promise<Profile>;
  stop?: () => Promise<void>;
}

/** The local provider listens on another port at each start; its users stay the same. */
export const LOCAL_ISSUER = 'local';
