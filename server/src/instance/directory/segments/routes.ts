import * as contract from '@earshot/contract/instance/people/segments';
import { Id, ListOf, Ok, Ref } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { type EntryKind, entryIdOf, projectQuery } from '../../../platform/api/credentials.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import { createOnce } from '../../../platform/api/idempotency.ts';
import { wholeList } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import { formatId, newId } from '../../../platform/ids.ts';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import { actorOf, recordAudit } from '../../audit/audit.ts';
import { projectOf } from '../../projects/caller.ts';
import { countPeople } from '../list-store.ts';
import { findAttributeTypes } from '../store.ts';
import { readDefinition } from './definition.ts';
import type { PersonSegments } from './segments.ts';
import * as store from './segments-store.ts';

interface Deps {
  db: Db;
  segments: PersonSegments;
}

const tag = 'People';
const params = Type.Object({ id: Id('psg') });
const member = { by: 'session', role: 'member' } as const;
const entry: EntryKind = { prefix: 'psg', notFound: 'people.segment_not_found', findProjectId: store.findSegmentProject };

/** Segments of people. */
export const segmentRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  listSegmentsRoute(app, deps);
  createSegmentRoute(app, deps);
  previewRoute(app, deps);
  getSegmentRoute(app, deps);
  updateSegmentRoute(app, deps);
  deleteSegmentRoute(app, deps);
};

const segmentForMember = ({ id, project_id, name, definition, created_at, updated_at }: store.PersonSegment) => ({
  id: formatId('psg', id),
  project_id: formatId('prj', project_id),
  name,
  definition,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

/** @throws {HttpError} 503 */
async function count({ db, segments }: Deps, projectId: string, definition: contract.SegmentDefinition): Promise<number> {
  return await countPeople(db, projectId, { attributes: [], segment: await segments.toCondition(projectId, definition) });
}

function listSegmentsRoute(app: App, { db }: Deps): void {
  app.get(
    '/people/segments',
    operation({
      id: 'listPersonSegments',
      summary: 'List segments of people',
      description:
        'Returns all segments of the project by name, without the numbers of their people. `GET /v1/people` with `segment` lists the people of one. Segments of analytics are others: they are filters of reports.',
      tag,
      access: member,
      scopes: ['people:read'],
      query: Type.Object(projectQuery),
      returns: ListOf(Ref(contract.PersonSegment)),
    }),
    async (request) => wholeList((await store.listSegments(db, projectOf(request).id)).map(segmentForMember)),
  );
}

function createSegmentRoute(app: App, { db }: Deps): void {
  app.post(
    '/people/segments',
    operation({
      id: 'createPersonSegment',
      summary: 'Create a segment of people',
      description:
        'Saves conditions on attributes and behavior of people under a name, which is unique in the project. People enter and leave a segment on their own, as soon as the conditions hold or do not hold. A project has up to 100 segments.',
      tag,
      access: member,
      scopes: ['people:write'],
      query: Type.Object(projectQuery),
      body: contract.CreatePersonSegment,
      returns: Ref(contract.PersonSegment),
      status: 201,
      errors: ['people.segment_name_taken', 'people.segment_limit_reached'],
    }),
    async (request, reply) => {
      const { id: projectId } = projectOf(request);
      const definition = readDefinition(await findAttributeTypes(db, projectId), request.body.definition);
      return await createOnce({ db, request, reply }, async (tx) => {
        const { name } = request.body;
        const segment = await store.insertSegment(tx, projectId, { id: newId(), name, definition });
        if (segment === 'limit') throw new HttpError('people.segment_limit_reached');
        if (segment === 'taken') throw new HttpError('people.segment_name_taken');
        return segmentForMember(segment);
      });
    },
  );
}

function previewRoute(app: App, deps: Deps): void {
  app.post(
    '/people/segments/preview',
    operation({
      id: 'previewPersonSegment',
      summary: 'Count the people of a definition',
      description: 'Returns the number of people whom the conditions describe at this time. Nothing is stored.',
      tag,
      access: member,
      scopes: ['people:read'],
      query: Type.Object(projectQuery),
      body: contract.PreviewPersonSegment,
      returns: Ref(contract.PersonSegmentPreview),
      errors: ['server.event_store_unavailable'],
    }),
    async (request) => {
      const { id: projectId } = projectOf(request);
      const definition = readDefinition(await findAttributeTypes(deps.db, projectId), request.body.definition);
      return { people_count: await count(deps, projectId, definition) };
    },
  );
}

function getSegmentRoute(app: App, deps: Deps): void {
  app.get(
    '/people/segments/:id',
    operation({
      id: 'getPersonSegment',
      summary: 'Get a segment of people',
      description:
        'Returns a segment with the number of its people at this time. `GET /v1/people` with `segment` lists the people.',
      tag,
      access: { ...member, entry },
      scopes: ['people:read'],
      params,
      returns: Ref(contract.CountedPersonSegment),
      errors: ['server.event_store_unavailable'],
    }),
    async (request) => {
      const { id: projectId } = projectOf(request);
      const segment = await store.findSegment(deps.db, projectId, entryIdOf(request));
      if (!segment) throw new HttpError('people.segment_not_found');
      return { ...segmentForMember(segment), people_count: await count(deps, projectId, segment.definition) };
    },
  );
}

function updateSegmentRoute(app: App, { db }: Deps): void {
  app.patch(
    '/people/segments/:id',
    operation({
      id: 'updatePersonSegment',
      summary: 'Update a segment of people',
      description:
        'Changes the name or replaces the definition, which applies at once wherever the segment is used. A new definition is recorded in the audit log, because it decides who sees boards.',
      tag,
      access: { ...member, entry },
      scopes: ['people:write'],
      params,
      body: contract.UpdatePersonSegment,
      returns: Ref(contract.PersonSegment),
      errors: ['people.segment_name_taken'],
    }),
    async (request) => {
      const [{ id: projectId }, id] = [projectOf(request), entryIdOf(request)];
      const { name, definition: given } = request.body;
      const definition = given && readDefinition(await findAttributeTypes(db, projectId), given);
      return await transact(db, async (tx) => {
        const segment = await store.updateSegment(tx, projectId, id, { name, definition });
        if (segment === 'taken') throw new HttpError('people.segment_name_taken');
        if (!segment) throw new HttpError('people.segment_not_found');
        if (definition)
          await recordAudit(tx, {
            projectId,
            actor: actorOf(request),
            action: 'people_segment.updated',
            target: { id: formatId('psg', id), name: segment.name },
            after: { definition },
          });
        return segmentForMember(segment);
      });
    },
  );
}

function deleteSegmentRoute(app: App, { db }: Deps): void {
  app.delete(
    '/people/segments/:id',
    operation({
      id: 'deletePersonSegment',
      summary: 'Delete a segment of people',
      description:
        'Deletes the saved conditions; people are kept. A segment to which a board is limited can’t be deleted, because the board would become visible to everyone or no one. Recorded in the audit log.',
      tag,
      access: { ...member, entry },
      scopes: ['people:write'],
      params,
      returns: Ref(Ok),
      errors: ['people.segment_in_use'],
    }),
    async (request) => {
      const [{ id: projectId }, id] = [projectOf(request), entryIdOf(request)];
      await transact(db, async (tx) => {
        const deleted = await store.deleteSegment(tx, projectId, id);
        if (deleted === 'used') throw new HttpError('people.segment_in_use');
        if (!deleted) throw new HttpError('people.segment_not_found');
        await recordAudit(tx, {
          projectId,
          actor: actorOf(request),
          action: 'people_segment.deleted',
          target: { id: formatId('psg', id), name: deleted.name },
        });
      });
      return { ok: true };
    },
  );
}
