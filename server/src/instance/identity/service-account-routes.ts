import { Id, ListOf, Ok, Page, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/instance/service-accounts';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { actorOf } from '../audit/audit.ts';
import { entryIdOf, projectEntry } from '../../platform/api/credentials.ts';
import { createTokenOnce } from '../../platform/api/idempotency.ts';
import { buildList, parsePaging } from '../../platform/api/list.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { requireId } from '../../platform/api/validation.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { serviceAccountForMember } from './projections.ts';
import * as accounts from './service-accounts.ts';
import { listServiceAccounts } from './service-accounts-store.ts';

interface Options {
  db: Db;
  findProject: (id: string) => Promise<{ id: string } | undefined>;
}

const tag = 'Projects';
const params = Type.Object({ id: Id('prj') });
const accountParams = Type.Object({ id: Id('prj'), account_id: Id('svc') });

/** Returns the access rules of these endpoints. */
function createAccess(findProject: Options['findProject']) {
  const entry = projectEntry(findProject);
  return { admin: { by: 'session', role: 'admin', entry }, owner: { by: 'session', role: 'owner', entry } } as const;
}

type Deps = Options & ReturnType<typeof createAccess>;

/** Service accounts of a project and their tokens. */
export const serviceAccountRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));
  const deps = { ...options, ...createAccess(options.findProject) };
  listServiceAccountsRoute(app, deps);
  createServiceAccountRoute(app, deps);
  updateServiceAccountRoute(app, deps);
  deleteServiceAccountRoute(app, deps);
  rotateServiceAccountRoute(app, deps);
  revokeServiceAccountTokenRoute(app, deps);
};

function listServiceAccountsRoute(app: App, { db, admin }: Deps): void {
  app.get(
    '/:id/service-accounts',
    operation({
      id: 'listServiceAccounts',
      summary: 'List service accounts',
      description:
        'Returns the service accounts of the project by name, with their scopes and valid tokens. Of each token, only the last four characters and the time of the last use are returned.',
      tag,
      access: admin,
      scopes: ['projects:read'],
      params,
      query: Type.Object(Page),
      returns: ListOf(Ref(contract.ServiceAccount)),
    }),
    async (request) => {
      const paging = parsePaging(request);
      const { rows, ...count } = await listServiceAccounts(db, entryIdOf(request), paging);
      return buildList(rows.map(serviceAccountForMember), count, paging);
    },
  );
}

function createServiceAccountRoute(app: App, { db, owner }: Deps): void {
  app.post(
    '/:id/service-accounts',
    operation({
      id: 'createServiceAccount',
      summary: 'Create a service account',
      description:
        'Creates an account for a program, with a token. A service account belongs to the project and has access to this project only. It remains when its creator leaves the project.',
      tag,
      access: owner,
      scopes: ['admin'],
      params,
      body: contract.CreateServiceAccount,
      returns: Ref(contract.NewServiceAccount),
      status: 201,
      errors: ['service_accounts.name_taken'],
    }),
    (request, reply) => {
      const { name, scopes, expires_in_days: days } = request.body;
      return createTokenOnce({ db, request, reply }, async (tx) =>
        withToken(
          await accounts.createServiceAccount(tx, {
            projectId: entryIdOf(request),
            actor: actorOf(request),
            name,
            scopes,
            days,
          }),
        ),
      );
    },
  );
}

function updateServiceAccountRoute(app: App, { db, owner }: Deps): void {
  app.patch(
    '/:id/service-accounts/:account_id',
    operation({
      id: 'updateServiceAccount',
      summary: 'Update a service account',
      description:
        'Changes the name or the scopes. Changes of scopes apply to all tokens of the service account immediately. Recorded in the audit log.',
      tag,
      access: owner,
      scopes: ['admin'],
      params: accountParams,
      body: contract.UpdateServiceAccount,
      returns: Ref(contract.ServiceAccount),
      errors: ['service_accounts.not_found', 'service_accounts.name_taken'],
    }),
    async (request) =>
      serviceAccountForMember(await accounts.updateServiceAccount(db, { ...toChange(request), ...request.body })),
  );
}

function deleteServiceAccountRoute(app: App, { db, owner }: Deps): void {
  app.delete(
    '/:id/service-accounts/:account_id',
    operation({
      id: 'deleteServiceAccount',
      summary: 'Delete a service account',
      description: 'All tokens of the service account are revoked immediately. Its comments and audit log entries remain.',
      tag,
      access: owner,
      scopes: ['admin'],
      params: accountParams,
      returns: Ref(Ok),
      errors: ['service_accounts.not_found'],
    }),
    async (request) => {
      await accounts.deleteServiceAccount(db, toChange(request));
      return { ok: true };
    },
  );
}

function rotateServiceAccountRoute(app: App, { db, owner }: Deps): void {
  app.post(
    '/:id/service-accounts/:account_id/rotate',
    operation({
      id: 'rotateServiceAccount',
      summary: 'Rotate the token of a service account',
      description: 'Creates a new token. Previous tokens stay valid for 24 hours unless `revoke_now` is set.',
      tag,
      access: owner,
      scopes: ['admin'],
      params: accountParams,
      body: contract.RotateServiceAccount,
      returns: Ref(contract.NewServiceAccount),
      status: 201,
      errors: ['service_accounts.not_found'],
    }),
    (request, reply) => {
      const { expires_in_days: days, revoke_now: revokeNow = false } = request.body;
      return createTokenOnce({ db, request, reply }, async (tx) =>
        withToken(await accounts.rotateServiceAccount(tx, { ...toChange(request), days, revokeNow })),
      );
    },
  );
}

function revokeServiceAccountTokenRoute(app: App, { db, owner }: Deps): void {
  app.delete(
    '/:id/service-accounts/:account_id/tokens/:token_id',
    operation({
      id: 'revokeServiceAccountToken',
      summary: 'Revoke a token of a service account',
      description:
        'Ends one token of the service account immediately, for example the previous token after a rotation. Other tokens stay valid. Recorded in the audit log.',
      tag,
      access: owner,
      scopes: ['admin'],
      params: Type.Object({ ...accountParams.properties, token_id: Id('tok') }),
      returns: Ref(Ok),
      errors: ['service_accounts.not_found', 'service_accounts.token_not_found'],
    }),
    async (request) => {
      const change = toChange(request);
      const tokenId = requireId('tok', request.params.token_id, 'service_accounts.token_not_found');
      await accounts.revokeAccountToken(db, { ...change, tokenId });
      return { ok: true };
    },
  );
}

/** Returns project, service account and actor of a change. @throws {HttpError} 404 for an id of another form */
function toChange(request: FastifyRequest) {
  const id = requireId('svc', (request.params as { account_id: string }).account_id, 'service_accounts.not_found');
  return { projectId: entryIdOf(request), id, actor: actorOf(request) };
}

const withToken = ({ account, token }: accounts.NewAccountToken) => ({ answer: serviceAccountForMember(account), token });
