import { spellEmail } from '@earshot/contract/shared/mailbox';
import * as client from 'openid-client';
import { isLoopbackHost } from '../return-to.ts';
import type { Provider } from './provider.ts';

interface GithubUser {
  id: number;
  login: string;
  name: string | null;
  avatar_url: string | null;
}

interface GithubEmail {
  email: string;
  primary: boolean;
  verified: boolean;
}

const TIMEOUT_MS = 10_000;

/** GitHub, or GitHub Enterprise Server at `url`. It uses OAuth 2.0 without OpenID Connect, so the profile comes from its API. */
export function createGithubProvider({
  url,
  clientId,
  clientSecret,
}: {
  url: string;
  clientId: string;
  clientSecret: string;
}): Provider {
  const config = new client.Configuration(
    {
      // The `iss` parameter of GitHub's callback (RFC 9207).
      issuer: `${url}/login/oauth`,
      authorization_endpoint: `${url}/login/oauth/authorize`,
      token_endpoint: `${url}/login/oauth/access_token`,
    },
    clientId,
    undefined,
    client.ClientSecretPost(clientSecret),
  );
  if (isLoopbackHost(new URL(url).hostname)) client.allowInsecureRequests(config);
  const api = url === 'https://github.com' ? 'https://api.github.com' : `${url}/api/v3`;

  const get = async <T>(path: string, token: string): Promise<T> => {
    const response = await fetch(api + path, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json', 'user-agent': 'earshot' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`GitHub answered ${response.status} to GET ${path}`);
    return (await response.json()) as T;
  };

  return {
    id: 'github',
    name: 'GitHub',
    check: () => fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) }),
    authorizationUrl: async ({ state, verifier }, redirectUri) =>
      client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'read:user user:email',
        state,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    signIn: async (callback, { state, verifier }) => {
      const { access_token: token } = await client.authorizationCodeGrant(config, callback, {
        expectedState: state,
        pkceCodeVerifier: verifier,
      });
      const [user, emails] = await Promise.all([
        get<GithubUser>('/user', token),
        get<GithubEmail[]>('/user/emails?per_page=100', token),
      ]);
      const email = emails.find(({ primary, verified }) => primary && verified)?.email;
      return {
        issuer: url,
        // Ids are permanent, whereas a login can be released and taken by another user.
        subject: String(user.id),
        email: email ? spellEmail(email) : null,
        name: user.name ?? user.login,
        avatarUrl: user.avatar_url,
      };
    },
  };
}
