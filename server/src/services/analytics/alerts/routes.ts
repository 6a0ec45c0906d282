import * as contract from '@earshot/contract/services/analytics/schemas';
import { Id, ListOf, Ok, Ref } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf } from '../../../instance/audit/audit.ts';
import { projectOf } from '../../../instance/projects/caller.ts';
import { callerOf, type EntryKind, entryIdOf, projectQuery } from '../../../platform/api/credentials.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import { createOnce } from '../../../platform/api/idempotency.ts';
import { buildList, parsePaging, wholeList } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import { previewAlert } from './preview.ts';
import { alertForMember, triggerForMember } from './projections.ts';
import { createAlert, deleteAlert, parseDefinition, updateAlert } from './rules.ts';
import type { SeriesDeps } from './series.ts';
import * as store from './store.ts';
import { listTriggers } from './triggers-store.ts';

interface Options extends SeriesDeps {
  publicUrl: () => string;
}

const tag = 'Analytics';
const reader = { by: 'session', role: 'viewer' } as const;
const member = { by: 'session', role: 'member' } as const;
const params = Type.Object({ id: Id('alr') });
const kind: EntryKind = { prefix: 'alr', notFound: 'alerts.not_found', findProjectId: store.findAlertProject };

export const alertRoutes: FastifyPluginAsyncTypebox<Options> = async (app, deps) => {
  listAlertsRoute(app, deps);
  createAlertRoute(app, deps);
  previewAlertRoute(app, deps);
  getAlertRoute(app, deps);
  updateAlertRoute(app, deps);
  deleteAlertRoute(app, deps);
  listAlertTriggersRoute(app, deps);
};

function listAlertsRoute(app: App, { db }: Options): void {
  app.get(
    '/',
    operation({
      id: 'listAlerts',
      summary: 'List alerts',
      description: 'Returns all alerts of the project by name, each with its state and the count of the last evaluated window.',
      tag,
      access: reader,
      scopes: ['analytics:read'],
      query: Type.Object(projectQuery),
      returns: ListOf(Ref(contract.Alert)),
    }),
    async (request) => wholeList((await store.listAlerts(db, callerOf(request).project.id)).map(alertForMember)),
  );
}

function createAlertRoute(app: App, { db }: Options): void {
  app.post(
    '/',
    operation({
      id: 'createAlert',
      summary: 'Create an alert',
      description:
        'The alert is evaluated every five minutes, with the last complete window. When it is triggered and when it recovers, webhooks receive `alert.triggered` and `alert.recovered`. A usual range requires four weeks of history; until then, the alert is `learning`. A project can have 50 alerts. Recorded in the audit log.',
      tag,
      access: member,
      scopes: ['analytics:write'],
      query: Type.Object(projectQuery),
      body: contract.CreateAlert,
      returns: Ref(contract.Alert),
      status: 201,
      errors: ['goals.not_found', 'alerts.limit_exceeded'],
    }),
    (request, reply) =>
      createOnce({ db, request, reply }, async (within) =>
        alertForMember(
          await createAlert(within, { projectId: callerOf(request).project.id, actor: actorOf(request) }, request.body),
        ),
      ),
  );
}

function previewAlertRoute(app: App, deps: Options): void {
  app.post(
    '/preview',
    operation({
      id: 'previewAlert',
      summary: 'Preview an alert',
      description:
        'Evaluates a rule in the last four weeks, in consecutive windows, and returns how often it would have been triggered. Nothing is saved.',
      tag,
      access: reader,
      scopes: ['analytics:read'],
      query: Type.Object(projectQuery),
      body: contract.PreviewAlert,
      returns: Ref(contract.AlertPreview),
      errors: ['goals.not_found'],
      limit: 'sensitive',
    }),
    async (request) => {
      const project = projectOf(request);
      const definition = await parseDefinition(deps.db, project.id, request.body);
      return await previewAlert(deps, project, definition, Date.now());
    },
  );
}

function getAlertRoute(app: App, { db }: Options): void {
  app.get(
    '/:id',
    operation({
      id: 'getAlert',
      summary: 'Get an alert',
      description: 'Returns the rule with its state, the count of the last evaluated window, and the time of the last trigger.',
      tag,
      access: { ...reader, entry: kind },
      scopes: ['analytics:read'],
      params,
      returns: Ref(contract.Alert),
    }),
    async (request) => {
      const alert = await store.findAlert(db, callerOf(request).project.id, entryIdOf(request));
      if (!alert) throw new HttpError('alerts.not_found');
      return alertForMember(alert);
    },
  );
}

function updateAlertRoute(app: App, { db }: Options): void {
  app.patch(
    '/:id',
    operation({
      id: 'updateAlert',
      summary: 'Update an alert',
      description:
        'Changes the given fields. `threshold`, `filters` and `goal_id` are cleared when the new condition or metric does not have them. A changed rule is evaluated from the start: its state is `learning` until the next evaluation, and an open trigger ends without a webhook. Recorded in the audit log.',
      tag,
      access: { ...member, entry: kind },
      scopes: ['analytics:write'],
      params,
      body: contract.UpdateAlert,
      returns: Ref(contract.Alert),
      errors: ['goals.not_found'],
    }),
    async (request) =>
      alertForMember(
        await updateAlert(
          db,
          { projectId: callerOf(request).project.id, actor: actorOf(request), id: entryIdOf(request) },
          request.body,
        ),
      ),
  );
}

function deleteAlertRoute(app: App, { db }: Options): void {
  app.delete(
    '/:id',
    operation({
      id: 'deleteAlert',
      summary: 'Delete an alert',
      description: 'Deletes the alert and its history; an open trigger ends without a webhook. Recorded in the audit log.',
      tag,
      access: { ...member, entry: kind },
      scopes: ['analytics:write'],
      params,
      returns: Ref(Ok),
    }),
    async (request) => {
      await deleteAlert(db, { projectId: callerOf(request).project.id, actor: actorOf(request), id: entryIdOf(request) });
      return { ok: true };
    },
  );
}

function listAlertTriggersRoute(app: App, { db, publicUrl }: Options): void {
  app.get(
    '/:id/history',
    operation({
      id: 'listAlertHistory',
      summary: 'List the history of an alert',
      description:
        'Returns when the alert was triggered and recovered, with counts and usual ranges, the most recent first. Kept for twelve months.',
      tag,
      access: { ...reader, entry: kind },
      scopes: ['analytics:read'],
      params,
      query: Type.Object(contract.ListAlertTriggersQuery),
      returns: ListOf(Ref(contract.AlertTrigger)),
    }),
    async (request) => {
      const project = projectOf(request);
      const paging = parsePaging(request);
      const { rows, ...count } = await listTriggers(db, project.id, entryIdOf(request), paging);
      const home = { publicUrl: publicUrl(), slug: project.slug };
      return buildList(
        rows.map((trigger) => triggerForMember(trigger, home)),
        count,
        paging,
      );
    },
  );
}
