import { ListOf, Ok, Ref, SlugParams } from '@earshot/contract/common';
import * as contract from '@earshot/contract/feedback';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { callerOf, entryIdOf, projectQuery, seesPersonalData, sessionOf } from '../http/credentials.ts';
import { HttpError, invalidField } from '../http/errors.ts';
import { createOnce } from '../http/idempotency.ts';
import { listOf, rowsOf } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { publicRead } from '../http/public-read.ts';
import { parseId } from '../ids.ts';
import { renderMarkdown } from '../markdown/render.ts';
import type { Project } from '../projects/store.ts';
import { ANONYMOUS, type Author, authorOf } from './authors.ts';
import { commentRoutes } from './comment-routes.ts';
import * as feedback from './feedback.ts';
import { merge, unmerge } from './merging.ts';
import {
  entryForMember,
  entryForPublic,
  entryProjection,
  historyForMember,
  voterForMember,
  voterForViewer,
} from './projections.ts';
import { countEntries, type Filter, findSimilarTitles, listEntries, listHistory } from './store.ts';
import { mostAlike } from './similar.ts';
import { subscriptionRoutes } from './subscription-routes.ts';
import { entryKind, type FeedbackOptions, params, tag } from './route-options.ts';
import { vote } from './votes.ts';
import { findVotes, listVoters } from './votes-store.ts';

const ROADMAP_COLUMN = 50;
const SIMILAR_CANDIDATES = 100;
const SIMILAR_MOST = 5;

export const feedbackRoutes: FastifyPluginAsyncTypebox<FeedbackOptions> = async (app, options) => {
  const { db, events } = options;
  const deps = { db, events };
  const submit = feedback.createSubmit({ ...deps, addSubscriptions: options.subscriptions.add });
  const reader = { by: 'either', role: 'viewer' } as const;
  const entryReader = { by: 'either', role: 'viewer', entry: entryKind } as const;
  const voter = { by: 'either', role: 'member', entry: entryKind } as const;
  const editor = { by: 'session', role: 'member', entry: entryKind } as const;

  /** Entries as this caller may see them, each with the caller's vote. */
  async function present(request: FastifyRequest, author: Author, entries: Parameters<typeof entryForMember>[0][]) {
    const caller = callerOf(request);
    const votes =
      author.id && entries.length
        ? await findVotes(
            db,
            caller.project.id,
            entries.map(({ id }) => id),
            author.id,
          )
        : undefined;
    const project = entryProjection(caller);
    return entries.map((entry) => project(entry, votes?.get(entry.id)));
  }

  async function page(
    request: FastifyRequest,
    author: Author,
    filter: Filter,
    { sort = 'newest', ...paging }: { sort?: contract.Sort; page?: number; limit?: number },
  ) {
    const caller = callerOf(request);
    const isMine = filter.submitterId !== undefined;
    const visible = caller.by === 'key' && !isMine ? { ...filter, visibility: 'public' as const } : filter;
    const [entries, total] = await Promise.all([
      listEntries(db, caller.project.id, visible, { sort, ...rowsOf(paging) }),
      countEntries(db, caller.project.id, visible),
    ]);
    const presented = await present(request, author, entries);
    // Whoever wrote it may know that it waits.
    const shown = isMine ? presented.map((entry, at) => ({ ...entry, visibility: entries[at]?.visibility })) : presented;
    return listOf(shown, total, paging);
  }

  /** A read that callers with the same rights and the same votes may share. */
  const shared = async (request: FastifyRequest) => {
    const caller = callerOf(request);
    const author = await authorOf(db, request, caller);
    return {
      caller,
      author,
      audience: `feedback ${caller.by} ${seesPersonalData(caller)} ${caller.project.id} ${author.id ?? ''}`,
    };
  };

  app.post(
    '',
    operation({
      id: 'submitFeedback',
      summary: 'Submit feedback',
      tag,
      access: { by: 'key' },
      headers: contract.ViewerHeaders,
      body: contract.SubmitFeedback,
      returns: Ref(contract.Feedback),
      status: 201,
    }),
    async (request, reply) => {
      const caller = callerOf(request);
      const author = await authorOf(db, request, caller);
      return await createOnce(db, request, reply, async (tx) =>
        entryForPublic(await submit(tx, { project: caller.project as Project, author, submission: request.body })),
      );
    },
  );

  app.get(
    '',
    operation({
      id: 'listFeedback',
      summary: 'List feedback entries',
      tag,
      access: reader,
      headers: contract.ViewerHeaders,
      query: Type.Object({ ...contract.ListFeedbackQuery.properties, ...projectQuery }),
      returns: ListOf(Ref(contract.Feedback)),
      etag: true,
    }),
    async (request, reply) => {
      const { sort, page: number, limit, project_id: _, mine, ...given } = request.query;
      const { caller, author, audience } = await shared(request);
      if (mine && !author.id) throw invalidField('mine', 'not_allowed', 'mine requires X-User-Token or X-Visitor-Id');
      const filter = mine ? { ...given, submitterId: author.id ?? '' } : given;
      if (filter.visibility && caller.by === 'key')
        throw invalidField('visibility', 'not_allowed', 'visibility requires a session token');
      return await publicRead(request, reply, audience, () => page(request, author, filter, { sort, page: number, limit }));
    },
  );

  app.get(
    '/similar',
    operation({
      id: 'findSimilarFeedback',
      summary: 'Find similar feedback entries',
      description: 'Returns up to 5 entries that may be duplicates of a new entry with the given title.',
      tag,
      access: reader,
      headers: contract.ViewerHeaders,
      query: Type.Object({ ...contract.SimilarQuery.properties, ...projectQuery }),
      returns: ListOf(Ref(contract.Feedback)),
    }),
    async (request) => {
      const { caller, author } = await shared(request);
      const { title } = request.query;
      const candidates = await findSimilarTitles(db, caller.project.id, title, {
        isPublic: caller.by === 'key',
        limit: SIMILAR_CANDIDATES,
      });
      const alike = mostAlike(title, candidates, SIMILAR_MOST);
      return listOf(await present(request, author, alike), alike.length, { limit: SIMILAR_MOST });
    },
  );

  app.get(
    '/roadmap',
    operation({
      id: 'getRoadmap',
      summary: 'Get the roadmap',
      description: 'Returns the first 50 entries for each of `planned`, `in_progress` and `done`.',
      tag,
      access: reader,
      headers: contract.ViewerHeaders,
      query: Type.Object(projectQuery),
      returns: contract.Roadmap,
      etag: true,
    }),
    async (request, reply) => {
      const { author, audience } = await shared(request);
      return await publicRead(request, reply, audience, async () => {
        const columns = contract.ROADMAP_STATUSES.map(async (status) => [
          status,
          await page(request, author, { status }, { sort: 'top', limit: ROADMAP_COLUMN }),
        ]);
        return Object.fromEntries(await Promise.all(columns));
      });
    },
  );

  app.get(
    '/by-project/:slug',
    operation({
      id: 'listPublicFeedback',
      summary: 'List the public feedback board of a project',
      tag,
      access: { by: 'slug' },
      params: SlugParams,
      query: contract.PublicListQuery,
      returns: ListOf(Ref(contract.Feedback)),
      etag: true,
    }),
    async (request, reply) => {
      const { sort, page: number, limit, ...filter } = request.query;
      return await publicRead(request, reply, `feedback board ${callerOf(request).project.id}`, () =>
        page(request, ANONYMOUS, filter, { sort, page: number, limit }),
      );
    },
  );

  app.get(
    '/:id',
    operation({
      id: 'getFeedback',
      summary: 'Get a feedback entry',
      tag,
      access: entryReader,
      headers: contract.ViewerHeaders,
      params,
      query: Type.Object(contract.RenderQuery),
      returns: Ref(contract.Feedback),
      etag: true,
    }),
    async (request, reply) => {
      const { caller, author, audience } = await shared(request);
      return await publicRead(request, reply, audience, async () => {
        const entry = await feedback.getEntry(db, caller, entryIdOf(request));
        const [presented] = await present(request, author, [entry]);
        return request.query.html ? { ...presented, description_html: await renderMarkdown(entry.description) } : presented;
      });
    },
  );

  app.patch(
    '/:id',
    operation({
      id: 'updateFeedback',
      summary: 'Update a feedback entry',
      tag,
      access: editor,
      params,
      body: contract.UpdateFeedback,
      returns: Ref(contract.Feedback),
      errors: ['feedback.merged'],
    }),
    async (request) => {
      const { project, user } = sessionOf(request);
      const entry = await feedback.updateEntry(deps, {
        projectId: project.id,
        id: entryIdOf(request),
        change: request.body,
        actor: user,
      });
      return (await present(request, await authorOf(db, request, callerOf(request)), [entry]))[0];
    },
  );

  app.delete(
    '/:id',
    operation({
      id: 'deleteFeedback',
      summary: 'Delete a feedback entry',
      description: 'Deletes the entry and all entries that were merged into it.',
      tag,
      access: editor,
      params,
      returns: Ref(Ok),
    }),
    async (request) => {
      await feedback.deleteEntry(deps, { projectId: sessionOf(request).project.id, id: entryIdOf(request) });
      return { ok: true };
    },
  );

  for (const { path, value, noun } of [
    { path: 'upvote', value: 1, noun: 'Upvote' },
    { path: 'downvote', value: -1, noun: 'Downvote' },
  ] as const) {
    const answerVote = async (request: FastifyRequest, isCast: boolean) => {
      const caller = callerOf(request);
      const author = await authorOf(db, request, caller);
      const { entry, vote: viewerVote } = await vote(db, { caller, entryId: entryIdOf(request), author, value, isCast });
      return entryProjection(caller)(entry, viewerVote);
    };
    const description =
      'The voter is the signed-in user, the user of `X-User-Token`, or the visitor of `X-Visitor-Id`. Each voter has one vote per entry.';
    app.post(
      `/:id/${path}`,
      operation({
        id: `${path}Feedback`,
        summary: `${noun} a feedback entry`,
        description,
        tag,
        access: voter,
        headers: contract.ViewerHeaders,
        params,
        returns: Ref(contract.Feedback),
        errors: ['validation', 'feedback.merged'],
      }),
      (request) => answerVote(request, true),
    );
    app.delete(
      `/:id/${path}`,
      operation({
        id: `remove${noun}`,
        summary: `Remove the ${path} from a feedback entry`,
        description,
        tag,
        access: voter,
        headers: contract.ViewerHeaders,
        params,
        returns: Ref(contract.Feedback),
        errors: ['validation', 'feedback.merged'],
      }),
      (request) => answerVote(request, false),
    );
  }

  app.post(
    '/:id/merge',
    operation({
      id: 'mergeFeedback',
      summary: 'Merge a feedback entry',
      tag,
      access: editor,
      params,
      body: contract.MergeFeedback,
      returns: Ref(contract.Feedback),
      errors: ['feedback.merge_target_not_found', 'feedback.merge_into_itself', 'feedback.merged'],
    }),
    async (request) => {
      const { project, user } = sessionOf(request);
      const into = parseId('fb', request.body.into);
      if (!into) throw new HttpError('feedback.merge_target_not_found');
      return entryForMember(await merge(deps, { projectId: project.id, id: entryIdOf(request), into, actor: user }));
    },
  );

  app.post(
    '/:id/unmerge',
    operation({
      id: 'unmergeFeedback',
      summary: 'Undo the merge of a feedback entry',
      tag,
      access: editor,
      params,
      returns: Ref(contract.Feedback),
      errors: ['feedback.not_merged'],
    }),
    async (request) => {
      const { project, user } = sessionOf(request);
      return entryForMember(await unmerge(deps, { projectId: project.id, id: entryIdOf(request), actor: user }));
    },
  );

  app.get(
    '/:id/history',
    operation({
      id: 'listFeedbackHistory',
      summary: 'List the history of a feedback entry',
      description: 'Returns changes with their author and time, newest first.',
      tag,
      access: { by: 'session', role: 'viewer', entry: entryKind },
      params,
      query: Type.Object({
        page: contract.ListFeedbackQuery.properties.page,
        limit: contract.ListFeedbackQuery.properties.limit,
      }),
      returns: ListOf(Ref(contract.HistoryItem)),
    }),
    async (request) => {
      const { items, total } = await listHistory(db, sessionOf(request).project.id, entryIdOf(request), rowsOf(request.query));
      return listOf(items.map(historyForMember), total, request.query);
    },
  );

  app.get(
    '/:id/voters',
    operation({
      id: 'listFeedbackVoters',
      summary: 'List the voters of a feedback entry',
      description: '`name`, `email` and `user_id` are null for viewers.',
      tag,
      access: { by: 'session', role: 'viewer', entry: entryKind },
      params,
      query: Type.Object({
        page: contract.ListFeedbackQuery.properties.page,
        limit: contract.ListFeedbackQuery.properties.limit,
      }),
      returns: ListOf(Ref(contract.Voter)),
    }),
    async (request) => {
      const caller = sessionOf(request);
      const { voters, total } = await listVoters(db, caller.project.id, entryIdOf(request), rowsOf(request.query));
      return listOf(voters.map(seesPersonalData(caller) ? voterForMember : voterForViewer), total, request.query);
    },
  );

  // The prefix stands in the options that Fastify hands over; it must not be handed on.
  const parts = { db, events, linkSecret: options.linkSecret, subscriptions: options.subscriptions };
  await app.register(commentRoutes, parts);
  await app.register(subscriptionRoutes, parts);
};
