import { Id, ListOf, Ok, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/instance/project-keys';
import { RotateKey } from '@earshot/contract/instance/projects';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { entryIdOf, type projectEntry } from '../../../platform/api/credentials.ts';
import { createOnce } from '../../../platform/api/idempotency.ts';
import { wholeList } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import { requireId } from '../../../platform/api/validation.ts';
import { formatId } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { actorOf } from '../../audit/audit.ts';
import type { ProjectDirectory } from '../directory.ts';
import * as keys from './keys.ts';
import { listKeys, type ProjectKey } from './store.ts';

interface ByRole<Role> {
  by: 'session';
  role: Role;
  entry: ReturnType<typeof projectEntry>;
}

interface Options {
  db: Db;
  directory: ProjectDirectory;
  viewer: ByRole<'viewer'>;
  admin: ByRole<'admin'>;
}

const tag = 'Projects';
const params = Type.Object({ id: Id('prj') });
const keyParams = Type.Object({ id: Id('prj'), key_id: Id('key') });

/** API keys of a project. */
export const keyRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  listProjectKeysRoute(app, options);
  createProjectKeyRoute(app, options);
  updateProjectKeyRoute(app, options);
  revokeProjectKeyRoute(app, options);
  rotateProjectKeyRoute(app, options);
};

function listProjectKeysRoute(app: App, { db, viewer }: Options): void {
  app.get(
    '/:id/keys',
    operation({
      id: 'listProjectKeys',
      summary: 'List API keys',
      description:
        'Returns the valid API keys: the default key first, then the others by name, then rotated keys that have not expired yet. API keys are public: they appear in the source of web pages.',
      tag,
      access: viewer,
      scopes: ['projects:read'],
      params,
      returns: ListOf(Ref(contract.ProjectKey)),
    }),
    async (request) => wholeList((await listKeys(db, entryIdOf(request))).map(keyForMember)),
  );
}

function createProjectKeyRoute(app: App, { db, directory, admin }: Options): void {
  app.post(
    '/:id/keys',
    operation({
      id: 'createProjectKey',
      summary: 'Create an API key',
      description:
        'Creates a further API key, such as one for each website or app, so that each can be revoked alone. With `allowed_origins`, web pages of other origins get 403 `auth.origin_not_allowed`. Requests without the header `Origin`, such as those of servers and apps, are accepted: the list keeps other websites from using the key by mistake, and does not make it secret. Recorded in the audit log.',
      tag,
      access: admin,
      scopes: ['projects:write'],
      params,
      body: contract.CreateProjectKey,
      returns: Ref(contract.ProjectKey),
      status: 201,
      errors: ['keys.name_taken', 'keys.limit_reached'],
    }),
    (request, reply) =>
      createOnce({ db, request, reply }, async (tx) => {
        const { name, allowed_origins: origins = [] } = request.body;
        const change = { projectId: entryIdOf(request), actor: actorOf(request), name, origins };
        return keyForMember(await keys.createKey({ db: tx, directory }, change));
      }),
  );
}

function updateProjectKeyRoute(app: App, { db, directory, admin }: Options): void {
  app.patch(
    '/:id/keys/:key_id',
    operation({
      id: 'updateProjectKey',
      summary: 'Update an API key',
      description:
        'Changes the name or the allowed origins. Pages of this instance, such as the public pages, may use every key. Applies to all nodes immediately. Recorded in the audit log.',
      tag,
      access: admin,
      scopes: ['projects:write'],
      params: keyParams,
      body: contract.UpdateProjectKey,
      returns: Ref(contract.ProjectKey),
      errors: ['keys.not_found', 'keys.name_taken'],
    }),
    async (request) => {
      const { name, allowed_origins: origins } = request.body;
      return keyForMember(await keys.updateKey({ db, directory }, { ...toChange(request), name, origins }));
    },
  );
}

function revokeProjectKeyRoute(app: App, { db, directory, admin }: Options): void {
  app.delete(
    '/:id/keys/:key_id',
    operation({
      id: 'revokeProjectKey',
      summary: 'Revoke an API key',
      description:
        'Requests with the key get 401 immediately, on all nodes. The default key can only be rotated, because the public pages use it. Recorded in the audit log.',
      tag,
      access: admin,
      scopes: ['projects:write'],
      params: keyParams,
      returns: Ref(Ok),
      errors: ['keys.not_found', 'keys.default'],
    }),
    async (request) => {
      await keys.revokeKey({ db, directory }, toChange(request));
      return { ok: true };
    },
  );
}

function rotateProjectKeyRoute(app: App, { db, directory, admin }: Options): void {
  app.post(
    '/:id/keys/rotate',
    operation({
      id: 'rotateProjectKey',
      summary: 'Rotate the default API key',
      description:
        'Creates a new default key with the name and the origins of the previous one. The previous key stays valid for 24 hours unless `revoke_now` is set. Other keys are not changed.',
      tag,
      access: admin,
      scopes: ['projects:write'],
      params,
      body: RotateKey,
      returns: ListOf(Ref(contract.ProjectKey)),
      status: 201,
    }),
    (request, reply) =>
      createOnce({ db, request, reply }, async (tx) => {
        const rotated = await keys.rotateKey(
          { db: tx, directory },
          { projectId: entryIdOf(request), revokeNow: request.body.revoke_now ?? false, actor: actorOf(request) },
        );
        return wholeList(rotated.map(keyForMember));
      }),
  );
}

const toChange = (request: FastifyRequest) => ({
  projectId: entryIdOf(request),
  actor: actorOf(request),
  id: requireId('key', (request.params as { key_id: string }).key_id, 'keys.not_found'),
});

const keyForMember = ({ project_id, id, created_at, last_used_at, expires_at, ...key }: ProjectKey) => ({
  id: formatId('key', id),
  project_id: formatId('prj', project_id),
  ...key,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
  expires_at: expires_at?.toISOString() ?? null,
});
