import { Id, ListOf, Ok, Page, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/instance/projects';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { actorOf } from '../../audit/audit.ts';
import { type Access, entryIdOf, sessionOf } from '../../../platform/api/credentials.ts';
import { createOnce } from '../../../platform/api/idempotency.ts';
import { buildList, parsePaging } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import { requireId } from '../../../platform/api/validation.ts';
import { type InvitationDeps, invite, inviteAgain } from './invitations.ts';
import { listMembers, type Member } from './store.ts';
import { buildDashboardUrl } from '../dashboard-url.ts';
import { memberForMember } from '../projections.ts';
import * as projects from '../projects.ts';

interface Deps extends InvitationDeps {
  /** Whether a mail server is configured. */
  isMailing: boolean;
  quota: projects.Quota;
  forgetInvited: projects.ForgetInvited;
  viewer: Access;
  owner: Access;
}

const tag = 'Projects';
const params = Type.Object({ id: Id('prj') });
const memberParams = Type.Object({ id: Id('prj'), user_id: Id('usr') });
const query = Type.Object(Page);

/** The members of a project. */
export const memberRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  listMembersRoute(app, deps);
  inviteMemberRoute(app, deps);
  resendInvitationRoute(app, deps);
  updateMemberRoute(app, deps);
  removeMemberRoute(app, deps);
};

const toMember = ({ publicUrl, isMailing }: Deps, request: FastifyRequest, member: Member) =>
  memberForMember(member, { url: buildDashboardUrl(publicUrl(), sessionOf(request).project.slug), is_mailed: isMailing });

function listMembersRoute(app: App, deps: Deps): void {
  app.get(
    '/:id/members',
    operation({
      id: 'listMembers',
      summary: 'List members',
      description:
        'Returns the members of the project in the order in which they were added. People who were added and have not signed in yet have the `state` `invited`.',
      tag,
      access: deps.viewer,
      scopes: ['projects:read'],
      params,
      query,
      returns: ListOf(Ref(contract.Member)),
    }),
    async (request) => {
      const paging = parsePaging(request);
      const { rows, ...count } = await listMembers(deps.db, entryIdOf(request), paging);
      return buildList(
        rows.map((member) => toMember(deps, request, member)),
        count,
        paging,
      );
    },
  );
}

function inviteMemberRoute(app: App, deps: Deps): void {
  app.post(
    '/:id/members',
    operation({
      id: 'inviteMember',
      summary: 'Add a member',
      description:
        'Adds the person with this email address to the project, and sends an email with a link. Without an account, the person gets one with the first sign-in with this address, and is `invited` until then; an invitation expires after 14 days. Without a mail server, send `invitation.url` yourself. Recorded in the audit log.',
      tag,
      access: deps.owner,
      scopes: ['admin'],
      params,
      body: contract.InviteMember,
      returns: Ref(contract.Member),
      status: 201,
      errors: ['members.already_member'],
    }),
    (request, reply) =>
      createOnce({ db: deps.db, request, reply }, async (tx) =>
        toMember(
          deps,
          request,
          await invite(deps, tx, { projectId: entryIdOf(request), actor: actorOf(request), ...request.body }),
        ),
      ),
  );
}

function resendInvitationRoute(app: App, deps: Deps): void {
  app.post(
    '/:id/members/:user_id/invitation',
    operation({
      id: 'resendInvitation',
      summary: 'Send an invitation again',
      description:
        'Sends the email to an invited person again, and extends the invitation to 14 days from now. Recorded in the audit log.',
      tag,
      access: deps.owner,
      scopes: ['admin'],
      params: memberParams,
      returns: Ref(contract.Member),
      errors: ['members.not_found', 'members.already_signed_in'],
      limit: 'sensitive',
    }),
    async (request) => {
      const userId = parseUserId(request.params.user_id);
      return toMember(deps, request, await inviteAgain(deps, { projectId: entryIdOf(request), userId, actor: actorOf(request) }));
    },
  );
}

function updateMemberRoute(app: App, deps: Deps): void {
  app.patch(
    '/:id/members/:user_id',
    operation({
      id: 'updateMember',
      summary: 'Update the role of a member',
      description:
        'Changes the rights of a member immediately, also for their existing tokens. The role `owner` transfers the project to a member who has signed in, and makes the previous owner an admin. Recorded in the audit log.',
      tag,
      access: deps.owner,
      scopes: ['admin'],
      params: memberParams,
      body: contract.UpdateMember,
      returns: Ref(contract.Member),
      errors: ['members.not_found', 'members.owner_fixed', 'members.not_signed_in', 'projects.quota_exceeded'],
    }),
    async (request) => {
      const { role } = sessionOf(request);
      const change = {
        projectId: entryIdOf(request),
        userId: parseUserId(request.params.user_id),
        role: request.body.role,
        actor: { ...actorOf(request), role },
        quota: deps.quota,
      };
      return toMember(deps, request, await projects.changeRole(deps.db, change));
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
      scopes: ['admin'],
      params: memberParams,
      returns: Ref(Ok),
      errors: ['members.not_found', 'members.owner_fixed', 'auth.role_required'],
    }),
    async (request) => {
      const { role } = sessionOf(request);
      await projects.removeMember(
        { db, forgetInvited },
        {
          projectId: entryIdOf(request),
          userId: parseUserId(request.params.user_id),
          actor: { ...actorOf(request), role },
        },
      );
      return { ok: true };
    },
  );
}

const parseUserId = (text: string) => requireId('usr', text, 'members.not_found');
