import { Id, ListOf, Ok, Page, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/instance/projects';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, recordHourly } from '../audit/audit.ts';
import { entryIdOf, projectEntry, sessionOf, type User, userOf } from '../../platform/api/credentials.ts';
import { createOnce } from '../../platform/api/idempotency.ts';
import { buildList, parsePaging, wholeList } from '../../platform/api/list.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import type { Outbox, SendMails } from '../mail/outbox.ts';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import type { LanguageModel } from '../../platform/outbound/language-model.ts';
import { appearanceRoutes } from './appearance-routes.ts';
import { auditRoutes } from './audit-routes.ts';
import { brandingRoutes } from './branding-routes.ts';
import type { ProjectDirectory } from './directory.ts';
import { projectDomainRoutes } from './domain-routes.ts';
import type { EmptyingDeps } from './emptying.ts';
import { emptyingRoutes } from './emptying-routes.ts';
import type { Domains } from './domains.ts';
import { keyRoutes } from './keys/routes.ts';
import { mailRoutes } from './mail-routes.ts';
import { memberRoutes } from './members/routes.ts';
import { expiring, projectForMember } from './projections.ts';
import * as projects from './projects.ts';
import { listIdentitySecrets } from './store.ts';
import { checkUserToken } from './user-tokens.ts';

interface Options {
  db: Db;
  directory: ProjectDirectory;
  domains: Domains;
  languageChanged: projects.OnLanguageChanged;
  quota: projects.Quota;
  eraseProject: projects.EraseProject;
  content: EmptyingDeps;
  outbox: Outbox;
  findOrInvite: (tx: Transaction, email: string) => Promise<User>;
  forgetInvited: projects.ForgetInvited;
  publicUrl: () => string;
  sendMails: SendMails;
  isMailing: boolean;
  languageModel: LanguageModel | undefined;
  /** Called in the transaction that creates a project. */
  onCreated: (tx: Db, projectId: string, owner: User) => Promise<unknown>;
}

const tag = 'Projects';
const params = Type.Object({ id: Id('prj') });
const query = Type.Object(Page);

/** Returns the access rules of endpoints below `/:id`, by role. */
function createAccess(directory: ProjectDirectory) {
  const entry = projectEntry(directory.byId);
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
  listIdentitySecretsRoute(app, deps);
  rotateIdentitySecretRoute(app, deps);
  checkUserTokenRoute(app, deps);

  await app.register(appearanceRoutes, { languageModel: options.languageModel });
  await app.register(keyRoutes, { db, directory, ...access });
  const { quota, findOrInvite, forgetInvited, sendMails, publicUrl, isMailing } = options;
  await app.register(memberRoutes, { db, quota, findOrInvite, forgetInvited, sendMails, publicUrl, isMailing, ...access });
  await app.register(auditRoutes, { db, admin: access.admin });
  await app.register(emptyingRoutes, { db, owner: access.owner, content: options.content });
  await app.register(brandingRoutes, { db, admin: access.admin, publicUrl });
  await app.register(mailRoutes, { db, outbox, admin: access.admin });
  await app.register(projectDomainRoutes, { domains, ...access });
};

function listProjectsRoute(app: App, { db, publicUrl }: Deps): void {
  app.get(
    '',
    operation({
      id: 'listProjects',
      summary: 'List projects',
      description:
        'Returns the projects of the user in the order in which the user joined them, with the role of the user, or the project of the service account. A token that is limited to projects returns these only.',
      tag,
      access: { by: 'session' },
      scopes: ['projects:read'],
      isOwnProjects: true,
      query,
      returns: ListOf(Ref(contract.Project)),
    }),
    async (request) => {
      const paging = parsePaging(request);
      const { rows, ...count } = await projects.listProjects(db, userOf(request), paging);
      return buildList(
        rows.map(({ role, ...project }) => projectForMember(project, role, publicUrl())),
        count,
        paging,
      );
    },
  );
}

function createProjectRoute(app: App, { db, quota, publicUrl, onCreated }: Deps): void {
  app.post(
    '',
    operation({
      id: 'createProject',
      summary: 'Create a project',
      description:
        'On invite-only instances, users who signed up through a project invitation can create projects only as an admin or owner of another project.',
      tag,
      access: { by: 'session' },
      scopes: ['admin'],
      body: contract.CreateProject,
      returns: Ref(contract.Project),
      status: 201,
      errors: ['projects.creation_forbidden', 'projects.slug_taken', 'projects.quota_exceeded'],
    }),
    (request, reply) =>
      createOnce({ db, request, reply }, async (tx) => {
        const id = await projects.createProject(tx, {
          ...request.body,
          owner: userOf(request),
          actor: actorOf(request),
          quota,
        });
        await onCreated(tx, id, userOf(request));
        return projectForMember(await projects.getProject(tx, id), 'owner', publicUrl());
      }),
  );
}

function getProjectRoute(app: App, { db, viewer, publicUrl }: Deps): void {
  app.get(
    '/:id',
    operation({
      id: 'getProject',
      summary: 'Get a project',
      description:
        'Returns the project with its API key, its settings, the URL of its public pages and the role of the caller. Settings that were never changed have their defaults.',
      tag,
      access: viewer,
      scopes: ['projects:read'],
      isOwnProjects: true,
      params,
      returns: Ref(contract.Project),
    }),
    async (request) => {
      const { role } = sessionOf(request);
      return projectForMember(await projects.getProject(db, entryIdOf(request)), role, publicUrl());
    },
  );
}

function updateProjectRoute(app: App, { db, directory, domains, languageChanged, admin, publicUrl }: Deps): void {
  app.patch(
    '/:id',
    operation({
      id: 'updateProject',
      summary: 'Update a project',
      description:
        'Changes the name, the slug or settings. Omitted fields and settings keep their values. A new slug changes the URLs of the public pages and feeds; the previous URLs redirect to the new ones until another project takes the previous slug. A new `custom_domain` is served after its verification. Changes apply to all nodes immediately and are recorded in the audit log.',
      tag,
      access: admin,
      scopes: ['projects:write'],
      params,
      body: contract.UpdateProject,
      returns: Ref(contract.Project),
      errors: ['projects.slug_taken'],
    }),
    async (request) =>
      projectForMember(
        await projects.updateProject(
          { db, directory, domains, languageChanged },
          { id: entryIdOf(request), actor: actorOf(request), ...request.body },
        ),
        sessionOf(request).role,
        publicUrl(),
      ),
  );
}

function deleteProjectRoute(app: App, { db, directory, forgetInvited, eraseProject, owner }: Deps): void {
  app.delete(
    '/:id',
    operation({
      id: 'deleteProject',
      summary: 'Delete a project',
      description:
        'Deletes the project with all of its data, including events, images, emails and API keys. The deletion is immediate and cannot be undone. As a safeguard, `confirm` must be the slug of the project.',
      tag,
      access: owner,
      scopes: ['admin'],
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

function listIdentitySecretsRoute(app: App, { db, admin }: Deps): void {
  app.get(
    '/:id/identity-secrets',
    operation({
      id: 'listIdentitySecrets',
      summary: 'List identity secrets',
      description:
        'Returns the secrets that are valid for signing `X-User-Token`, the current one first. Keep them on your server: with a secret, everyone can act in the name of your users. Recorded in the audit log, once an hour for each user.',
      tag,
      access: admin,
      scopes: ['admin'],
      params,
      returns: ListOf(Ref(contract.IdentitySecret)),
    }),
    async (request) => {
      const projectId = entryIdOf(request);
      await recordHourly(db, { projectId, actor: actorOf(request), action: 'identity_secret.read' });
      return wholeList((await listIdentitySecrets(db, projectId)).map(expiring));
    },
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
      scopes: ['admin'],
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
              { id: entryIdOf(request), revokeNow: request.body.revoke_now ?? false, actor: actorOf(request) },
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
      scopes: ['projects:read'],
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
