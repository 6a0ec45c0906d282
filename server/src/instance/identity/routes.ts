import { ListOf, Id, Ok, Page, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/instance/auth';
import cookie from '@fastify/cookie';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { userOf } from '../../platform/api/credentials.ts';
import { HttpError } from '../../platform/api/errors.ts';
import { createTokenOnce } from '../../platform/api/idempotency.ts';
import { buildList, parsePaging } from '../../platform/api/list.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { parseId } from '../../platform/ids.ts';
import { accountLogRoutes } from './account-log/routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { connectedAppRoutes } from './apps/connected-app-routes.ts';
import { BROWSER_COOKIE } from './browser-cookie.ts';
import * as devices from './devices.ts';
import type { Identity } from './identity.ts';
import { signedInOf } from './signed-in.ts';
import { oauthRoutes } from './oauth-routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { getOwnProjects } from './own-projects.ts';
import { deviceForUser, sessionForUser, tokenForUser } from './projections.ts';
import { newSecret } from './secrets.ts';
import { beginSignIn, endSignIn } from './sign-in.ts';
import { forgetRefreshToken } from './refresh-cookie.ts';
import { createPersonalToken, revokePersonalToken, signOut } from './tokens.ts';
import { listPersonalTokens } from './tokens-store.ts';

const tag = 'Identity';

interface Deps {
  identity: Identity;
}

export const identityRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  await app.register(cookie);
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  listProvidersRoute(app, deps);

  signInRoute(app, deps);

  endSignInRoute(app, deps);

  await app.register(oauthRoutes, { identity: deps.identity });

  getDeviceRoute(app, deps);

  decideDeviceRoute(app, deps);
  getSessionRoute(app);

  signOutRoute(app, deps);
  listPersonalTokensRoute(app, deps);
  createPersonalTokenRoute(app, deps);
  deletePersonalTokenRoute(app, deps);

  await app.register(sessionRoutes, { identity: deps.identity });

  await app.register(accountRoutes, { identity: deps.identity });

  await app.register(connectedAppRoutes, { identity: deps.identity });

  await app.register(accountLogRoutes, { identity: deps.identity });
};

function listProvidersRoute(app: App, { identity }: Deps): void {
  app.get(
    '/providers',
    operation({
      id: 'listProviders',
      summary: 'List identity providers',
      description:
        'Returns the identity providers that are configured on this instance, for the buttons of a sign-in page. Pass the `id` of a provider to `GET /v1/auth/login`.',
      tag,
      access: { by: 'none' },
      returns: Type.Object({
        data: Type.Array(Ref(contract.Provider)),
        public_url: Type.String({
          description: 'The public URL of this instance. Sign-ins work at this address only.',
          examples: ['https://feedback.example.com'],
        }),
      }),
    }),
    () => ({
      data: identity.providers.map(({ id, name, methods }) => ({ id, name, methods })),
      public_url: identity.publicUrl(),
    }),
  );
}

function signInRoute(app: App, { identity }: Deps): void {
  app.get(
    '/login',
    operation({
      id: 'signIn',
      summary: 'Start a sign-in',
      description:
        'Redirects the browser to the identity provider. After the sign-in, `return_to` receives your `state` and a `code` (valid for 60 seconds) or an `error`.',
      tag,
      access: { by: 'none' },
      limit: 'sensitive',
      query: contract.LoginQuery,
      returns: Type.Null(),
      status: 302,
    }),
    async (request, reply) => {
      const browserSecret = request.cookies[BROWSER_COOKIE] || newSecret();
      const { login_hint: hint, ...query } = request.query;
      // Otherwise, a website could sign its visitors in on their own machine, whose provider trusts every address.
      const isOwnPage = !['cross-site', 'none'].includes(String(request.headers['sec-fetch-site']));
      const url = await beginSignIn(identity, { ...query, ...(isOwnPage && { login_hint: hint }) }, browserSecret);
      const isSecure = identity.publicUrl().startsWith('https:');
      return await reply
        .setCookie(BROWSER_COOKIE, browserSecret, {
          path: '/v1/auth',
          httpOnly: true,
          sameSite: 'lax',
          secure: isSecure,
          maxAge: 3600,
        })
        .redirect(url);
    },
  );
}

function endSignInRoute(app: App, { identity }: Deps): void {
  app.get(
    '/callback',
    operation({
      id: 'endSignIn',
      summary: 'Complete a sign-in',
      description:
        'The identity provider redirects the browser to this URL, which you register as redirect URI at the provider. Earshot verifies the answer and redirects to the `return_to` of the sign-in, with a `code` or an `error`. Programs don’t call this operation.',
      tag,
      access: { by: 'none' },
      limit: 'sensitive',
      query: contract.CallbackQuery,
      returns: Type.Null(),
      status: 302,
    }),
    async (request, reply) => {
      const [, query = ''] = /^[^?]*(\?.*)$/.exec(request.url) ?? [];
      const { redirectTo, userId } = await endSignIn(identity, query, request.cookies[BROWSER_COOKIE]);
      if (userId !== undefined) identity.knownBrowsers.remember(reply, userId);
      return await reply.redirect(redirectTo);
    },
  );
}

function getDeviceRoute(app: App, { identity }: Deps): void {
  app.get(
    '/device',
    operation({
      id: 'getDevice',
      summary: 'Get a pending device authorization',
      description:
        'Returns the program that waits for approval under a user code, so that a page can show it before the user decides with `POST /v1/auth/device/decide`. Codes that are unknown, expired or already decided are not found.',
      tag,
      access: { by: 'session' },
      scopes: ['admin'],
      limit: 'sensitive',
      query: contract.DeviceQuery,
      returns: Ref(contract.WaitingDevice),
      errors: ['auth.device_code_not_found'],
    }),
    async (request) => deviceForUser(await devices.getWaitingDevice(identity.db, request.query.user_code)),
  );
}

function decideDeviceRoute(app: App, { identity }: Deps): void {
  app.post(
    '/device/decide',
    operation({
      id: 'decideDevice',
      summary: 'Approve or deny a device',
      description:
        'Approves or denies the device that waits under the user code. An approved device receives tokens of the user with its next poll. Requires an access token of a sign-in; personal access tokens are rejected. A code can be decided once.',
      tag,
      access: { by: 'session' },
      scopes: ['admin'],
      limit: 'sensitive',
      body: contract.DecideDevice,
      returns: Ref(Ok),
      errors: ['auth.device_code_not_found', 'auth.browser_sign_in_required'],
    }),
    async (request) => {
      const { user_code: userCode, allow } = request.body;
      await devices.decideDevice(identity.db, { userCode, user: signedInOf(request), allow });
      return { ok: true };
    },
  );
}

function getSessionRoute(app: App): void {
  app.get(
    '/session',
    operation({
      id: 'getSession',
      summary: 'Get the current session',
      description:
        'Returns the user or service account of the token, with the scopes, the projects and the expiry of the token. Accepts every valid token, so that a program can verify its configuration.',
      tag,
      access: { by: 'session' },
      scopes: [],
      returns: Ref(contract.Session),
    }),
    (request) => sessionForUser(signedInOf(request)),
  );
}

function signOutRoute(app: App, { identity }: Deps): void {
  app.delete(
    '/session',
    operation({
      id: 'signOut',
      summary: 'Sign out',
      description:
        'Revokes all tokens of the sign-in. A personal access token, or a token of a service account, revokes only itself.',
      tag,
      access: { by: 'session' },
      scopes: [],
      query: contract.SignOutQuery,
      returns: Ref(Ok),
    }),
    async (request, reply) => {
      await signOut(identity.db, signedInOf(request), {
        everywhere: request.query.everywhere ?? false,
        actor: identity.actorOf(request),
      });
      forgetRefreshToken(reply);
      return { ok: true };
    },
  );
}

function listPersonalTokensRoute(app: App, { identity }: Deps): void {
  app.get(
    '/tokens',
    operation({
      id: 'listPersonalTokens',
      summary: 'List personal access tokens',
      description:
        'Returns the valid personal access tokens of the user, newest first, with their scopes and last use. Only hashes of tokens are stored, so the tokens themselves are not returned.',
      tag,
      access: { by: 'session' },
      scopes: ['admin'],
      query: Type.Object(Page),
      returns: ListOf(Ref(contract.PersonalToken)),
    }),
    async (request) => {
      const paging = parsePaging(request);
      const { rows, ...count } = await listPersonalTokens(identity.db, userOf(request).id, paging);
      return buildList(rows.map(tokenForUser), count, paging);
    },
  );
}

function createPersonalTokenRoute(app: App, { identity }: Deps): void {
  app.post(
    '/tokens',
    operation({
      id: 'createPersonalToken',
      summary: 'Create a personal access token',
      description: 'A token created with another personal access token expires no later than that token.',
      tag,
      access: { by: 'session' },
      scopes: ['admin'],
      body: contract.CreatePersonalToken,
      returns: Ref(contract.NewPersonalToken),
      status: 201,
    }),
    async (request, reply) => {
      const user = signedInOf(request);
      const { name, expires_in_days: days = contract.DEFAULT_TOKEN_DAYS, scopes } = request.body;
      const projectIds = await getOwnProjects(identity, user.id, request.body.project_ids);
      return await createTokenOnce({ db: identity.db, request, reply }, async (tx) => {
        const notAfter = user.token.kind === 'personal' ? (user.token.expires_at ?? undefined) : undefined;
        const { token, stored } = await createPersonalToken(tx, {
          actor: identity.actorOf(request),
          name,
          days,
          notAfter,
          scopes,
          projectIds,
        });
        return { answer: tokenForUser(stored), token };
      });
    },
  );
}

function deletePersonalTokenRoute(app: App, { identity }: Deps): void {
  app.delete(
    '/tokens/:id',
    operation({
      id: 'deletePersonalToken',
      summary: 'Revoke a personal access token',
      description:
        'Ends the token immediately: the next request with it is refused with 401. Other tokens of the user stay valid. Revoking a token again returns 404.',
      tag,
      access: { by: 'session' },
      scopes: ['admin'],
      params: Type.Object({ id: Id('tok') }),
      returns: Ref(Ok),
      errors: ['auth.personal_token_not_found'],
    }),
    async (request) => {
      const id = parseId('tok', request.params.id);
      if (!id || !(await revokePersonalToken(identity.db, identity.actorOf(request), id)))
        throw new HttpError('auth.personal_token_not_found');
      return { ok: true };
    },
  );
}
