import * as client from 'openid-client';
import { isLoopbackHost } from '../return-to.ts';
import type { Profile, Provider } from './provider.ts';

interface Options {
  id: Provider['id'];
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Further parameters of the authorization request. */
  parameters?: Record<string, string>;
}

/** Any OpenID Connect issuer. It is looked up at the first sign-in, so that Earshot also starts while the issuer is away. */
export function createOidcProvider({ id, name, issuer, clientId, clientSecret, parameters = {} }: Options): Provider {
  let discovered: client.Configuration | undefined;
  const discover = async () =>
    (discovered ??= await client.discovery(new URL(issuer), clientId, clientSecret, undefined, insecure(issuer)));

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
        ...parameters,
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
    email: info.email_verified === true ? text(info.email) : null,
    name: text(info.name) ?? text(info.preferred_username),
    avatarUrl: text(info.picture),
  };
}

/** Plain HTTP only within this machine. */
const insecure = (issuer: string) =>
  isLoopbackHost(new URL(issuer).hostname) ? { execute: [client.allowInsecureRequests] } : {};
