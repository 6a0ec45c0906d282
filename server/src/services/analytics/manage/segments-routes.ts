import { Id, ListOf, Ok, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/analytics/sharing';
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
import { segmentForMember } from './projections.ts';
import { parseFilters } from '../query/filters.ts';
import * as segments from './segments-store.ts';

interface Options {
  db: Db;
}

const tag = 'Analytics';
const member = { by: 'session', role: 'member' } as const;
const params = Type.Object({ id: Id('seg') });
const kind: EntryKind = { prefix: 'seg', notFound: 'segments.not_found', findProjectId: segments.findSegmentProject };

export const segmentsRoutes: FastifyPluginAsyncTypebox<Options> = async (app, deps) => {
  listSegmentsRoute(app, deps);
  createSegmentRoute(app, deps);
  updateSegmentRoute(app, deps);
  deleteSegmentRoute(app, deps);
};

function listSegmentsRoute(app: App, { db }: Options): void {
  app.get(
    '/',
    operation({
      id: 'listAnalyticsSegments',
      summary: 'List segments',
      description: 'Returns all segments of the project by name. Pass the filters of a segment as `filter` to a report.',
      tag,
      access: { by: 'session', role: 'viewer' },
      scopes: ['analytics:read'],
      query: Type.Object(projectQuery),
      returns: ListOf(Ref(contract.Segment)),
    }),
    async (request) => wholeList((await segments.listSegments(db, callerOf(request).project.id)).map(segmentForMember)),
  );
}

function createSegmentRoute(app: App, { db }: Options): void {
  app.post(
    '/',
    operation({
      id: 'createAnalyticsSegment',
      summary: 'Create a segment',
      description:
        'A segment is a named set of filters that the team can choose in reports. A shared link can be limited to a segment. Names are unique in the project.',
      tag,
      access: member,
      scopes: ['analytics:write'],
      query: Type.Object(projectQuery),
      body: contract.CreateSegment,
      returns: Ref(contract.Segment),
      status: 201,
      errors: ['segments.name_taken'],
    }),
    (request, reply) => {
      parseFilters(request.body.filters, 'filters');
      return createOnce({ db, request, reply }, async (tx) => {
        const segment = await segments.insertSegment(tx, callerOf(request).project.id, newId(), request.body);
        if (!segment) throw new HttpError('segments.name_taken');
        return segmentForMember(segment);
      });
    },
  );
}

function updateSegmentRoute(app: App, { db }: Options): void {
  app.patch(
    '/:id',
    operation({
      id: 'updateAnalyticsSegment',
      summary: 'Update a segment',
      description:
        'Changes the name or replaces the filters. Changes apply immediately to all shared links that use the segment. New filters are recorded in the audit log.',
      tag,
      access: { ...member, entry: kind },
      scopes: ['analytics:write'],
      params,
      body: contract.UpdateSegment,
      returns: Ref(contract.Segment),
      errors: ['segments.name_taken'],
    }),
    async (request) => {
      parseFilters(request.body.filters, 'filters');
      const { filters } = request.body;
      const [projectId, id] = [callerOf(request).project.id, entryIdOf(request)];
      return await transact(db, async (tx) => {
        const segment = await segments.updateSegment(tx, projectId, id, request.body);
        if (segment === 'taken') throw new HttpError('segments.name_taken');
        if (!segment) throw new HttpError('segments.not_found');
        // A member decides with them what a shared link shows, which only admins create.
        if (filters)
          await recordAudit(tx, {
            projectId,
            actor: actorOf(request),
            action: 'segment.filters_updated',
            target: { id: formatId('seg', id), name: segment.name },
            after: { filters },
          });
        return segmentForMember(segment);
      });
    },
  );
}

function deleteSegmentRoute(app: App, { db }: Options): void {
  app.delete(
    '/:id',
    operation({
      id: 'deleteAnalyticsSegment',
      summary: 'Delete a segment',
      description:
        'Deletes the saved filters; events are kept. A segment that a shared link uses can’t be deleted, because the link would then show all events. Recorded in the audit log.',
      tag,
      access: { ...member, entry: kind },
      scopes: ['analytics:write'],
      params,
      returns: Ref(Ok),
      errors: ['segments.in_use'],
    }),
    async (request) => {
      const [projectId, id] = [callerOf(request).project.id, entryIdOf(request)];
      await transact(db, async (tx) => {
        const deleted = await segments.deleteSegment(tx, projectId, id);
        if (deleted === 'shared') throw new HttpError('segments.in_use');
        if (!deleted) throw new HttpError('segments.not_found');
        await recordAudit(tx, {
          projectId,
          actor: actorOf(request),
          action: 'segment.deleted',
          target: { id: formatId('seg', id), name: deleted.name },
        });
      });
      return { ok: true };
    },
  );
}
