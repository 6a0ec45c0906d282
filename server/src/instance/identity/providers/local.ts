import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isEmail, toMailboxKey } from '@earshot/contract/shared/mailbox';
import type { FastifyBaseLogger } from 'fastify';
import type { Provider as OidcProvider } from 'oidc-provider';
import { newSecret } from '../secrets.ts';
import { createMemory } from './local-memory.ts';
import { LOCAL_PAGE_HEADERS, localSignInPage } from './local-page.ts';
import { createOidcProvider } from './oidc.ts';
import { LOCAL_ISSUER, type Provider } from './provider.ts';

const CLIENT_ID = 'earshot';
const MAX_FORM_BYTES = 4096;

/**
 * Earshot's own OpenID Connect provider for local use: it asks for an email address, or takes that of `login_hint`, and trusts it. It
 * listens on a free loopback port from the first sign-in on, and stores nothing: its keys and sessions end with the process.
 */
export function createLocalProvider({ log }: { log: FastifyBaseLogger }): Provider {
  let started: Promise<{ provider: Provider; server: Server }> | undefined;
  const start = async (redirectUri: string) => (started ??= startLocalIssuer(redirectUri, log));

  return {
    id: 'local',
    name: 'This machine',
    check: async () => {},
    authorizationUrl: async (checks, redirectUri, loginHint) => {
      const { provider } = await start(redirectUri);
      return await provider.authorizationUrl(checks, redirectUri, loginHint);
    },
    signIn: async (callback, checks) => {
      const { provider } = await start(`${callback.origin}${callback.pathname}`);
      return { ...(await provider.signIn(callback, checks)), issuer: LOCAL_ISSUER };
    },
    stop: async () => {
      const { server } = (await started) ?? {};
      server?.closeAllConnections();
      server?.close();
    },
  };
}

async function startLocalIssuer(redirectUri: string, log: FastifyBaseLogger) {
  const { Provider: Issuer } = await import('oidc-provider');
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const clientSecret = newSecret();
  const memory = createMemory();

  const oidc = new Issuer(issuer, {
    clients: [{ client_id: CLIENT_ID, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    jwks: { keys: [generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })] },
    cookies: { keys: [newSecret()] },
    // Never resumes a session: each sign-in asks again, regardless of earlier sign-ins in the same browser.
    adapter: (model) => (model === 'Session' ? { ...memory(model), find: async () => undefined } : memory(model)),
    claims: { email: ['email', 'email_verified'], profile: [] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_context, email) => ({ accountId: email, claims: () => ({ sub: email, email, email_verified: true }) }),
    // Earshot is the only client, so no consent is required.
    loadExistingGrant: async ({ oidc: { client, session, provider } }) => {
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
  });
  oidc.on('server_error', (_context, error) => log.warn({ reason: error.message }, 'local identity provider error'));

  const serve = oidc.callback();
  server.on('request', (request, response) => {
    const isOurs = request.url?.startsWith('/sign-in/');
    void (isOurs ? askForEmail(oidc, request, response) : serve(request, response)).catch((error: Error) => {
      log.warn({ reason: error.message }, 'local identity provider rejected a request');
      const problem = 'This sign-in has expired. Go back to Earshot and begin again.';
      response.writeHead(400, LOCAL_PAGE_HEADERS).end(localSignInPage({ problem }));
    });
  });
  const provider = createOidcProvider({ id: 'local', name: 'This machine', issuer, clientId: CLIENT_ID, clientSecret });
  return { provider, server };
}

async function askForEmail(oidc: OidcProvider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // Throws unless the request has the cookie of this interaction.
  const { params } = await oidc.interactionDetails(request, response);
  // The sign-in page of the dashboard has asked for the address.
  const hint = typeof params.login_hint === 'string' ? params.login_hint : undefined;
  const isForm = request.method === 'POST';
  if (!isForm && hint === undefined) {
    response.writeHead(200, LOCAL_PAGE_HEADERS).end(localSignInPage({}));
    return;
  }
  const entered = isForm ? new URLSearchParams(await readForm(request)).get('email') : hint;
  const email = toMailboxKey((entered ?? '').trim());
  if (!isEmail(email)) {
    response.writeHead(400, LOCAL_PAGE_HEADERS).end(localSignInPage({ problem: 'Enter a valid email address.', email }));
    return;
  }
  await oidc.interactionFinished(request, response, { login: { accountId: email } });
}

async function readForm(request: IncomingMessage): Promise<string> {
  let form = '';
  for await (const chunk of request.setEncoding('utf8')) {
    form += chunk as string;
    if (form.length > MAX_FORM_BYTES) throw new Error('the form is too large');
  }
  return form;
}
