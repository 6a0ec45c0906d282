import * as contract from '@earshot/contract/services/analytics/schemas';
import { Id, ListOf, Ok, Ref } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, recordAudit } from '../../../instance/audit/audit.ts';
import { callerOf, type EntryKind, entryIdOf, projectQuery } from '../../../platform/api/credentials.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import { createOnce } from '../../../platform/api/idempotency.ts';
import { buildList, parsePaging } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import { formatId, newId } from '../../../platform/ids.ts';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import { projectOf } from '../../../instance/projects/caller.ts';
import * as annotations from './annotations-store.ts';
import { annotationForMember } from './projections.ts';
import { parsePeriod } from '../query/periods.ts';

interface Options {
  db: Db;
}

const tag = 'Analytics';
const member = { by: 'session', role: 'member' } as const;
const params = Type.Object({ id: Id('ann') });
const kind: EntryKind = {
  prefix: 'ann',
  notFound: 'annotations.not_found',
  findProjectId: annotations.findAnnotationProject,
};
const EVER = '1970-01-01';

export const annotationRoutes: FastifyPluginAsyncTypebox<Options> = async (app, deps) => {
  listAnnotationsRoute(app, deps);
  createAnnotationRoute(app, deps);
  updateAnnotationRoute(app, deps);
  deleteAnnotationRoute(app, deps);
};

function listAnnotationsRoute(app: App, { db }: Options): void {
  app.get(
    '/annotations',
    operation({
      id: 'listAnnotations',
      summary: 'List annotations',
      description: 'Returns annotations in chronological order, including published changelog entries.',
      tag,
      access: { by: 'session', role: 'viewer' },
      scopes: ['analytics:read'],
      query: Type.Object({ ...contract.ListAnnotationsQuery, ...projectQuery }),
      returns: ListOf(Ref(contract.Annotation)),
    }),
    async (request) => {
      const project = projectOf(request);
      const { from = EVER, to, timezone = project.settings.analytics.timezone } = request.query;
      const span = parsePeriod({ from, to: to ?? '9999-12-30', timezone }, Date.now());
      const paging = parsePaging(request);
      const { rows, ...count } = await annotations.listAnnotations(db, project.id, {
        from: new Date(span.from),
        to: new Date(span.to),
        ...paging,
      });
      return buildList(rows.map(annotationForMember), count, paging);
    },
  );
}

function createAnnotationRoute(app: App, { db }: Options): void {
  app.post(
    '/annotations',
    operation({
      id: 'createAnnotation',
      summary: 'Create an annotation',
      description:
        'Annotations mark points in time on charts, such as a launch. Published changelog entries have an annotation automatically.',
      tag,
      access: member,
      scopes: ['analytics:write'],
      query: Type.Object(projectQuery),
      body: contract.CreateAnnotation,
      returns: Ref(contract.Annotation),
      status: 201,
    }),
    (request, reply) =>
      createOnce({ db, request, reply }, async (tx) => {
        const { occurred_at: time, content: text } = request.body;
        return annotationForMember(
          await annotations.insertAnnotation(tx, callerOf(request).project.id, newId(), { time: new Date(time), text }),
        );
      }),
  );
}

function updateAnnotationRoute(app: App, { db }: Options): void {
  app.patch(
    '/annotations/:id',
    operation({
      id: 'updateAnnotation',
      summary: 'Update an annotation',
      description:
        'Changes the time or the text of an annotation. Omitted fields keep their values. An annotation of a changelog entry can be changed as well; the entry stays the same.',
      tag,
      access: { ...member, entry: kind },
      scopes: ['analytics:write'],
      params,
      body: contract.UpdateAnnotation,
      returns: Ref(contract.Annotation),
    }),
    async (request) => {
      const { occurred_at: time, content: text } = request.body;
      const change = { time: time === undefined ? undefined : new Date(time), text };
      const annotation = await annotations.updateAnnotation(db, callerOf(request).project.id, entryIdOf(request), change);
      if (!annotation) throw new HttpError('annotations.not_found');
      return annotationForMember(annotation);
    },
  );
}

function deleteAnnotationRoute(app: App, { db }: Options): void {
  app.delete(
    '/annotations/:id',
    operation({
      id: 'deleteAnnotation',
      summary: 'Delete an annotation',
      description: 'Deletes the mark on charts; events and changelog entries are kept. Recorded in the audit log.',
      tag,
      access: { ...member, entry: kind },
      scopes: ['analytics:write'],
      params,
      returns: Ref(Ok),
    }),
    async (request) => {
      const [projectId, id] = [callerOf(request).project.id, entryIdOf(request)];
      await transact(db, async (tx) => {
        const deleted = await annotations.deleteAnnotation(tx, projectId, id);
        if (!deleted) throw new HttpError('annotations.not_found');
        await recordAudit(tx, {
          projectId,
          actor: actorOf(request),
          action: 'annotation.deleted',
          target: { id: formatId('ann', id), name: deleted.text },
        });
      });
      return { ok: true };
    },
  );
}
