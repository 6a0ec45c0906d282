import { spellEmail } from '@earshot/contract/shared/mailbox';
import * as client from 'openid-client';
import { isLoopbackHost } from '../return-to.ts';
import type { Profile, Provider } from './provider.ts';

interface Options {
  id: Provider['id'];
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Whether an address without `email_verified` counts as verified, because users of this issuer cannot choose it. */
  trustsEmail?: boolean;
}

type Claims = Record<string, unknown>;

/** An OpenID Connect issuer. Discovery runs on the first sign-in, so that Earshot can start while the issuer is unavailable. */
export function createOidcProvider({ id, name, issuer, clientId, clientSecret, trustsEmail = false }: Options): Provider {
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
    authorizationUrl: async ({ state, nonce, verifier }, redirectUri, loginHint) =>
      client.buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(loginHint !== undefined && { login_hint: loginHint }),
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
      // Many issuers leave claims out of the ID token.
      const isWhole = isComplete(claims) || !config.serverMetadata().userinfo_endpoint;
      const info = isWhole ? {} : await fetchClaims(config, tokens.access_token, claims);
      // `discover` accepts a slash at the end that the variable lacks.
      const isTrusted = trustsEmail && claims.iss.replace(/\/$/, '') === issuer;
      return toProfile(claims.iss, claims.sub, mergeClaims(claims, info), isTrusted);
    },
  };
}

/** Whether the issuer has verified the address. Entra ID has an optional claim of its own for it. */
const findVerification = ({ email_verified, xms_edov }: Claims) => email_verified ?? xms_edov;

const isComplete = (claims: Claims) =>
  claims.email !== undefined &&
  findVerification(claims) !== undefined &&
  (claims.name ?? claims.preferred_username) !== undefined;

/**
 * Returns the claims of the userinfo endpoint. Without an answer, returns none if the ID token has an address.
 * @throws when the claims belong to another user
 */
async function fetchClaims(config: client.Configuration, accessToken: string, { sub, email }: { sub: string } & Claims) {
  return await client.fetchUserInfo(config, accessToken, sub).catch((error: Error & { code?: string }): Claims => {
    if (email === undefined || error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') throw error;
    return {};
  });
}

/** Merges the claims of the userinfo endpoint into those of the ID token. The verification of another address does not count. */
function mergeClaims(claims: Claims, { email, email_verified, xms_edov, ...info }: Claims): Claims {
  const isSame = claims.email === undefined || email === undefined || claims.email === email;
  return { ...info, ...(isSame && { email, email_verified, xms_edov }), ...claims };
}

function toProfile(issuer: string, subject: string, info: Claims, isTrusted: boolean): Profile {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  const isVerified = [true, 'true', 1, '1'].includes((findVerification(info) ?? isTrusted) as string);
  const email = isVerified ? text(info.email) : null;
  return {
    issuer,
    subject,
    email: email && spellEmail(email),
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
