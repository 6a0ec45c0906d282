import * as contract from '@earshot/contract/services/analytics/schemas';
import { Id, ListOf, Ok, Ref } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, recordAudit } from '../../../instance/audit/audit.ts';
import { callerOf, type EntryKind, entryIdOf, projectQuery } from '../../../platform/api/credentials.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import { createOnce } from '../../../platform/api/idempotency.ts';
import { wholeList } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import { formatId, newId } from '../../../platform/ids.ts';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import { checkSteps } from '../query/steps.ts';
import * as funnels from './funnels-store.ts';
import { funnelForMember } from './projections.ts';

interface Options {
  db: Db;
}

/** Maximum number of funnels of a project. */
const MAX_FUNNELS = 50;

const tag = 'Analytics';
const member = { by: 'session', role: 'member' } as const;
const params = Type.Object({ id: Id('fnl') });
const kind: EntryKind = { prefix: 'fnl', notFound: 'funnels.not_found', findProjectId: funnels.findFunnelProject };

export const funnelRoutes: FastifyPluginAsyncTypebox<Options> = async (app, deps) => {
  listFunnelsRoute(app, deps);
  createFunnelRoute(app, deps);
  updateFunnelRoute(app, deps);
  deleteFunnelRoute(app, deps);
};

function listFunnelsRoute(app: App, { db }: Options): void {
  app.get(
    '/',
    operation({
      id: 'listAnalyticsFunnels',
      summary: 'List funnels',
      description:
        'Returns all saved funnels of the project by name. Pass `steps`, `window_seconds`, `order` and `by` of a funnel to `POST /v1/analytics/funnel` to get its conversion.',
      tag,
      access: { by: 'session', role: 'viewer' },
      scopes: ['analytics:read'],
      query: Type.Object(projectQuery),
      returns: ListOf(Ref(contract.SavedFunnel)),
    }),
    async (request) => wholeList((await funnels.listFunnels(db, callerOf(request).project.id)).map(funnelForMember)),
  );
}

function createFunnelRoute(app: App, { db }: Options): void {
  app.post(
    '/',
    operation({
      id: 'createAnalyticsFunnel',
      summary: 'Create a funnel',
      description:
        'Saves the steps of a funnel under a name, which is unique in the project. Period and filters belong to the report and are not saved. A project can have 50 funnels.',
      tag,
      access: member,
      scopes: ['analytics:write'],
      query: Type.Object(projectQuery),
      body: contract.CreateSavedFunnel,
      returns: Ref(contract.SavedFunnel),
      status: 201,
      errors: ['funnels.name_taken', 'funnels.limit_exceeded'],
    }),
    (request, reply) => {
      const { name, steps, window_seconds = contract.DEFAULT_FUNNEL_WINDOW, order = 'loose', by = 'person' } = request.body;
      checkSteps(steps);
      const { id: projectId } = callerOf(request).project;
      return createOnce({ db, request, reply }, (within) =>
        transact(within, async (tx) => {
          if ((await funnels.lockFunnelCount(tx, projectId)) >= MAX_FUNNELS) throw new HttpError('funnels.limit_exceeded');
          const fields = { name, steps, window_seconds, step_order: order, unit: by };
          const funnel = await funnels.insertFunnel(tx, projectId, newId(), fields);
          if (!funnel) throw new HttpError('funnels.name_taken');
          return funnelForMember(funnel);
        }),
      );
    },
  );
}

function updateFunnelRoute(app: App, { db }: Options): void {
  app.patch(
    '/:id',
    operation({
      id: 'updateAnalyticsFunnel',
      summary: 'Update a funnel',
      description: 'Changes the given fields of a saved funnel for the whole team. New `steps` replace all steps.',
      tag,
      access: { ...member, entry: kind },
      scopes: ['analytics:write'],
      params,
      body: contract.UpdateSavedFunnel,
      returns: Ref(contract.SavedFunnel),
      errors: ['funnels.name_taken'],
    }),
    async (request) => {
      const { order, by, ...fields } = request.body;
      if (fields.steps) checkSteps(fields.steps);
      const [projectId, id] = [callerOf(request).project.id, entryIdOf(request)];
      const funnel = await funnels.updateFunnel(db, projectId, id, {
        ...fields,
        ...(order && { step_order: order }),
        ...(by && { unit: by }),
      });
      if (funnel === 'taken') throw new HttpError('funnels.name_taken');
      if (!funnel) throw new HttpError('funnels.not_found');
      return funnelForMember(funnel);
    },
  );
}

function deleteFunnelRoute(app: App, { db }: Options): void {
  app.delete(
    '/:id',
    operation({
      id: 'deleteAnalyticsFunnel',
      summary: 'Delete a funnel',
      description: 'Deletes the saved steps for the whole team; events are kept. Recorded in the audit log.',
      tag,
      access: { ...member, entry: kind },
      scopes: ['analytics:write'],
      params,
      returns: Ref(Ok),
    }),
    async (request) => {
      const [projectId, id] = [callerOf(request).project.id, entryIdOf(request)];
      await transact(db, async (tx) => {
        const deleted = await funnels.deleteFunnel(tx, projectId, id);
        if (!deleted) throw new HttpError('funnels.not_found');
        await recordAudit(tx, {
          projectId,
          actor: actorOf(request),
          action: 'funnel.deleted',
          target: { id: formatId('fnl', id), name: deleted.name },
        });
      });
      return { ok: true };
    },
  );
}
