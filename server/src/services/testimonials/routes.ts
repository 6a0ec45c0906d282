import { projectOf } from '../../instance/projects/caller.ts';
import { chooseLanguage } from '../../platform/i18n/choice.ts';
import { Id, ListOf, Ok, Ref, SlugParams } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/testimonials/schemas';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type Caller, callerOf, type EntryKind, entryIdOf, projectQuery, sessionOf } from '../../platform/api/credentials.ts';
import { requirePersonalData, seesPersonalData } from '../../platform/api/personal-data.ts';
import { actorOf, recordAudit } from '../../instance/audit/audit.ts';
import { csvResponse, describeExport, type ExportDeps, sendList } from '../../instance/csv-export.ts';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import type { ExportLimit } from '../../platform/api/exports.ts';
import { createOnce } from '../../platform/api/idempotency.ts';
import { buildList, parsePaging } from '../../platform/api/list.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { formatId, parseId } from '../../platform/ids.ts';
import { publicList } from '../../platform/api/public-read.ts';
import { type Transaction, transact } from '../../platform/postgres/database.ts';
import { linkActions } from '../../instance/mail/link-actions.ts';
import { ownTestimonialRoutes } from './own-routes.ts';
import { answerRoutes } from './requests/answer-routes.ts';
import type { AskingDeps } from './requests/asking.ts';
import { requestLinks } from './requests/mails.ts';
import { ownRequestRoutes } from './requests/own-request-routes.ts';
import { ruleRoutes } from './requests/rule-routes.ts';
import { wallRoutes } from './walls/routes.ts';
import { requireCollection } from './walls/walls.ts';
import { buildStatusCounts, buildSummary, testimonialForMember, testimonialForPublic } from './projections.ts';
import { countRatings, countStatuses, countTestimonials, findProjectId, listTestimonials } from './store.ts';
import * as testimonials from './testimonials.ts';

interface Deps extends testimonials.Deps {
  submit: testimonials.Submit;
}

interface Options extends Deps, AskingDeps {
  exports: ExportLimit;
  linkSecret: Buffer;
  publicUrl: () => string;
}

const EXPORT_COLUMNS = [
  'id, status, content, rating, author_name, author_email, author_title, author_company, featured, tags',
  'disclosure, consent, answers, source_url, image_url, video_url, author_avatar_url, external_id, created_at, updated_at',
].flatMap((line) => line.split(', '));

const EXTERNAL_ID_REFUSED = 'external_id requires the role member: it may identify a person';

const tag = 'Testimonials';
const params = Type.Object({ id: Id('tm') });
const entryKind: EntryKind = { prefix: 'tm', notFound: 'testimonials.not_found', findProjectId };

const reader = { by: 'either', role: 'viewer' } as const;
const entryReader = { by: 'session', role: 'viewer', entry: entryKind } as const;
const editor = { by: 'session', role: 'member', entry: entryKind } as const;

const chooseVariant = (request: FastifyRequest) =>
  `testimonials ${callerOf(request).by} ${seesPersonalData(callerOf(request))} ${callerOf(request).project.id}`;
const projectionFor = (caller: Caller) => (seesPersonalData(caller) ? testimonialForMember : testimonialForPublic);
const targetOf = (request: FastifyRequest) => ({ projectId: sessionOf(request).project.id, id: entryIdOf(request) });

export const testimonialRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { db, events, exports, submit, linkSecret, publicUrl, segments, findAdopters, findHelped, findReleaseTitles },
) => {
  const deps = { db, events, submit };

  submitTestimonialRoute(app, deps);
  submitPublicTestimonialRoute(app, deps);
  listTestimonialsRoute(app);
  exportTestimonialsRoute(app, { db, exports });
  summarizeTestimonialsRoute(app);
  getTestimonialRoute(app, deps);
  updateTestimonialRoute(app, deps);
  deleteTestimonialRoute(app, deps);
  changeTestimonialsRoute(app, deps);

  await app.register(ownTestimonialRoutes, { db, events, linkSecret });
  await app.register(wallRoutes, { db, publicUrl });
  await app.register(ruleRoutes, { db, segments, findAdopters, findHelped, findReleaseTitles, linkSecret, publicUrl });
  await app.register(ownRequestRoutes, { db, submit, findReleaseTitles });
  await app.register(answerRoutes, { db, submit, linkSecret });
  await app.register(linkActions, { secret: linkSecret, actions: requestLinks(db) });
};

function submitTestimonialRoute(app: App, deps: Deps): void {
  app.post(
    '',
    operation({
      id: 'submitTestimonial',
      summary: 'Submit a testimonial',
      description:
        'Creates a testimonial with the status `pending`, which is published after its approval. An author with an email address receives a link for changing or withdrawing it, unless `settings.testimonials.thank_you_mail` is off. Sends the webhook `testimonial.submitted`.',
      tag,
      access: { by: 'key' },
      body: contract.SubmitTestimonial,
      returns: Ref(contract.Testimonial),
      status: 201,
    }),
    (request, reply) => answerSubmission(deps, request, reply, request.body),
  );
}

function submitPublicTestimonialRoute(app: App, deps: Deps): void {
  app.post(
    '/by-project/:slug',
    operation({
      id: 'submitPublicTestimonial',
      summary: 'Submit a testimonial on the public page of a project',
      description:
        'Creates a testimonial like `POST /v1/testimonials`, for the form on the public page: the slug in the path names the project, and no credential is required. The testimonial is published after its approval.',
      tag,
      access: { by: 'slug' },
      params: SlugParams,
      body: contract.SubmitTestimonial,
      returns: Ref(contract.Testimonial),
      status: 201,
    }),
    (request, reply) => answerSubmission(deps, request, reply, request.body),
  );
}

function listTestimonialsRoute(app: App): void {
  app.get(
    '',
    operation({
      id: 'listTestimonials',
      summary: 'List testimonials',
      description:
        'API keys return approved testimonials without addresses. Session tokens return testimonials of every status, and members see the address and the consent of the author.',
      tag,
      access: reader,
      scopes: ['testimonials:read'],
      query: Type.Object({ ...contract.ListTestimonialsQuery.properties, ...projectQuery }),
      returns: ListOf(Ref(contract.Testimonial)),
      errors: ['auth.role_required', 'testimonial_collections.not_found'],
      etag: true,
    }),
    async (request, reply) => {
      const { sort = 'newest', status, tag: tagFilter, collection, q, external_id, created_since, created_until } = request.query;
      const paging = parsePaging(request);
      const caller = callerOf(request);
      if (status && caller.by === 'key') throw invalidField('status', 'not_allowed', 'status requires a session token');
      if (external_id !== undefined && caller.by === 'key')
        throw invalidField('external_id', 'not_allowed', 'external_id requires a session token');
      if (external_id !== undefined) requirePersonalData(sessionOf(request), EXTERNAL_ID_REFUSED);
      const visible = caller.by === 'key' ? ('approved' as const) : status;
      const filter = { status: visible, tag: tagFilter, collection, q, external_id, created_since, created_until };
      return await publicList(request, reply, { variant: chooseVariant(request) }, async (db) => {
        await requireCollection(db, caller.project.id, collection);
        const [{ rows, next }, total] = await Promise.all([
          listTestimonials(db, caller.project.id, filter, { sort, ...paging }),
          countTestimonials(db, caller.project.id, filter),
        ]);
        return buildList(rows.map(projectionFor(caller)), { total, next }, paging);
      });
    },
  );
}

function exportTestimonialsRoute(app: App, deps: ExportDeps): void {
  app.get(
    '/export.csv',
    operation({
      id: 'exportTestimonials',
      summary: 'Export testimonials as CSV',
      description: describeExport(
        'Returns the testimonials of `GET /v1/testimonials` with the same filters and sort order. `author_email`, `consent` and `external_id` are empty for viewers and for tokens without `personal_data:read`.',
      ),
      tag,
      access: { by: 'session', role: 'viewer' },
      scopes: ['testimonials:read'],
      query: Type.Object({ ...contract.ExportTestimonialsQuery, ...projectQuery }),
      ...csvResponse,
      errors: ['auth.role_required', 'testimonial_collections.not_found'],
    }),
    async (request, reply) => {
      const { sort = 'newest', project_id: _, bom: _bom, ...filter } = request.query;
      const caller = sessionOf(request);
      if (filter.external_id !== undefined) requirePersonalData(caller, EXTERNAL_ID_REFUSED);
      await requireCollection(deps.db, caller.project.id, filter.collection);
      return await sendList(request, reply, deps, {
        name: 'testimonials',
        action: 'testimonials.exported',
        columns: EXPORT_COLUMNS,
        read: async (db, page) => {
          const { rows, next } = await listTestimonials(db, caller.project.id, filter, { sort, ...page });
          return { rows: rows.map(projectionFor(caller)), next };
        },
      });
    },
  );
}

function summarizeTestimonialsRoute(app: App): void {
  app.get(
    '/summary',
    operation({
      id: 'summarizeTestimonials',
      summary: 'Get a testimonial summary',
      description:
        'Returns the number of testimonials, the mean rating and the number for each rating, for structured data and badges. Counts approved testimonials unless `of` is `all`.',
      tag,
      access: reader,
      scopes: ['testimonials:read'],
      query: Type.Object({ ...contract.SummaryQuery.properties, ...projectQuery }),
      returns: Ref(contract.TestimonialSummary),
      etag: true,
    }),
    async (request, reply) => {
      const status = request.query.of === 'all' ? undefined : ('approved' as const);
      const caller = callerOf(request);
      const { id } = caller.project;
      return await publicList(request, reply, { variant: chooseVariant(request) }, async (db) => ({
        ...buildSummary(await countRatings(db, id, status)),
        ...(caller.by !== 'key' && { statuses: buildStatusCounts(await countStatuses(db, id)) }),
      }));
    },
  );
}

function getTestimonialRoute(app: App, { db }: Deps): void {
  app.get(
    '/:id',
    operation({
      id: 'getTestimonial',
      summary: 'Get a testimonial',
      description:
        'Returns one testimonial of any status. The address and the consent of the author are returned to members only. To show testimonials on a website, list approved testimonials with an API key instead.',
      tag,
      access: entryReader,
      scopes: ['testimonials:read'],
      params,
      returns: Ref(contract.Testimonial),
    }),
    async (request) => {
      const { projectId, id } = targetOf(request);
      return projectionFor(callerOf(request))(await testimonials.getTestimonial(db, projectId, id));
    },
  );
}

function updateTestimonialRoute(app: App, { db, events }: Deps): void {
  app.patch(
    '/:id',
    operation({
      id: 'updateTestimonial',
      summary: 'Update a testimonial',
      description:
        'Approves, rejects or features a testimonial, or corrects the author’s details and tags. The content stays as written by the author. `collection_ids` replaces all collections of the testimonial. Approving sends the webhook `testimonial.approved`, rejecting `testimonial.rejected`.',
      tag,
      access: editor,
      scopes: ['testimonials:write'],
      params,
      body: contract.UpdateTestimonial,
      returns: Ref(contract.Testimonial),
      errors: ['testimonial_collections.not_found'],
    }),
    async (request) => {
      const { collection_ids: collections, ...fields } = request.body;
      const change = { ...fields, ...(collections && { collection_ids: collections.map(parseCollection) }) };
      return projectionFor(callerOf(request))(
        await testimonials.updateTestimonial({ db, events }, { ...targetOf(request), change }),
      );
    },
  );
}

function deleteTestimonialRoute(app: App, { db }: Deps): void {
  app.delete(
    '/:id',
    operation({
      id: 'deleteTestimonial',
      summary: 'Delete a testimonial',
      description:
        'Deletes the testimonial with all data of its author permanently. Recorded in the audit log. To stop showing a testimonial, set its status to `rejected` instead.',
      tag,
      access: editor,
      scopes: ['testimonials:write'],
      params,
      returns: Ref(Ok),
    }),
    async (request) => {
      const { projectId, id } = targetOf(request);
      await transact(db, async (tx) => {
        if (!(await testimonials.deleteTestimonial({ db: tx }, { projectId, id }))) throw new HttpError('testimonials.not_found');
        await recordDeletion(tx, request, { projectId, id });
      });
      return { ok: true };
    },
  );
}

const recordDeletion = (tx: Transaction, request: FastifyRequest, { projectId, id }: { projectId: string; id: string }) =>
  recordAudit(tx, { projectId, actor: actorOf(request), action: 'testimonial.deleted', target: { id: formatId('tm', id) } });

function changeTestimonialsRoute(app: App, { db, events }: Deps): void {
  app.post(
    '/bulk',
    operation({
      id: 'changeTestimonials',
      summary: 'Change several testimonials',
      description:
        'Approves, rejects, reopens, features, collects or deletes up to 100 testimonials in one transaction, with the same webhooks and audit log entries as for one. Returns a result per id; ids that do not exist, or belong to another project, are `not_found`.',
      tag,
      access: { by: 'session', role: 'member' },
      scopes: ['testimonials:write'],
      query: Type.Object(projectQuery),
      body: contract.ChangeTestimonials,
      returns: Ref(contract.TestimonialChanges),
      errors: ['testimonial_collections.not_found'],
    }),
    async (request) => {
      const projectId = sessionOf(request).project.id;
      const { ids, action, collection_id: collection } = request.body;
      const isCollecting = action === 'add_to_collection' || action === 'remove_from_collection';
      if (isCollecting && collection === undefined)
        throw invalidField('collection_id', 'required', `collection_id is required for the action ${action}`);
      const outcomes = await testimonials.changeTestimonials(
        { db, events },
        {
          projectId,
          ids: ids.flatMap((id) => parseId('tm', id) ?? []),
          action,
          collectionId: isCollecting && collection !== undefined ? parseCollection(collection) : undefined,
          onDeleted: (tx, id) => recordDeletion(tx, request, { projectId, id }),
        },
      );
      const findOutcome = (id: string) => outcomes.get(parseId('tm', id) ?? '') ?? ('not_found' as const);
      return { results: ids.map((id) => ({ id, outcome: findOutcome(id) })) };
    },
  );
}

/** @throws {HttpError} 404 */
function parseCollection(id: string): string {
  const uuid = parseId('tcl', id);
  if (!uuid) throw new HttpError('testimonial_collections.not_found');
  return uuid;
}

/** Stores the submission. A filled honeypot field (`website`) gets the same answer, but nothing is stored. */
async function answerSubmission(
  { db, submit }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { website, ...fields }: testimonials.Submission & { website?: string },
) {
  const caller = callerOf(request);
  const testimonial = testimonials.draftTestimonial(caller.project.id, fields);
  // A member who adds a testimonial by hand may have another language than the author.
  const language = caller.by === 'session' ? undefined : chooseLanguage(request, projectOf(request).settings.pages.language);
  return await createOnce({ db, request, reply }, async (handle) => {
    if (!website) await submit(handle, testimonial, language);
    return testimonialForPublic(testimonial);
  });
}
