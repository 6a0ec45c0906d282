import { Id, ListOf, Ok, Page, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/instance/accounts';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { userOf } from '../../../platform/api/credentials.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import { createOnce } from '../../../platform/api/idempotency.ts';
import { buildList, parsePaging } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import { chooseLanguage } from '../../../platform/i18n/choice.ts';
import { clientAddress, toNetwork } from '../../../platform/client/address.ts';
import { parseId } from '../../../platform/ids.ts';
import { BROWSER_COOKIE } from '../browser-cookie.ts';
import type { Identity } from '../identity.ts';
import { signedInOf } from '../signed-in.ts';
import { passkeyForUser } from '../projections.ts';
import { addPasskey, newPasskeyOptions, removePasskey } from './passkeys.ts';
import { listPasskeys, renamePasskey } from './passkeys-store.ts';

const tag = 'Identity';

interface Deps {
  identity: Identity;
}

/** Verification of people who sign in with an account of this instance, for the page `/sign-in/account`, and their passkeys. */
export const accountRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  passkeyOptionsRoute(app, deps);
  passkeyRoute(app, deps);
  mailCodeRoute(app, deps);
  enterCodeRoute(app, deps);
  useLinkRoute(app, deps);

  listPasskeysRoute(app, deps);
  newPasskeyOptionsRoute(app, deps);
  createPasskeyRoute(app, deps);
  updatePasskeyRoute(app, deps);
  deletePasskeyRoute(app, deps);
};

/** The sign-in of the browser that the request is about. */
const toWaiting = (request: FastifyRequest<{ Body: { request: string } }>) => ({
  request: request.body.request,
  browserSecret: request.cookies[BROWSER_COOKIE],
});

function passkeyOptionsRoute(app: App, { identity }: Deps): void {
  app.post(
    '/account/passkey-options',
    operation({
      id: 'getPasskeySignInOptions',
      summary: 'Get the options for signing in with a passkey',
      description:
        'Returns the options for the dialog of the browser, with a new challenge that is valid for five minutes. The sign-in page of this instance calls this operation. It requires the cookie of the browser that started the sign-in.',
      tag,
      access: { by: 'none' },
      limit: 'sensitive',
      body: contract.AccountSignIn,
      returns: Ref(contract.PasskeyRequestOptions),
      errors: ['auth.sign_in_not_found'],
    }),
    async (request) => ({ options: { ...(await identity.accounts.passkeyOptions(toWaiting(request))) } }),
  );
}

function passkeyRoute(app: App, { identity }: Deps): void {
  app.post(
    '/account/passkey',
    operation({
      id: 'signInWithPasskey',
      summary: 'Sign in with a passkey',
      description:
        'Verifies the answer of a passkey (WebAuthn) with user verification. Returns the URL at which the browser continues. Each challenge can be answered once, so that a rejected attempt requires new options.',
      tag,
      access: { by: 'none' },
      limit: 'sensitive',
      body: contract.PasskeySignIn,
      returns: Ref(contract.AccountSignedIn),
      errors: ['auth.sign_in_not_found', 'auth.passkey_rejected'],
    }),
    async (request) => ({
      redirect_to: await identity.accounts.usePasskey(
        toWaiting(request),
        request.body.credential as unknown as AuthenticationResponseJSON,
      ),
    }),
  );
}

function mailCodeRoute(app: App, { identity }: Deps): void {
  app.post(
    '/account/mail-code',
    operation({
      id: 'mailSignInCode',
      summary: 'Email a sign-in code',
      description:
        'Emails a six-digit code to an address that may sign in, valid for ten minutes and five attempts. The response is the same for every address, so that it does not reveal who has an account. An address receives at most five codes an hour for requests of one network, and at most ten in all. Requests of a browser in which the user has signed in before have five codes of their own. A new code replaces the earlier one.',
      tag,
      access: { by: 'none' },
      limit: 'sensitive',
      body: contract.MailCode,
      returns: Ref(Ok),
      errors: ['auth.sign_in_not_found', 'auth.mail_not_configured'],
    }),
    async (request) => {
      await identity.accounts.mailCode(toWaiting(request), request.body.email, {
        network: toNetwork(clientAddress(request)),
        knownUserId: identity.knownBrowsers.find(request),
        language: chooseLanguage(request, 'en'),
      });
      return { ok: true };
    },
  );
}

function enterCodeRoute(app: App, { identity }: Deps): void {
  app.post(
    '/account/code',
    operation({
      id: 'signInWithCode',
      summary: 'Sign in with a mailed code',
      description:
        'Verifies the code that was mailed for this sign-in. Returns the URL at which the browser continues. A wrong code counts as an attempt; after five attempts, a new code is required.',
      tag,
      access: { by: 'none' },
      limit: 'sensitive',
      body: contract.EnterCode,
      returns: Ref(contract.AccountSignedIn),
      errors: ['auth.sign_in_not_found'],
    }),
    async (request) => ({ redirect_to: await identity.accounts.enterCode(toWaiting(request), request.body.code) }),
  );
}

function useLinkRoute(app: App, { identity }: Deps): void {
  app.post(
    '/account/link',
    operation({
      id: 'signInWithLink',
      summary: 'Sign in with a one-time link',
      description:
        'Uses the setup link of a new instance, which creates the first account, or the link of `earshot user recover`. Links are valid once, for 30 minutes. Returns the URL at which the browser continues.',
      tag,
      access: { by: 'none' },
      limit: 'sensitive',
      body: contract.UseLink,
      returns: Ref(contract.AccountSignedIn),
      errors: ['auth.sign_in_not_found', 'auth.link_not_found'],
    }),
    async (request) => ({ redirect_to: await identity.accounts.useLink(toWaiting(request), request.body) }),
  );
}

function listPasskeysRoute(app: App, { identity }: Deps): void {
  app.get(
    '/passkeys',
    operation({
      id: 'listPasskeys',
      summary: 'List passkeys',
      description:
        'Returns the passkeys of the user, newest first, with their last use. The private key of a passkey never leaves the device of the user.',
      tag,
      access: { by: 'session' },
      scopes: ['admin'],
      query: Type.Object(Page),
      returns: ListOf(Ref(contract.Passkey)),
    }),
    async (request) => {
      const paging = parsePaging(request);
      const { rows, ...count } = await listPasskeys(identity.db, userOf(request).id, paging);
      return buildList(rows.map(passkeyForUser), count, paging);
    },
  );
}

function newPasskeyOptionsRoute(app: App, { identity }: Deps): void {
  app.post(
    '/passkeys/options',
    operation({
      id: 'getPasskeyOptions',
      summary: 'Get the options for adding a passkey',
      description:
        'Returns the options for the dialog of the browser, with a challenge that is valid for five minutes and replaces an earlier one. Requires an access token of a sign-in; personal access tokens are rejected.',
      tag,
      access: { by: 'session' },
      scopes: ['admin'],
      limit: 'sensitive',
      returns: Ref(contract.PasskeyCreationOptions),
      errors: ['auth.browser_sign_in_required'],
    }),
    async (request) => ({
      options: {
        ...(await newPasskeyOptions(identity.db, { publicUrl: identity.publicUrl(), user: signedInOf(request) })),
      },
    }),
  );
}

function createPasskeyRoute(app: App, { identity }: Deps): void {
  app.post(
    '/passkeys',
    operation({
      id: 'createPasskey',
      summary: 'Add a passkey',
      description:
        'Verifies the new passkey and adds it to the account of the user, who can sign in with it from then on, whichever way they signed in before. Requires an access token of a sign-in; personal access tokens are rejected.',
      tag,
      access: { by: 'session' },
      scopes: ['admin'],
      limit: 'sensitive',
      body: contract.CreatePasskey,
      returns: Ref(contract.Passkey),
      status: 201,
      errors: ['auth.browser_sign_in_required', 'auth.passkey_rejected'],
    }),
    async (request, reply) =>
      await createOnce({ db: identity.db, request, reply }, async (tx) =>
        passkeyForUser(
          await addPasskey(tx, {
            publicUrl: identity.publicUrl(),
            user: signedInOf(request),
            actor: identity.actorOf(request),
            name: request.body.name,
            credential: request.body.credential as unknown as RegistrationResponseJSON,
            log: request.log,
          }),
        ),
      ),
  );
}

function updatePasskeyRoute(app: App, { identity }: Deps): void {
  app.patch(
    '/passkeys/:id',
    operation({
      id: 'updatePasskey',
      summary: 'Rename a passkey',
      description:
        'Changes the name that the list of passkeys shows. The passkey itself, and what the device calls it, stay as they are.',
      tag,
      access: { by: 'session' },
      scopes: ['admin'],
      params: Type.Object({ id: Id('pky') }),
      body: contract.UpdatePasskey,
      returns: Ref(contract.Passkey),
      errors: ['auth.passkey_not_found'],
    }),
    async (request) => {
      const id = parseId('pky', request.params.id);
      const passkey = id && (await renamePasskey(identity.db, { userId: userOf(request).id, id, name: request.body.name }));
      if (!passkey) throw new HttpError('auth.passkey_not_found');
      return passkeyForUser(passkey);
    },
  );
}

function deletePasskeyRoute(app: App, { identity }: Deps): void {
  app.delete(
    '/passkeys/:id',
    operation({
      id: 'deletePasskey',
      summary: 'Remove a passkey',
      description:
        'Ends sign-ins with this passkey; sessions that began with it continue. Without another passkey, the user signs in with a mailed code, an identity provider, or a link from the command line of the server.',
      tag,
      access: { by: 'session' },
      scopes: ['admin'],
      params: Type.Object({ id: Id('pky') }),
      returns: Ref(Ok),
      errors: ['auth.passkey_not_found'],
    }),
    async (request) => {
      const id = parseId('pky', request.params.id);
      if (!id || !(await removePasskey(identity.db, identity.actorOf(request), id)))
        throw new HttpError('auth.passkey_not_found');
      return { ok: true };
    },
  );
}
