import { findReaderLanguage } from '../../platform/i18n/choice.ts';
import { type MemberSort, ROADMAP_STATUSES } from '@earshot/contract/services/feedback/values';
import { ListOf, Ok, Ref, SlugParams } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/feedback/schemas';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { actorOf, recordAudit } from '../../instance/audit/audit.ts';
import { callerOf, entryIdOf, projectQuery, sessionOf } from '../../platform/api/credentials.ts';
import { invalidField } from '../../platform/api/errors.ts';
import type { ExportLimit } from '../../platform/api/exports.ts';
import { createOnce } from '../../platform/api/idempotency.ts';
import { firstPage, buildList, type Paging, parsePaging } from '../../platform/api/list.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { formatId } from '../../platform/ids.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import { publicList, publicRead } from '../../platform/api/public-read.ts';
import { transact } from '../../platform/postgres/database.ts';
import { projectOf } from '../../instance/projects/caller.ts';
import { activityRoutes } from './activity-routes.ts';
import { findAuthor } from './authors.ts';
import { ANYONE, toViewer, type Viewer } from './boards/access.ts';
import { countSegmentVotes } from './people/segment-votes-store.ts';
import { findBoardFor, toBoardFilter, toBoardId } from './boards/boards.ts';
import { boardRoutes } from './boards/routes.ts';
import { commentRoutes } from './comments/comment-routes.ts';
import * as feedback from './feedback.ts';
import { listBoardFields, listFields, readNewEntryFields, toFieldChange, toFieldFilter } from './fields/fields.ts';
import { exportRoutes } from './exports/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { buildEntryUrl, renderForOthers } from './links.ts';
import { type CountSearches, identifyReader, present } from './presenting.ts';
import { entryProjection, similarForMember } from './projections.ts';
import type { Filter } from './views/filter-store.ts';
import { readFilter } from './views/list-filter.ts';
import { viewRoutes } from './views/routes.ts';
import { buildVisible, countEntries, listEntries } from './views/list-store.ts';
import { scoreRoutes } from './scores/routes.ts';
import { orderRoutes } from './order/routes.ts';
import { similarRoutes } from './similar/routes.ts';
import { findDuplicates } from './similar/similar-store.ts';
import { subscriptionRoutes } from './subscriptions/subscription-routes.ts';
import { toEntryChange } from './team/assignment.ts';
import { burstRoutes } from './votes/burst-routes.ts';
import { teamRoutes } from './team/routes.ts';
import { entryKind, type FeedbackOptions, params, tag } from './route-options.ts';

const MAX_ROADMAP_COLUMN_ENTRIES = 50;

const reader = { by: 'either', role: 'viewer' } as const;
const entryReader = { by: 'either', role: 'viewer', entry: entryKind } as const;
const editor = { by: 'session', role: 'member', entry: entryKind } as const;

interface Options extends FeedbackOptions {
  exports: ExportLimit;
  jobs: JobQueue;
  submit: feedback.Submit;
  countSearches: CountSearches;
}

interface Deps extends feedback.Deps {
  publicUrl: () => string;
  submit: feedback.Submit;
  countSearches: CountSearches;
}

export const feedbackRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { db, events, exports, jobs, linkSecret, publicUrl, subscriptions, isSubscribed, submit, countSearches } = options;
  const deps = { db, events, publicUrl, submit, countSearches };

  submitFeedbackRoute(app, deps);
  listFeedbackRoute(app, deps);
  getRoadmapRoute(app, deps);
  listPublicFeedbackRoute(app, deps);
  getFeedbackRoute(app, deps);
  updateFeedbackRoute(app, deps);
  deleteFeedbackRoute(app, deps);

  // Without `prefix`: Fastify passes it in the options and would apply it twice.
  const parts = { db, events, linkSecret, publicUrl, subscriptions, isSubscribed };
  await app.register(exportRoutes, { db, exports });
  await app.register(importRoutes, { db, events });
  await app.register(viewRoutes, { db });
  await app.register(boardRoutes, { db });
  await app.register(activityRoutes, parts);
  await app.register(burstRoutes, parts);
  await app.register(orderRoutes, { db });
  await app.register(scoreRoutes, { db, jobs });
  await app.register(similarRoutes, { db, countSearches });
  await app.register(commentRoutes, parts);
  await app.register(subscriptionRoutes, parts);
  await app.register(teamRoutes, { ...parts, submit });
};

function submitFeedbackRoute(app: App, { db, submit }: Deps): void {
  app.post(
    '',
    operation({
      id: 'submitFeedback',
      summary: 'Submit feedback',
      description:
        'Creates an entry with the status `new`. `X-User-Token` or `X-Visitor-Id` identifies the submitter, who can then see the entry with `mine`. With moderation, the entry stays `pending` and invisible to others until it is approved. A board that the submitter may neither read nor submit to is not found. A submitter with an email address follows the entry unless `follow` is false, and receives emails about replies of the team, merges and status changes. Sends the webhook `feedback.created`.',
      tag,
      access: { by: 'key' },
      headers: contract.ViewerHeaders,
      body: contract.SubmitFeedback,
      returns: Ref(contract.Feedback),
      status: 201,
      errors: ['feedback.board_not_found'],
    }),
    async (request, reply) => {
      const caller = callerOf(request);
      const author = await findAuthor(db, request, caller);
      const { board_id: given, fields: custom, ...others } = request.body;
      const board = await findBoardFor(db, caller.project.id, given, toViewer(caller, author));
      const boardId = toBoardId(board);
      const fields = { ...others, fields: readNewEntryFields(listBoardFields(listFields(caller), board), custom) };
      const project = projectOf(request);
      const language = findReaderLanguage(request);
      const submission = { project, author, boardId, fields, language };
      return await createOnce({ db, request, reply }, async (handle) =>
        entryProjection(caller)(await submit(handle, submission)),
      );
    },
  );
}

function listFeedbackRoute(app: App, deps: Deps): void {
  const { db } = deps;
  app.get(
    '',
    operation({
      id: 'listFeedback',
      summary: 'List feedback entries',
      description:
        'API keys return public entries of boards that the person of `X-User-Token` may read; session tokens of members return all entries with the address of the submitter and the metadata. Filters with several values, as in `status=new&status=planned`, return entries with any of them; filters whose names end with `_not` exclude entries. `X-User-Token` or `X-Visitor-Id` adds the vote of the caller as `viewer_vote`. Merged entries are returned only for the status `duplicate`.',
      tag,
      access: reader,
      scopes: ['feedback:read'],
      headers: contract.ViewerHeaders,
      query: Type.Object({ ...contract.ListFeedbackQuery.properties, ...projectQuery }),
      returns: ListOf(Ref(contract.Feedback)),
      errors: ['server.event_store_unavailable'],
      etag: true,
    }),
    async (request, reply) => {
      const { project_id: _, mine, similar, ...query } = request.query;
      const paging = parsePaging(request);
      const { viewer, variant } = await identifyReader(db, request);
      const { id: authorId } = viewer.person;
      if (similar && callerOf(request).by === 'key')
        throw invalidField('similar', 'not_allowed', 'similar requires a session token');
      if (mine && !authorId) throw invalidField('mine', 'not_allowed', 'mine requires X-User-Token or X-Visitor-Id');
      const filters = await readFilter(db, request, query);
      const filter = mine ? { ...filters, submitterId: authorId ?? '' } : filters;
      return await publicList(request, reply, { variant }, (source) =>
        readPage({ ...deps, db: source }, request, { viewer, filter, similar }, { sort: query.sort, paging }),
      );
    },
  );
}

function getRoadmapRoute(app: App, deps: Deps): void {
  const { db } = deps;
  app.get(
    '/roadmap',
    operation({
      id: 'getRoadmap',
      summary: 'Get the roadmap',
      description:
        'Returns three lists, the first 50 entries for each of `planned`, `in_progress` and `done`, with most votes first. API keys return entries only that the person may read. For further entries, list the feedback with a `status`.',
      tag,
      access: reader,
      scopes: ['feedback:read'],
      headers: contract.ViewerHeaders,
      query: Type.Object({ ...contract.RoadmapQuery, ...projectQuery }),
      returns: contract.Roadmap,
      etag: true,
    }),
    async (request, reply) => {
      const { viewer, variant } = await identifyReader(db, request);
      const filter = toBoardFilter(request.query);
      return await publicList(request, reply, { variant }, async (source) => {
        const columns = ROADMAP_STATUSES.map(async (status) => [
          status,
          await readPage(
            { ...deps, db: source },
            request,
            { viewer, filter: { ...filter, status } },
            { sort: 'top', paging: firstPage(MAX_ROADMAP_COLUMN_ENTRIES) },
          ),
        ]);
        return Object.fromEntries(await Promise.all(columns));
      });
    },
  );
}

function listPublicFeedbackRoute(app: App, deps: Deps): void {
  app.get(
    '/by-project/:slug',
    operation({
      id: 'listPublicFeedback',
      summary: 'List the public feedback board of a project',
      description:
        'Returns the entries of the project with this slug that everyone may read, without a credential. Used by the public feedback board. Responses may be cached by `ETag`.',
      tag,
      access: { by: 'slug' },
      params: SlugParams,
      query: contract.PublicListQuery,
      returns: ListOf(Ref(contract.Feedback)),
      etag: true,
    }),
    async (request, reply) => {
      const { sort, board_id, board_id_not, field, custom_status, custom_status_not, ...others } = request.query;
      const custom = toFieldFilter(callerOf(request), { field, custom_status, custom_status_not });
      const filter = { ...others, ...toBoardFilter({ board_id, board_id_not }), ...custom };
      const paging = parsePaging(request);
      return await publicList(request, reply, { variant: `feedback board ${callerOf(request).project.id}` }, (db) =>
        readPage({ ...deps, db }, request, { viewer: ANYONE, filter }, { sort, paging }),
      );
    },
  );
}

function getFeedbackRoute(app: App, deps: Deps): void {
  const { db, publicUrl } = deps;
  app.get(
    '/:id',
    operation({
      id: 'getFeedback',
      summary: 'Get a feedback entry',
      description:
        'Returns one entry. API keys can read public entries only; entries that are pending or private, or on a board that the person of `X-User-Token` may not read, are not found. With `html`, the description is also returned as sanitized HTML.',
      tag,
      access: entryReader,
      scopes: ['feedback:read'],
      headers: contract.ViewerHeaders,
      params,
      query: Type.Object(contract.RenderQuery),
      returns: Ref(contract.Feedback),
      etag: true,
    }),
    async (request, reply) => {
      const { caller, viewer, variant } = await identifyReader(db, request);
      return await publicRead(request, reply, { variant }, async () => {
        const entry = await feedback.getEntry(db, caller.project.id, entryIdOf(request), viewer);
        const [presented] = await present(deps, request, viewer, [entry]);
        if (!request.query.html) return presented;
        const html = await renderForOthers(entry.description, buildEntryUrl(projectOf(request), publicUrl(), entry.id));
        return { ...presented, description_html: html, content_html: html };
      });
    },
  );
}

function updateFeedbackRoute(app: App, deps: Deps): void {
  const { db, events } = deps;
  app.patch(
    '/:id',
    operation({
      id: 'updateFeedback',
      summary: 'Update a feedback entry',
      description:
        'Changes the given fields and records each change in the history. A new `status` sends an email to the subscribers and the webhook `feedback.status_changed` in addition to `feedback.updated`. Saving the current values again has no effect. The assignee must be a member of the project. The status of a merged entry can’t be changed.',
      tag,
      access: editor,
      scopes: ['feedback:write'],
      params,
      body: contract.UpdateFeedback,
      returns: Ref(contract.Feedback),
      errors: ['feedback.merged', 'feedback.board_not_found'],
    }),
    async (request) => {
      const caller = sessionOf(request);
      const { fields, ...body } = request.body;
      const entry = await feedback.updateEntry(
        { db, events },
        {
          projectId: caller.project.id,
          id: entryIdOf(request),
          change: { ...(await toEntryChange(db, projectOf(request), body)), ...toFieldChange(caller, fields) },
          actor: caller.user,
        },
      );
      const { viewer } = await identifyReader(db, request);
      return (await present(deps, request, viewer, [entry]))[0];
    },
  );
}

function deleteFeedbackRoute(app: App, { db, events }: Deps): void {
  app.delete(
    '/:id',
    operation({
      id: 'deleteFeedback',
      summary: 'Delete a feedback entry',
      description:
        'Deletes the entry and all entries that were merged into it, with votes, comments and subscriptions. Votes and comments that were moved to another entry by a merge are kept. Sends the webhook `feedback.deleted`. Recorded in the audit log.',
      tag,
      access: editor,
      scopes: ['feedback:write'],
      params,
      returns: Ref(Ok),
    }),
    async (request) => {
      const [projectId, id] = [sessionOf(request).project.id, entryIdOf(request)];
      await transact(db, async (tx) => {
        await feedback.deleteEntry({ db: tx, events }, { projectId, id });
        await recordAudit(tx, {
          projectId,
          actor: actorOf(request),
          action: 'feedback.deleted',
          target: { id: formatId('fb', id) },
        });
      });
      return { ok: true };
    },
  );
}

async function readPage(
  deps: Pick<Deps, 'db' | 'countSearches'>,
  request: FastifyRequest,
  { viewer, filter, similar }: { viewer: Viewer; filter: Filter; similar?: boolean | undefined },
  { sort, paging }: { sort?: MemberSort | undefined; paging: Paging },
) {
  const { db } = deps;
  const caller = callerOf(request);
  const isMine = filter.submitterId !== undefined;
  const visible = { ...filter, ...buildVisible(viewer, { isOwn: isMine }) };
  const [{ rows: entries, next }, total] = await Promise.all([
    listEntries(db, caller.project.id, visible, { sort, ...paging }),
    countEntries(db, caller.project.id, visible),
  ]);
  const { votersSegment } = filter;
  const ids = entries.map(({ id }) => id);
  const votes = votersSegment && (await countSegmentVotes(db, caller.project.id, { ids, segment: votersSegment }));
  const duplicates = similar && (await findDuplicates(db, caller.project.id, entries));
  const presented = (await present(deps, request, viewer, entries)).map((entry, index) => ({
    ...entry,
    ...(votes && { segment_vote_count: votes.get(ids[index] ?? '') ?? 0 }),
    ...(duplicates && { similar: (duplicates.get(ids[index] ?? '') ?? []).map(similarForMember) }),
  }));
  // Submitters see whether their own entries are pending.
  const data = isMine ? presented.map((entry, index) => ({ ...entry, visibility: entries[index]?.visibility })) : presented;
  return buildList(data, { total, next }, paging);
}
