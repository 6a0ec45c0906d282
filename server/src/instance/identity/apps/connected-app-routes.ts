import { Id, ListOf, Ok, Page, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/instance/connected-apps';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { userOf } from '../../../platform/api/credentials.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import { buildList, parsePaging } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import { parseId } from '../../../platform/ids.ts';
import type { Identity } from '../identity.ts';
import { signedInOf } from '../signed-in.ts';
import { getOwnProjects } from '../own-projects.ts';
import { decideRequest, getWaitingRequest } from './authorization.ts';
import { disconnectApp } from './grants.ts';
import { listConnectedApps } from './grants-store.ts';
import { connectedAppForUser, requestForUser } from './projections.ts';

const tag = 'Identity';

interface Deps {
  identity: Identity;
}

/** Apps that the user connects to the MCP server: their requests, and the list of connected apps. */
export const connectedAppRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  getRequestRoute(app, deps);
  decideRequestRoute(app, deps);
  listRoute(app, deps);
  deleteRoute(app, deps);
};

function getRequestRoute(app: App, { identity }: Deps): void {
  app.get(
    '/authorization-request',
    operation({
      id: 'getAuthorizationRequest',
      summary: 'Get a pending request of an app',
      description:
        'Returns the app and the requested scopes of a pending request, for the page on which the user decides. Requests that are expired or already decided are not found. The name of an app is chosen by the app and not verified.',
      tag,
      access: { by: 'session' },
      scopes: ['admin'],
      limit: 'sensitive',
      query: contract.AuthorizationRequestQuery,
      returns: Ref(contract.AuthorizationRequest),
      errors: ['auth.authorization_request_not_found'],
    }),
    async (request) => requestForUser(await getWaitingRequest(identity.db, request.query.request)),
  );
}

function decideRequestRoute(app: App, { identity }: Deps): void {
  app.post(
    '/authorization-request/decide',
    operation({
      id: 'decideAuthorizationRequest',
      summary: 'Approve or deny an app',
      description:
        'Connects the app with the given scopes and projects, or denies the request. Returns the URL of the app to which the browser must be sent. Requires an access token of a sign-in; personal access tokens are rejected. A request can be decided once.',
      tag,
      access: { by: 'session' },
      scopes: ['admin'],
      limit: 'sensitive',
      body: contract.DecideAuthorizationRequest,
      returns: Ref(contract.AuthorizationDecision),
      errors: ['auth.authorization_request_not_found', 'auth.browser_sign_in_required'],
    }),
    async (request) => {
      const { request: secret, allow, scopes, project_ids } = request.body;
      const user = signedInOf(request);
      const projectIds = await getOwnProjects(identity, user.id, project_ids);
      return {
        redirect_to: await decideRequest(identity, { secret, user, actor: identity.actorOf(request), allow, scopes, projectIds }),
      };
    },
  );
}

function listRoute(app: App, { identity }: Deps): void {
  app.get(
    '/connected-apps',
    operation({
      id: 'listConnectedApps',
      summary: 'List connected apps',
      description:
        'Returns the apps that have access to the MCP server on behalf of the user, newest first, with their scopes and projects.',
      tag,
      access: { by: 'session' },
      scopes: ['admin'],
      query: Type.Object(Page),
      returns: ListOf(Ref(contract.ConnectedApp)),
    }),
    async (request) => {
      const paging = parsePaging(request);
      const { rows, ...count } = await listConnectedApps(identity.db, userOf(request).id, paging);
      return buildList(rows.map(connectedAppForUser), count, paging);
    },
  );
}

function deleteRoute(app: App, { identity }: Deps): void {
  app.delete(
    '/connected-apps/:id',
    operation({
      id: 'deleteConnectedApp',
      summary: 'Disconnect an app',
      description:
        'Revokes all tokens of the app for this user immediately. Other users of the app are not affected. The app can ask for access again.',
      tag,
      access: { by: 'session' },
      scopes: ['admin'],
      params: Type.Object({ id: Id('con') }),
      returns: Ref(Ok),
      errors: ['auth.connected_app_not_found'],
    }),
    async (request) => {
      const id = parseId('con', request.params.id);
      if (!id || !(await disconnectApp(identity.db, identity.actorOf(request), id)))
        throw new HttpError('auth.connected_app_not_found');
      return { ok: true };
    },
  );
}
