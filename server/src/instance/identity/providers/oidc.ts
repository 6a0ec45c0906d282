import * as client from 'openid-client';
import { isLoopbackHost } from '../return-to.ts';
import type { Profile, Provider } from './provider.ts';

interface Options {
  id: Provider['id'];
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** An OpenID Connect issuer. Discovery runs on the first sign-in, so that Earshot can start while the issuer is unavailable. */
export function createOidcProvider({ id, name, issuer, clientId, clientSecret }: Options): Provider {
  let discovered: client.Configuration | undefined;
  const lookUp = (url: string) => client.discovery(new URL(url), clientId, clientSecret, undefined, options(issuer));
  const discoverAgain = async () =>
    (discovered = await lookUp(issuer).catch((error: unknown) => {
      // The trailing slash of some issuers is part of their identifier, and is easily omitted.
      if (!issuer.endsWith('/') && issuerNamedIn(error) === `${issuer}/`) return lookUp(`${issuer}/`);
      throw error;
    }));
  const discover = async () => discovered ?? (await discoverAgain());

  return {
    id,
    name,
    check: discoverAgain,
    authorizationUrl: async ({ state, nonce, verifier }, redirectUri) =>
      client.buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    signIn: async (callback, { state, nonce, verifier }) => {
      const config = await discover();
      const tokens = await client.authorizationCodeGrant(config, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('the provider gave no ID token');
      // Many issuers leave email and name out of the ID token.
      const isWhole = claims.email !== undefined || !config.serverMetadata().userinfo_endpoint;
      const info = isWhole ? claims : await client.fetchUserInfo(config, tokens.access_token, claims.sub);
      return toProfile(claims.iss, claims.sub, info);
    },
  };
}

function toProfile(issuer: string, subject: string, info: Record<string, unknown>): Profile {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  return {
    issuer,
    subject,
    email: info.email_verified === true || info.email_verified === 'true' ? text(info.email) : null,
    name: text(info.name) ?? text(info.preferred_username),
    avatarUrl: text(info.picture),
  };
}

/** Returns the issuer's own identifier when discovery failed because of a mismatch. */
function issuerNamedIn(error: unknown): string | undefined {
  const { cause } = error as { cause?: { body?: { issuer?: string } } };
  return cause?.body?.issuer;
}

/** Verifies the ID token's signature although it came directly from the issuer. Allows plain HTTP on this machine only. */
const options = (issuer: string): client.DiscoveryRequestOptions => ({
  execute: [
    client.enableNonRepudiationChecks,
    ...(isLoopbackHost(new URL(issuer).hostname) ? [client.allowInsecureRequests] : []),
  ],
});
