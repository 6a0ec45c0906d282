import { Id, ListOf, Ok, Page, Ref } from '@earshot/contract/common';
import * as contract from '@earshot/contract/projects';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { type EntryKind, entryIdOf, sessionOf, type User, userOf } from '../http/credentials.ts';
import { HttpError } from '../http/errors.ts';
import { createOnce } from '../http/idempotency.ts';
import { listOf, rowsOf, wholeList } from '../http/list.ts';
import { type App, operation } from '../http/operation.ts';
import { parseId } from '../ids.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { Db, Transaction } from '../postgres/database.ts';
import type { ProjectDirectory } from './directory.ts';
import { projectDomainRoutes } from './domain-routes.ts';
import type { Domains } from './domains.ts';
import { mailRoutes } from './mail-routes.ts';
import { listMembers } from './members-store.ts';
import { expiring, memberForMember, projectForMember } from './projections.ts';
import * as projects from './projects.ts';
import { listIdentitySecrets, listKeys, listProjectsOf } from './store.ts';
import { checkUserToken } from './user-tokens.ts';

interface Options {
  db: Db;
  directory: ProjectDirectory;
  domains: Domains;
  quota: projects.Quota;
  eraseProject: projects.EraseProject;
  outbox: Outbox;
  findOrInvite: (tx: Transaction, email: string) => Promise<User>;
  forgetInvited: projects.ForgetInvited;
}

const tag = 'Projects';
const params = Type.Object({ id: Id('prj') });
const memberParams = Type.Object({ id: Id('prj'), user_id: Id('usr') });
const query = Type.Object(Page);

/** Returns the access rules of endpoints below `/:id`, by role. */
function createAccess(directory: ProjectDirectory) {
  const entry: EntryKind = {
    prefix: 'prj',
    notFound: 'projects.not_found',
    findProjectId: async (_db, id) => (await directory.byId(id))?.id,
  };
  return {
    viewer: { by: 'session', role: 'viewer', entry },
    admin: { by: 'session', role: 'admin', entry },
    owner: { by: 'session', role: 'owner', entry },
  } as const;
}

type Deps = Options & ReturnType<typeof createAccess>;

export const projectRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { db, directory, domains, outbox } = options;
  const access = createAccess(directory);
  const deps = { ...options, ...access };

  listProjectsRoute(app, deps);
  createProjectRoute(app, deps);
  getProjectRoute(app, deps);
  updateProjectRoute(app, deps);
  deleteProjectRoute(app, deps);
  listProjectKeysRoute(app, deps);
  rotateProjectKeyRoute(app, deps);
  listIdentitySecretsRoute(app, deps);
  rotateIdentitySecretRoute(app, deps);
  checkUserTokenRoute(app, deps);
  listMembersRoute(app, deps);
  inviteMemberRoute(app, deps);
  updateMemberRoute(app, deps);
  removeMemberRoute(app, deps);

  await app.register(mailRoutes, { db, outbox, admin: access.admin });
  await app.register(projectDomainRoutes, { domains, ...access });
};

function listProjectsRoute(app: App, { db }: Deps): void {
  app.get(
    '',
    operation({
      id: 'listProjects',
      summary: 'List projects',
      tag,
      access: { by: 'session' },
      query,
      returns: ListOf(Ref(contract.Project)),
    }),
    async (request) => {
      const { projects: rows, total } = await listProjectsOf(db, userOf(request).id, rowsOf(request.query));
      return listOf(
        rows.map(({ role, ...project }) => projectForMember(project, role)),
        total,
        request.query,
      );
    },
  );
}

function createProjectRoute(app: App, { db, quota }: Deps): void {
  app.post(
    '',
    operation({
      id: 'createProject',
      summary: 'Create a project',
      description:
        'On invite-only instances, users who signed up through a project invitation can create projects only as an admin or owner of another project.',
      tag,
      access: { by: 'session' },
      body: contract.CreateProject,
      returns: Ref(contract.Project),
      status: 201,
      errors: ['projects.creation_forbidden', 'projects.slug_taken', 'projects.quota_exceeded'],
    }),
    (request, reply) =>
      createOnce({ db, request, reply }, async (tx) => {
        const id = await projects.createProject(tx, { ...request.body, owner: userOf(request), quota });
        return projectForMember(await projects.getProject(tx, id), 'owner');
      }),
  );
}

function getProjectRoute(app: App, { db, viewer }: Deps): void {
  app.get(
    '/:id',
    operation({ id: 'getProject', summary: 'Get a project', tag, access: viewer, params, returns: Ref(contract.Project) }),
    async (request) => {
      const { role } = sessionOf(request);
      return projectForMember(await projects.getProject(db, entryIdOf(request)), role);
    },
  );
}

function updateProjectRoute(app: App, { db, directory, domains, admin }: Deps): void {
  app.patch(
    '/:id',
    operation({
      id: 'updateProject',
      summary: 'Update a project',
      tag,
      access: admin,
      params,
      body: contract.UpdateProject,
      returns: Ref(contract.Project),
      errors: ['projects.slug_taken'],
    }),
    async (request) =>
      projectForMember(
        await projects.updateProject({ db, directory, domains }, { id: entryIdOf(request), ...request.body }),
        sessionOf(request).role,
      ),
  );
}

function deleteProjectRoute(app: App, { db, directory, forgetInvited, eraseProject, owner }: Deps): void {
  app.delete(
    '/:id',
    operation({
      id: 'deleteProject',
      summary: 'Delete a project',
      description: 'Deletes the project with all of its data, including events.',
      tag,
      access: owner,
      params,
      query: contract.DeleteProjectQuery,
      returns: Ref(Ok),
    }),
    async (request) => {
      await projects.deleteProject(
        { db, directory, eraseProject, forgetInvited },
        { id: entryIdOf(request), confirm: request.query.confirm },
      );
      return { ok: true };
    },
  );
}

function listProjectKeysRoute(app: App, { db, viewer }: Deps): void {
  app.get(
    '/:id/keys',
    operation({
      id: 'listProjectKeys',
      summary: 'List API keys',
      description: 'Returns the valid API keys, including rotated keys that have not expired yet.',
      tag,
      access: viewer,
      params,
      returns: ListOf(Ref(contract.ProjectKey)),
    }),
    async (request) => wholeList((await listKeys(db, entryIdOf(request))).map(expiring)),
  );
}

function rotateProjectKeyRoute(app: App, { db, directory, admin }: Deps): void {
  app.post(
    '/:id/keys/rotate',
    operation({
      id: 'rotateProjectKey',
      summary: 'Rotate the API key',
      description: 'Creates a new API key. The previous key stays valid for 24 hours unless `revoke_now` is set.',
      tag,
      access: admin,
      params,
      body: contract.RotateKey,
      returns: ListOf(Ref(contract.ProjectKey)),
      status: 201,
    }),
    (request, reply) =>
      createOnce({ db, request, reply }, async (tx) =>
        wholeList(
          (
            await projects.rotateKey(
              { db: tx, directory },
              { id: entryIdOf(request), revokeNow: request.body.revoke_now ?? false },
            )
          ).map(expiring),
        ),
      ),
  );
}

function listIdentitySecretsRoute(app: App, { db, admin }: Deps): void {
  app.get(
    '/:id/identity-secrets',
    operation({
      id: 'listIdentitySecrets',
      summary: 'List identity secrets',
      description: 'Returns the secrets that are valid for signing `X-User-Token`.',
      tag,
      access: admin,
      params,
      returns: ListOf(Ref(contract.IdentitySecret)),
    }),
    async (request) => wholeList((await listIdentitySecrets(db, entryIdOf(request))).map(expiring)),
  );
}

function rotateIdentitySecretRoute(app: App, { db, directory, admin }: Deps): void {
  app.post(
    '/:id/identity-secrets/rotate',
    operation({
      id: 'rotateIdentitySecret',
      summary: 'Rotate the identity secret',
      description:
        'Creates a new secret for signing `X-User-Token`. The previous secret stays valid for 24 hours unless `revoke_now` is set.',
      tag,
      access: admin,
      params,
      body: contract.RotateKey,
      returns: ListOf(Ref(contract.IdentitySecret)),
      status: 201,
    }),
    (request, reply) =>
      createOnce({ db, request, reply }, async (tx) =>
        wholeList(
          (
            await projects.rotateIdentitySecret(
              { db: tx, directory },
              { id: entryIdOf(request), revokeNow: request.body.revoke_now ?? false },
            )
          ).map(expiring),
        ),
      ),
  );
}

function checkUserTokenRoute(app: App, { db, admin }: Deps): void {
  app.post(
    '/:id/identity-secrets/check',
    operation({
      id: 'checkUserToken',
      summary: 'Verify a user token',
      description: 'Returns the user identified by the token, or the reason why the token is invalid.',
      tag,
      access: admin,
      params,
      body: contract.CheckUserToken,
      returns: Ref(contract.CheckedUserToken),
    }),
    async (request) => {
      const { user, reason } = await checkUserToken(db, entryIdOf(request), request.body.token);
      return { valid: user !== undefined, reason: reason ?? null, user: user ?? null };
    },
  );
}

function listMembersRoute(app: App, { db, viewer }: Deps): void {
  app.get(
    '/:id/members',
    operation({
      id: 'listMembers',
      summary: 'List members',
      tag,
      access: viewer,
      params,
      query,
      returns: ListOf(Ref(contract.Member)),
    }),
    async (request) => {
      const { members, total } = await listMembers(db, entryIdOf(request), rowsOf(request.query));
      return listOf(members.map(memberForMember), total, request.query);
    },
  );
}

function inviteMemberRoute(app: App, { db, findOrInvite, owner }: Deps): void {
  app.post(
    '/:id/members',
    operation({
      id: 'inviteMember',
      summary: 'Add a member',
      tag,
      access: owner,
      params,
      body: contract.InviteMember,
      returns: Ref(contract.Member),
      status: 201,
      errors: ['members.already_member'],
    }),
    (request, reply) =>
      createOnce({ db, request, reply }, async (tx) =>
        memberForMember(await projects.inviteMember(tx, findOrInvite, { projectId: entryIdOf(request), ...request.body })),
      ),
  );
}

function updateMemberRoute(app: App, { db, quota, owner }: Deps): void {
  app.patch(
    '/:id/members/:user_id',
    operation({
      id: 'updateMember',
      summary: 'Update the role of a member',
      description: 'The role `owner` transfers the project.',
      tag,
      access: owner,
      params: memberParams,
      body: contract.UpdateMember,
      returns: Ref(contract.Member),
      errors: ['members.not_found', 'members.owner_fixed', 'members.not_signed_in', 'projects.quota_exceeded'],
    }),
    async (request) => {
      const { user, role } = sessionOf(request);
      const change = {
        projectId: entryIdOf(request),
        userId: userIdOf(request.params.user_id),
        role: request.body.role,
        actor: { id: user.id, role },
        quota,
      };
      return memberForMember(await projects.changeRole(db, change));
    },
  );
}

function removeMemberRoute(app: App, { db, forgetInvited, viewer }: Deps): void {
  app.delete(
    '/:id/members/:user_id',
    operation({
      id: 'removeMember',
      summary: 'Remove a member',
      description: 'Removes a member from the project. Members can remove themselves to leave the project.',
      tag,
      access: viewer,
      params: memberParams,
      returns: Ref(Ok),
      errors: ['members.not_found', 'members.owner_fixed', 'auth.role_required'],
    }),
    async (request) => {
      const { user, role } = sessionOf(request);
      await projects.removeMember(
        { db, forgetInvited },
        {
          projectId: entryIdOf(request),
          userId: userIdOf(request.params.user_id),
          actor: { id: user.id, role },
        },
      );
      return { ok: true };
    },
  );
}

function userIdOf(text: string): string {
  const id = parseId('usr', text);
  if (!id) throw new HttpError('members.not_found');
  return id;
}
