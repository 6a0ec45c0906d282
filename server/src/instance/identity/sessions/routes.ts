import * as contract from '@earshot/contract/instance/auth';
import { Id, ListOf, Ok, Page, Ref } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { HttpError } from '../../../platform/api/errors.ts';
import { buildList, parsePaging } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import { parseId } from '../../../platform/ids.ts';
import type { Identity } from '../identity.ts';
import { activeSessionForUser } from '../projections.ts';
import { signedInOf } from '../signed-in.ts';
import { endOtherSessions, endSession } from './sessions.ts';
import { listSessions } from './sessions-store.ts';

const tag = 'Identity';

interface Deps {
  identity: Identity;
}

/** The sign-ins of the user, on all devices. */
export const sessionRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  listRoute(app, deps);
  endRoute(app, deps);
  endOthersRoute(app, deps);
};

function listRoute(app: App, { identity }: Deps): void {
  app.get(
    '/sessions',
    operation({
      id: 'listSessions',
      summary: 'List sessions',
      description:
        'Returns the sign-ins of the user that have not expired, newest first, with browser, operating system and country at the time of the sign-in. Addresses are not stored. Personal access tokens and connected apps have lists of their own.',
      tag,
      access: { by: 'session' },
      scopes: ['admin'],
      query: Type.Object(Page),
      returns: ListOf(Ref(contract.ActiveSession)),
    }),
    async (request) => {
      const paging = parsePaging(request);
      const { id: userId, token } = signedInOf(request);
      const { rows, ...count } = await listSessions(identity.db, { userId, tokenId: token.id }, paging);
      return buildList(rows.map(activeSessionForUser), count, paging);
    },
  );
}

function endRoute(app: App, { identity }: Deps): void {
  app.delete(
    '/sessions/:id',
    operation({
      id: 'endSession',
      summary: 'End a session',
      description:
        'Signs out a device: its next request is refused with 401. The session of the request can be ended as well. Ending a session again returns 404.',
      tag,
      access: { by: 'session' },
      scopes: ['admin'],
      params: Type.Object({ id: Id('ses') }),
      returns: Ref(Ok),
      errors: ['auth.session_not_found'],
    }),
    async (request) => {
      const id = parseId('ses', request.params.id);
      if (!id || !(await endSession(identity.db, identity.actorOf(request), id))) throw new HttpError('auth.session_not_found');
      return { ok: true };
    },
  );
}

function endOthersRoute(app: App, { identity }: Deps): void {
  app.delete(
    '/sessions',
    operation({
      id: 'endOtherSessions',
      summary: 'End all other sessions',
      description:
        'Signs out all devices except the one of the request, including those whose sign-in is not complete; with a personal access token, all devices. Personal access tokens are revoked only on request, and connected apps keep their access.',
      tag,
      access: { by: 'session' },
      scopes: ['admin'],
      query: contract.EndSessionsQuery,
      returns: Ref(Ok),
    }),
    async (request) => {
      const user = signedInOf(request);
      await endOtherSessions(identity.db, {
        user,
        actor: identity.actorOf(request),
        withPersonalTokens: request.query.personal_tokens ?? false,
      });
      return { ok: true };
    },
  );
}
