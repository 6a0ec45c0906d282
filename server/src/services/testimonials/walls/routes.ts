import { Id, ListOf, Ok, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/testimonials/walls';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { actorOf, recordAudit } from '../../../instance/audit/audit.ts';
import { projectOf } from '../../../instance/projects/caller.ts';
import { toSlug } from '../../../instance/projects/projects.ts';
import { callerOf, type EntryKind, entryIdOf, projectQuery, sessionOf } from '../../../platform/api/credentials.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import { createOnce } from '../../../platform/api/idempotency.ts';
import { wholeList } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import { publicList } from '../../../platform/api/public-read.ts';
import { formatId, newId } from '../../../platform/ids.ts';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import { randomLetters } from '../../../platform/random.ts';
import * as store from './store.ts';
import { getWall, toCollection } from './walls.ts';

interface Options {
  db: Db;
  publicUrl: () => string;
}

const tag = 'Testimonials';
const params = Type.Object({ id: Id('tcl') });
const kind: EntryKind = {
  prefix: 'tcl',
  notFound: 'testimonial_collections.not_found',
  findProjectId: store.findCollectionProject,
};
const member = { by: 'session', role: 'member' } as const;

/** Walls, and collections of testimonials. */
export const wallRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  getWallRoute(app, options);
  listCollectionsRoute(app, options);
  createCollectionRoute(app, options);
  updateCollectionRoute(app, options);
  deleteCollectionRoute(app, options);
};

function getWallRoute(app: App, { publicUrl }: Options): void {
  app.get(
    '/wall',
    operation({
      id: 'getTestimonialWall',
      summary: 'Get the look of a wall',
      description:
        'Returns the look, the number of approved testimonials and their mean rating, for all testimonials or a collection. Widgets and badges use it.',
      tag,
      access: { by: 'either', role: 'viewer' },
      scopes: ['testimonials:read'],
      query: Type.Object({ ...contract.WallQuery.properties, ...projectQuery }),
      returns: Ref(contract.TestimonialWall),
      errors: ['testimonial_collections.not_found'],
      etag: true,
    }),
    async (request, reply) => {
      const project = projectOf(request);
      return await publicList(request, reply, { variant: `wall ${callerOf(request).by} ${project.id}` }, (db) =>
        getWall(db, project, publicUrl(), request.query.collection),
      );
    },
  );
}

function listCollectionsRoute(app: App, { db, publicUrl }: Options): void {
  app.get(
    '/collections',
    operation({
      id: 'listTestimonialCollections',
      summary: 'List collections of testimonials',
      description: 'Returns the collections by name, with the number and mean rating of their approved testimonials.',
      tag,
      access: { by: 'session', role: 'viewer' },
      scopes: ['testimonials:read'],
      query: Type.Object(projectQuery),
      returns: ListOf(Ref(contract.TestimonialCollection)),
    }),
    async (request) => {
      const project = projectOf(request);
      const collections = await store.listCollections(db, project.id);
      return wholeList(collections.map((collection) => toCollection(collection, project, publicUrl())));
    },
  );
}

function createCollectionRoute(app: App, { db, publicUrl }: Options): void {
  app.post(
    '/collections',
    operation({
      id: 'createTestimonialCollection',
      summary: 'Create a collection of testimonials',
      description:
        'Creates an empty collection with a wall at its own URL. Without `slug`, the slug follows from the name. A testimonial may be in several collections.',
      tag,
      access: member,
      scopes: ['testimonials:write'],
      query: Type.Object(projectQuery),
      body: contract.CreateTestimonialCollection,
      returns: Ref(contract.TestimonialCollection),
      status: 201,
      errors: ['testimonial_collections.slug_taken', 'testimonial_collections.limit_reached'],
    }),
    (request, reply) =>
      createOnce({ db, request, reply }, async (tx) => {
        const project = projectOf(request);
        const id = newId();
        const { name, slug, style = null } = request.body;
        const fields = { project_id: project.id, id, name, slug: slug ?? toSlug(name, `collection-${randomLetters(6)}`), style };
        const problem = await transact(tx, (inner) => store.insertCollection(inner, fields));
        if (problem)
          throw new HttpError(
            problem === 'taken' ? 'testimonial_collections.slug_taken' : 'testimonial_collections.limit_reached',
          );
        return toCollection(await getCollection(tx, project.id, id), project, publicUrl());
      }),
  );
}

function updateCollectionRoute(app: App, { db, publicUrl }: Options): void {
  app.patch(
    '/collections/:id',
    operation({
      id: 'updateTestimonialCollection',
      summary: 'Update a collection of testimonials',
      description: 'Changes the given fields. Another `slug` changes the URL of the wall; widgets must name the new one.',
      tag,
      access: { ...member, entry: kind },
      scopes: ['testimonials:write'],
      params,
      body: contract.UpdateTestimonialCollection,
      returns: Ref(contract.TestimonialCollection),
      errors: ['testimonial_collections.slug_taken'],
    }),
    async (request) => {
      const { projectId, id } = targetOf(request);
      const collection = { ...(await getCollection(db, projectId, id)), ...request.body };
      if (!(await store.updateCollection(db, collection))) throw new HttpError('testimonial_collections.slug_taken');
      return toCollection(await getCollection(db, projectId, id), projectOf(request), publicUrl());
    },
  );
}

function deleteCollectionRoute(app: App, { db }: Options): void {
  app.delete(
    '/collections/:id',
    operation({
      id: 'deleteTestimonialCollection',
      summary: 'Delete a collection of testimonials',
      description: 'Deletes the collection and its wall. The testimonials remain. Recorded in the audit log.',
      tag,
      access: { ...member, entry: kind },
      scopes: ['testimonials:write'],
      params,
      returns: Ref(Ok),
    }),
    async (request) => {
      const { projectId, id } = targetOf(request);
      await transact(db, async (tx) => {
        const deleted = await store.deleteCollection(tx, projectId, id);
        if (!deleted) throw new HttpError('testimonial_collections.not_found');
        await recordAudit(tx, {
          projectId,
          actor: actorOf(request),
          action: 'testimonial_collection.deleted',
          target: { id: formatId('tcl', id), name: deleted.name },
        });
      });
      return { ok: true };
    },
  );
}

const targetOf = (request: FastifyRequest) => ({ projectId: sessionOf(request).project.id, id: entryIdOf(request) });

/** @throws {HttpError} 404 */
async function getCollection(db: Db, projectId: string, id: string): Promise<store.Collection & store.CollectionFigures> {
  const [collection] = await store.listCollections(db, projectId, { id });
  if (!collection) throw new HttpError('testimonial_collections.not_found');
  return collection;
}
