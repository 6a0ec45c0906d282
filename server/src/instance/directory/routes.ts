import * as contract from '@earshot/contract/instance/people/directory';
import { Id, ListOf, Ref } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { type EntryKind, entryIdOf, projectQuery } from '../../platform/api/credentials.ts';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import type { ExportLimit } from '../../platform/api/exports.ts';
import { buildList, parsePaging, wholeList } from '../../platform/api/list.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { formatId, parseId } from '../../platform/ids.ts';
import type { NameSource } from '../../platform/postgres/timeline.ts';
import { type Db, transact } from '../../platform/postgres/database.ts';
import { actorOf, recordAudit } from '../audit/audit.ts';
import { csvResponse, describeExport, sendList } from '../csv-export.ts';
import { projectOf } from '../projects/caller.ts';
import { batchRoute } from './batch-routes.ts';
import { companyRoutes } from './company-routes.ts';
import { parseAttributeFilters } from './filters.ts';
import { countPeople, findListedPeople, type ListedPerson, listPeople, type PeopleFilter } from './list-store.ts';
import { mergePeople, separateIdentity } from './merging.ts';
import { identityForMember, personForMember, toProof } from './projections.ts';
import { type OnJoined, provePeople } from './proving.ts';
import { segmentRoutes } from './segments/routes.ts';
import type { PersonSegments } from './segments/segments.ts';
import { readPersonTimeline, type TimelineSources } from './timeline.ts';
import { findAttributeTypes, findPerson, findProjectId, listAttributes, listIdentities } from './store.ts';

interface Deps {
  segments: PersonSegments;
  timeline: TimelineSources;
  names: NameSource[];
  db: Db;
  exports: ExportLimit;
  onJoined: OnJoined;
}

const tag = 'People';
const params = Type.Object({ id: Id('per') });
const entry: EntryKind = { prefix: 'per', notFound: 'people.not_found', findProjectId };
const READ = ['people:read', 'personal_data:read'] as const;
const reader = { by: 'session', role: 'member' } as const;

const EXPORT_COLUMNS = [
  'id, user_ids, emails, name, avatar_url, company_id, company_name, attributes, created_at, updated_at, last_seen_at',
].flatMap((line) => line.split(', '));

/** Routes of people and companies. */
export const directoryRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  listPeopleRoute(app, deps);
  exportPeopleRoute(app, deps);
  listAttributesRoute(app, deps);
  getPersonRoute(app, deps);
  getTimelineRoute(app, deps);
  putPersonRoute(app, deps);
  mergePeopleRoute(app, deps);
  separatePersonRoute(app, deps);
  await app.register(companyRoutes, { db: deps.db, timeline: deps.timeline });
  await app.register(batchRoute, { db: deps.db, onJoined: deps.onJoined });
  await app.register(segmentRoutes, { db: deps.db, segments: deps.segments });
};

function listPeopleRoute(app: App, deps: Deps): void {
  app.get(
    '/people',
    operation({
      id: 'listPeople',
      summary: 'List people',
      description:
        'Returns the people whom signed user tokens, confirmed addresses, user ids of events, sign-ups or the API proved. Anonymous visitors are not people. `is_not` of the filter `attribute` includes people without the attribute.',
      tag,
      access: reader,
      scopes: [...READ],
      query: Type.Object({ ...contract.ListPeopleQuery.properties, ...projectQuery }),
      returns: ListOf(Ref(contract.Person)),
      errors: ['server.event_store_unavailable'],
    }),
    async (request) => {
      const { id: projectId } = projectOf(request);
      const { db } = deps;
      const { sort = 'newest' } = request.query;
      const filter = await readFilter(deps, projectId, request.query);
      const paging = parsePaging(request);
      const [{ rows, next }, total] = await Promise.all([
        listPeople(db, projectId, filter, { sort, ...paging }),
        countPeople(db, projectId, filter),
      ]);
      return buildList(
        rows.map((person) => personForMember(projectId, person)),
        { total, next },
        paging,
      );
    },
  );
}

type FilterQuery = Omit<PeopleFilter, 'attributes' | 'segment'> & { attribute?: string | string[]; segment?: string };

/** @throws {HttpError} 400, 503 */
async function readFilter(
  { db, segments }: Deps,
  projectId: string,
  { q, user_id, email, company_id, created_since, created_until, attribute, segment: segmentId }: FilterQuery,
): Promise<PeopleFilter> {
  const segment = segmentId === undefined ? undefined : await segments.parse(projectId, 'segment', segmentId);
  const attributes =
    attribute === undefined ? [] : parseAttributeFilters((await findAttributeTypes(db, projectId)).person, attribute);
  return { q, user_id, email, company_id, created_since, created_until, attributes, segment };
}

function exportPeopleRoute(app: App, deps: Deps): void {
  app.get(
    '/people/export.csv',
    operation({
      id: 'exportPeople',
      summary: 'Export people as CSV',
      description: describeExport('Returns the people of `GET /v1/people` with the same filters and sort order.'),
      tag,
      access: reader,
      scopes: [...READ],
      query: Type.Object({ ...contract.ExportPeopleQuery, ...projectQuery }),
      ...csvResponse,
      errors: ['server.event_store_unavailable'],
    }),
    async (request, reply) => {
      const { id: projectId } = projectOf(request);
      const { sort = 'newest' } = request.query;
      const filter = await readFilter(deps, projectId, request.query);
      return await sendList(request, reply, deps, {
        name: 'people',
        action: 'people.exported',
        columns: EXPORT_COLUMNS,
        read: async (db, page) => {
          const { rows, next } = await listPeople(db, projectId, filter, { sort, ...page });
          return { rows: rows.map((person) => toCsvRow(projectId, person)), next };
        },
      });
    },
  );
}

const toCsvRow = (projectId: string, person: ListedPerson) => {
  const { company, ...row } = personForMember(projectId, person);
  return { ...row, company_id: company?.id, company_name: company?.name };
};

function listAttributesRoute(app: App, { db }: Deps): void {
  app.get(
    '/people/attributes',
    operation({
      id: 'listPeopleAttributes',
      summary: 'List attributes',
      description: 'Returns the names and types of all attributes of people and companies, which their first values declared.',
      tag,
      access: { by: 'session', role: 'viewer' },
      scopes: ['people:read'],
      query: Type.Object(projectQuery),
      returns: ListOf(Ref(contract.Attribute)),
    }),
    async (request) => {
      const { id } = projectOf(request);
      const attributes = await listAttributes(db, id);
      return wholeList(
        attributes.map((attribute) => ({
          ...attribute,
          project_id: formatId('prj', id),
          created_at: attribute.created_at.toISOString(),
        })),
      );
    },
  );
}

function getPersonRoute(app: App, { db, names }: Deps): void {
  app.get(
    '/people/:id',
    operation({
      id: 'getPerson',
      summary: 'Get a person',
      description:
        'Returns a person with all identities and their proofs. `GET /v1/people` finds a person by `user_id` or `email`.',
      tag,
      access: { ...reader, entry },
      scopes: [...READ],
      params,
      returns: Ref(contract.PersonWithIdentities),
    }),
    async (request) => await present({ db, names }, projectOf(request).id, entryIdOf(request)),
  );
}

/** @throws {HttpError} 404 */
async function present({ db, names }: Pick<Deps, 'db' | 'names'>, projectId: string, id: string) {
  const [person] = await findListedPeople(db, projectId, [id]);
  if (!person) throw new HttpError('people.not_found');
  const identities = await listIdentities(db, projectId, id);
  const given = person.name === null ? await findGivenName({ db, names }, projectId, person) : null;
  return { ...personForMember(projectId, person), given_name: given, identities: identities.map(identityForMember) };
}

/** Returns the latest name that a person gave in any service. */
async function findGivenName(
  { db, names }: Pick<Deps, 'db' | 'names'>,
  projectId: string,
  { emails, user_ids: userIds }: ListedPerson,
): Promise<string | null> {
  const found = await Promise.all(names.map((find) => find(db, projectId, { emails, userIds })));
  return found.filter((given) => given !== undefined).toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]?.name ?? null;
}

function getTimelineRoute(app: App, { db, timeline }: Deps): void {
  app.get(
    '/people/:id/timeline',
    operation({
      id: 'getPersonTimeline',
      summary: 'Get the timeline of a person',
      description:
        'Returns what the person did and received, the latest first: events with a user id, emails, and the records of all services. Anonymous visits, votes and searches are not part of it, because nothing links them to a person.',
      tag,
      access: { ...reader, entry },
      scopes: [...READ],
      params,
      query: contract.TimelineQuery,
      returns: Ref(contract.Timeline),
      errors: ['server.event_store_unavailable'],
    }),
    async (request) => {
      const [{ id: projectId }, id] = [projectOf(request), entryIdOf(request)];
      const person = await findPerson(db, projectId, id);
      if (!person) throw new HttpError('people.not_found');
      const { kind, before, limit = 20 } = request.query;
      const kinds = kind === undefined ? undefined : [kind].flat();
      return await readPersonTimeline({ db, sources: timeline }, { projectId, person, kinds, before, limit });
    },
  );
}

function putPersonRoute(app: App, { db, names, onJoined }: Deps): void {
  app.put(
    '/people/:id',
    operation({
      id: 'putPerson',
      summary: 'Create or update a person',
      description:
        'Creates or updates the person with an id in your application. Fields that are left out stay as they are. `email` proves that the address belongs to the user id: a person who is known by the address only becomes the same person. An address that belongs to a person with another user id, or that the team separated, is not added: see `emails` of the response. Use it from your server when a user signs up or changes a plan; the request can be repeated.',
      tag,
      access: reader,
      scopes: ['people:write', 'personal_data:read'],
      params: contract.UserIdParams,
      query: Type.Object(projectQuery),
      body: contract.PutPerson,
      returns: Ref(contract.PersonWithIdentities),
    }),
    (request) =>
      transact(db, async (tx) => {
        const { id: projectId } = projectOf(request);
        const [proven] = await provePeople(tx, projectId, [toProof(request.params.id, request.body)], onJoined);
        if (!proven || proven instanceof HttpError) throw proven ?? new HttpError('people.not_found');
        return await present({ db: tx, names }, projectId, proven.id);
      }),
  );
}

function mergePeopleRoute(app: App, { db, names, onJoined }: Deps): void {
  app.post(
    '/people/:id/merge',
    operation({
      id: 'mergePeople',
      summary: 'Merge a person into another',
      description:
        'Gives all identities of the person to another one, and deletes the person. The profile of the other person stays; missing fields and attributes are filled. Returns the other person. Recorded in the audit log. `POST /v1/people/{id}/separate` separates single identities again.',
      tag,
      access: { ...reader, entry },
      scopes: ['people:write', 'personal_data:read'],
      params,
      body: contract.MergePerson,
      returns: Ref(contract.PersonWithIdentities),
    }),
    (request) =>
      transact(db, async (tx) => {
        const [{ id: projectId }, id] = [projectOf(request), entryIdOf(request)];
        const into = parseId('per', request.body.into);
        if (!into) throw invalidField('into', 'not_found', 'into must be the id of a person');
        await onJoined(tx, projectId, await mergePeople(tx, projectId, { id, into }));
        await recordAudit(tx, {
          projectId,
          actor: actorOf(request),
          action: 'person.merged',
          target: { id: formatId('per', id) },
          after: { into: request.body.into },
        });
        return await present({ db: tx, names }, projectId, into);
      }),
  );
}

function separatePersonRoute(app: App, { db, names }: Deps): void {
  app.post(
    '/people/:id/separate',
    operation({
      id: 'separatePerson',
      summary: 'Separate an identity of a person',
      description:
        'Gives one user id or address of the person to a new person, who is returned. Attributes stay with the other identities. The separation is remembered: later proofs of both do not join them again, until the team merges them. Recorded in the audit log.',
      tag,
      access: { ...reader, entry },
      scopes: ['people:write', 'personal_data:read'],
      params,
      body: contract.SeparatePerson,
      returns: Ref(contract.PersonWithIdentities),
    }),
    (request) =>
      transact(db, async (tx) => {
        const [{ id: projectId }, id] = [projectOf(request), entryIdOf(request)];
        const separated = await separateIdentity(tx, projectId, { id, ...request.body });
        await recordAudit(tx, {
          projectId,
          actor: actorOf(request),
          action: 'person.separated',
          target: { id: formatId('per', id) },
          after: { into: formatId('per', separated) },
        });
        return await present({ db: tx, names }, projectId, separated);
      }),
  );
}
