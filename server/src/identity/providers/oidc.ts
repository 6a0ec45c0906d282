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

/** Any OpenID Connect issuer. It is looked up at the first sign-in, so that Earshot also starts while the issuer is away. */
export function createOidcProvider({ id, name, issuer, clientId, clientSecret }: Options): Provider {
  let discovered: client.Configuration | undefined;
  const lookUp = (url: string) => client.discovery(new URL(url), clientId, clientSecret, undefined, options(issuer));
  const discover = async () =>
    (discovered ??= await lookUp(issuer).catch((error: unknown) => {
      // Some issuers end in a slash, which is part of the name and is easily left out.
      if (!issuer.endsWith('/') && issuerNamedIn(error) === `${issuer}/`) return lookUp(`${issuer}/`);
      throw error;
    }));

  return {
    id,
    name,
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
      // Many issuers keep e-mail and name out of the ID token.
      const isWhole = claims.email !== undefined || !config.serverMetadata().userinfo_endpoint;
      const info = isWhole ? claims : await client.fetchUserInfo(config, tokens.access_token, claims.sub);
      return profileOf(claims.iss, claims.sub, info);
    },
  };
}

function profileOf(issuer: string, subject: string, info: Record<string, unknown>): Profile {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  return {
    issuer,
    subject,
    email: info.email_verified === true || info.email_verified === 'true' ? text(info.email) : null,
    name: text(info.name) ?? text(info.preferred_username),
    avatarUrl: text(info.picture),
  };
}

/** The name by which an issuer called itself, when discovery failed because of it. */
function issuerNamedIn(error: unknown): string | undefined {
  const { cause } = error as { cause?: { body?: { issuer?: string } } };
  return cause?.body?.issuer;
}

/** The ID token's signature is checked though it came from the issuer itself; plain HTTP only within this machine. */
const options = (issuer: string): client.DiscoveryRequestOptions => ({
  execute: [
    client.enableNonRepudiationChecks,
    ...(isLoopbackHost(new URL(issuer).hostname) ? [client.allowInsecureRequests] : []),
  ],
});
