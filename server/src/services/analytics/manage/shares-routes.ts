import { Id, ListOf, Ok, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/analytics/sharing';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, changedFields, recordAudit } from '../../../instance/audit/audit.ts';
import { callerOf, type EntryKind, entryIdOf, projectQuery } from '../../../platform/api/credentials.ts';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { createOnce } from '../../../platform/api/idempotency.ts';
import { wholeList } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import { formatId, newId, parseId } from '../../../platform/ids.ts';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import { shareForMember } from './projections.ts';
import { findSegment } from './segments-store.ts';
import { hashPassword, createLink, type Shares } from './shares.ts';
import * as store from './shares-store.ts';

interface Options {
  db: Db;
  shares: Shares;
  publicUrl: () => string;
  findProject: (id: string) => Promise<{ name: string } | undefined>;
}

const tag = 'Analytics';
const admin = { by: 'session', role: 'admin' } as const;
const params = Type.Object({ id: Id('shr') });
const kind: EntryKind = { prefix: 'shr', notFound: 'shares.not_found', findProjectId: store.findShareProject };

export const sharesRoutes: FastifyPluginAsyncTypebox<Options> = async (app, deps) => {
  listSharesRoute(app, deps);
  createShareRoute(app, deps);
  updateShareRoute(app, deps);
  deleteShareRoute(app, deps);
  openShareRoute(app, deps);
};

function listSharesRoute(app: App, { db, publicUrl }: Options): void {
  app.get(
    '/',
    operation({
      id: 'listAnalyticsShares',
      summary: 'List shared links',
      description:
        'Returns shared links with their URL, in order of creation, oldest first. Passwords are stored as hashes and not returned.',
      tag,
      access: admin,
      scopes: ['analytics:read'],
      query: Type.Object(projectQuery),
      returns: ListOf(Ref(contract.Share)),
    }),
    async (request) =>
      wholeList((await store.listShares(db, callerOf(request).project.id)).map((share) => shareForMember(share, publicUrl()))),
  );
}

function createShareRoute(app: App, { db, publicUrl }: Options): void {
  app.post(
    '/',
    operation({
      id: 'createAnalyticsShare',
      summary: 'Create a shared link',
      description: 'Shared links show metrics, breakdowns and goals, but no individual events or annotations.',
      tag,
      access: admin,
      scopes: ['analytics:write'],
      query: Type.Object(projectQuery),
      body: contract.CreateShare,
      returns: Ref(contract.Share),
      status: 201,
    }),
    async (request, reply) => {
      const { name, password = null, segment_id = null, embed = false } = request.body;
      const fields = {
        name,
        link: createLink(),
        password_hash: password === null ? null : await hashPassword(password),
        segment_id: await getSegmentId(db, callerOf(request).project.id, segment_id),
        embed,
      };
      return await createOnce({ db, request, reply }, (on) =>
        transact(on, async (tx) => {
          const share = await store.insertShare(tx, callerOf(request).project.id, newId(), fields);
          await recordAudit(tx, {
            projectId: share.project_id,
            actor: actorOf(request),
            action: 'shared_link.created',
            target: shareTarget(share),
            after: auditedFields(share),
          });
          return shareForMember(share, publicUrl());
        }),
      );
    },
  );
}

function updateShareRoute(app: App, { db, publicUrl }: Options): void {
  app.patch(
    '/:id',
    operation({
      id: 'updateAnalyticsShare',
      summary: 'Update a shared link',
      description: 'A new password ends the access of everyone who opened the link with the previous password.',
      tag,
      access: { ...admin, entry: kind },
      scopes: ['analytics:write'],
      params,
      body: contract.UpdateShare,
      returns: Ref(contract.Share),
    }),
    async (request) => {
      const [projectId, id] = [callerOf(request).project.id, entryIdOf(request)];
      const { name, password, segment_id, embed } = request.body;
      const hash = typeof password === 'string' ? await hashPassword(password) : password;
      const segment = segment_id === undefined ? undefined : await getSegmentId(db, projectId, segment_id);
      return await transact(db, async (tx) => {
        const old = await store.lockShare(tx, projectId, id);
        const share =
          old &&
          (await store.updateShare(tx, projectId, id, {
            name: name ?? old.name,
            password_hash: hash === undefined ? old.password_hash : hash,
            segment_id: segment === undefined ? old.segment_id : segment,
            embed: embed ?? old.embed,
          }));
        if (!share) throw new HttpError('shares.not_found');
        const change = changedFields(auditedFields(old), auditedFields(share));
        const after = { ...change?.after, ...(typeof password === 'string' && { has_new_password: true }) };
        if (Object.keys(after).length)
          await recordAudit(tx, {
            projectId,
            actor: actorOf(request),
            action: 'shared_link.updated',
            target: shareTarget(old),
            before: change?.before,
            after,
          });
        return shareForMember(share, publicUrl());
      });
    },
  );
}

const shareTarget = ({ id, name }: store.Share) => ({ id: formatId('shr', id), name });
const auditedFields = ({ name, password_hash, segment_id, embed }: store.Share) => ({
  name,
  has_password: password_hash !== null,
  segment_id: segment_id && formatId('seg', segment_id),
  embed,
});

function deleteShareRoute(app: App, { db }: Options): void {
  app.delete(
    '/:id',
    operation({
      id: 'deleteAnalyticsShare',
      summary: 'Delete a shared link',
      description:
        'Ends the access of everyone who opened the link immediately. The link can’t be restored; create a new one instead. Recorded in the audit log.',
      tag,
      access: { ...admin, entry: kind },
      scopes: ['analytics:write'],
      params,
      returns: Ref(Ok),
    }),
    async (request) => {
      const [projectId, id] = [callerOf(request).project.id, entryIdOf(request)];
      await transact(db, async (tx) => {
        const deleted = await store.deleteShare(tx, projectId, id);
        if (!deleted) throw new HttpError('shares.not_found');
        await recordAudit(tx, {
          projectId,
          actor: actorOf(request),
          action: 'shared_link.deleted',
          target: { id: formatId('shr', id), name: deleted.name },
        });
      });
      return { ok: true };
    },
  );
}

function openShareRoute(app: App, { shares, findProject }: Options): void {
  app.post(
    '/open',
    operation({
      id: 'openAnalyticsShare',
      summary: 'Open a shared link',
      description:
        'Returns a token for the reports available to shared links. After 50 incorrect passwords in 15 minutes from all addresses together, further attempts are rejected with 429 until the end of the window, except with the `last_token` of an earlier visit.',
      tag,
      access: { by: 'none' },
      body: contract.OpenShare,
      returns: Ref(contract.OpenedShare),
      errors: ['shares.not_found', 'shares.embed_not_allowed', 'shares.password_required', 'shares.password_wrong'],
      limit: 'sensitive',
    }),
    async (request) => {
      const { link, password, embed, last_token: lastToken } = request.body;
      const { token, expiresIn, projectId, segmentName } = await shares.open(link, {
        password,
        embed,
        lastToken,
      });
      const project = await findProject(projectId);
      if (!project) throw new HttpError('shares.not_found');
      return { token, expires_in: expiresIn, project_name: project.name, segment_name: segmentName };
    },
  );
}

/** Returns the UUID of a segment of this project. A link with a missing segment would show all events. */
async function getSegmentId(db: Db, projectId: string, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const uuid = parseId('seg', id);
  if (!uuid || !(await findSegment(db, projectId, uuid)))
    throw invalidField('segment_id', 'not_found', 'segment_id must be the id of a segment of this project');
  return uuid;
}
