import * as contract from '@earshot/contract/analytics';
import { Id, ListOf, Ok, Ref } from '@earshot/contract/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { callerOf, type EntryKind, entryIdOf, projectQuery } from '../http/credentials.ts';
import { HttpError, invalidField } from '../http/errors.ts';
import { createOnce } from '../http/idempotency.ts';
import { listOf, rowsOf, wholeList } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { newId } from '../ids.ts';
import type { Project } from '../projects/store.ts';
import type { Analytics } from './analytics.ts';
import * as annotations from './manage/annotations-store.ts';
import { erasePerson } from './maintenance/erasure.ts';
import { eventRoutes } from './events-routes.ts';
import { importRoutes } from './import-routes.ts';
import * as goals from './manage/goals-store.ts';
import { annotationForMember, goalForMember } from './projections.ts';
import { parsePeriod } from './query/periods.ts';
import { reportRoutes } from './report-routes.ts';
import { checkStep } from './query/steps.ts';
import { segmentsRoutes } from './segments-routes.ts';
import type { LiveStreams } from './reports/live.ts';
import type { Shares } from './manage/shares.ts';
import { sharesRoutes } from './shares-routes.ts';

const tag = 'Analytics';
const viewer = { by: 'session', role: 'viewer' } as const;
const member = { by: 'session', role: 'member' } as const;
const goalParams = Type.Object({ id: Id('goal') });
const annotationParams = Type.Object({ id: Id('ann') });
const goalKind: EntryKind = { prefix: 'goal', notFound: 'goals.not_found', findProjectId: goals.findGoalProject };
const annotationKind: EntryKind = {
  prefix: 'ann',
  notFound: 'annotations.not_found',
  findProjectId: annotations.findAnnotationProject,
};
const EVER = '1970-01-01';

interface Options extends Analytics {
  live: LiveStreams;
  shares: Shares;
  publicUrl: () => string;
  findProject: (id: string) => Promise<{ name: string } | undefined>;
}

export const analyticsRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { db, clickhouse, forwarder, live, intake, visitors, geolocation, shares, publicUrl, findProject } = options;
  const projectOf = (request: FastifyRequest) => callerOf(request).project as Project;
  await app.register(eventRoutes, { intake, visitors, geolocation });
  await app.register(importRoutes, { intake });
  await app.register(reportRoutes, { db, clickhouse, forwarder, live });
  await app.register(segmentsRoutes, { prefix: '/segments', db });
  await app.register(sharesRoutes, { prefix: '/shares', db, shares, publicUrl, findProject });

  app.get(
    '/goals',
    operation({
      id: 'listGoals',
      summary: 'List goals',
      tag,
      access: { ...viewer, shared: true },
      query: Type.Object(projectQuery),
      returns: ListOf(Ref(contract.Goal)),
    }),
    async (request) => wholeList((await goals.listGoals(db, projectOf(request).id)).map(goalForMember)),
  );
  app.post(
    '/goals',
    operation({
      id: 'createGoal',
      summary: 'Create a goal',
      description: 'A goal matches an event or views of a page.',
      tag,
      access: member,
      query: Type.Object(projectQuery),
      body: contract.CreateGoal,
      returns: Ref(contract.Goal),
      status: 201,
      errors: ['goals.name_taken'],
    }),
    (request, reply) => {
      const { name, event = null, page = null } = request.body;
      checkStep({ event, page });
      return createOnce({ db, request, reply }, async (tx) => {
        const goal = await goals.insertGoal(tx, projectOf(request).id, newId(), { name, event, page });
        if (!goal) throw new HttpError('goals.name_taken');
        return goalForMember(goal);
      });
    },
  );
  app.patch(
    '/goals/:id',
    operation({
      id: 'updateGoal',
      summary: 'Update a goal',
      description: 'Changes apply to all reports, including past periods.',
      tag,
      access: { ...member, entry: goalKind },
      params: goalParams,
      body: contract.UpdateGoal,
      returns: Ref(contract.Goal),
      errors: ['goals.name_taken'],
    }),
    async (request) => {
      const [projectId, id] = [projectOf(request).id, entryIdOf(request)];
      const { name, event, page } = request.body;
      const old = await goals.findGoal(db, projectId, id);
      if (!old) throw new HttpError('goals.not_found');
      const isStepGiven = event !== undefined || page !== undefined;
      const step = isStepGiven ? { event: event ?? null, page: page ?? null } : old;
      if (isStepGiven) checkStep(step);
      const goal = await goals.updateGoal(db, projectId, id, { name: name ?? old.name, event: step.event, page: step.page });
      if (goal === 'taken') throw new HttpError('goals.name_taken');
      if (!goal) throw new HttpError('goals.not_found');
      return goalForMember(goal);
    },
  );
  app.delete(
    '/goals/:id',
    operation({
      id: 'deleteGoal',
      summary: 'Delete a goal',
      description: 'Events are kept.',
      tag,
      access: { ...member, entry: goalKind },
      params: goalParams,
      returns: Ref(Ok),
    }),
    async (request) => {
      if (!(await goals.deleteGoal(db, projectOf(request).id, entryIdOf(request)))) throw new HttpError('goals.not_found');
      return { ok: true };
    },
  );

  app.get(
    '/annotations',
    operation({
      id: 'listAnnotations',
      summary: 'List annotations',
      description: 'Returns annotations in chronological order, including published changelog entries.',
      tag,
      access: viewer,
      query: Type.Object({ ...contract.ListAnnotationsQuery, ...projectQuery }),
      returns: ListOf(Ref(contract.Annotation)),
    }),
    async (request) => {
      const { from = EVER, to, timezone = projectOf(request).settings.analytics.timezone } = request.query;
      const span = parsePeriod({ from, to: to ?? '9999-12-30', timezone }, Date.now());
      const found = await annotations.listAnnotations(db, projectOf(request).id, {
        from: new Date(span.from),
        to: new Date(span.to),
        ...rowsOf(request.query),
      });
      return listOf(found.annotations.map(annotationForMember), found.total, request.query);
    },
  );
  app.post(
    '/annotations',
    operation({
      id: 'createAnnotation',
      summary: 'Create an annotation',
      description: 'Annotations mark points in time on charts.',
      tag,
      access: member,
      query: Type.Object(projectQuery),
      body: contract.CreateAnnotation,
      returns: Ref(contract.Annotation),
      status: 201,
    }),
    (request, reply) =>
      createOnce({ db, request, reply }, async (tx) => {
        const { time, text } = request.body;
        return annotationForMember(
          await annotations.insertAnnotation(tx, projectOf(request).id, newId(), { time: new Date(time), text }),
        );
      }),
  );
  app.patch(
    '/annotations/:id',
    operation({
      id: 'updateAnnotation',
      summary: 'Update an annotation',
      tag,
      access: { ...member, entry: annotationKind },
      params: annotationParams,
      body: contract.UpdateAnnotation,
      returns: Ref(contract.Annotation),
    }),
    async (request) => {
      const { time, text } = request.body;
      const change = { time: time === undefined ? undefined : new Date(time), text };
      const annotation = await annotations.updateAnnotation(db, projectOf(request).id, entryIdOf(request), change);
      if (!annotation) throw new HttpError('annotations.not_found');
      return annotationForMember(annotation);
    },
  );
  app.delete(
    '/annotations/:id',
    operation({
      id: 'deleteAnnotation',
      summary: 'Delete an annotation',
      tag,
      access: { ...member, entry: annotationKind },
      params: annotationParams,
      returns: Ref(Ok),
    }),
    async (request) => {
      if (!(await annotations.deleteAnnotation(db, projectOf(request).id, entryIdOf(request))))
        throw new HttpError('annotations.not_found');
      return { ok: true };
    },
  );

  app.post(
    '/erase',
    operation({
      id: 'eraseAnalyticsPerson',
      summary: 'Delete events of a person',
      description:
        'Deletes the events that arrived before the request, with their visits and rollups. Events that arrive later, including during the request, are kept.',
      tag,
      access: { by: 'session', role: 'admin' },
      query: Type.Object(projectQuery),
      body: contract.ErasePerson,
      returns: Ref(contract.Erased),
    }),
    async (request) => {
      const { user_id: userId, visitor } = request.body;
      if (userId !== undefined && visitor !== undefined)
        throw invalidField('visitor', 'conflict', 'visitor must not be combined with user_id');
      return { ok: true, events: await erasePerson(options, projectOf(request).id, { userId, visitor }) };
    },
  );
};
