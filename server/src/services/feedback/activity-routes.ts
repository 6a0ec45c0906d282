import { ListOf, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/feedback/schemas';
import type { Scope } from '@earshot/contract/instance/scopes';
import { projectOf } from '../../instance/projects/caller.ts';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { callerOf, entryIdOf, sessionOf } from '../../platform/api/credentials.ts';
import { seesPersonalData } from '../../platform/api/personal-data.ts';
import { buildList, parsePaging } from '../../platform/api/list.ts';
import { clientAddress } from '../../platform/client/address.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { requireId } from '../../platform/api/validation.ts';
import { findAuthor } from './authors.ts';
import { merge, previewMerge, unmerge } from './merging/merging.ts';
import { entryProjection, historyForMember, historyForViewer, listedVoterForMember, voterForViewer } from './projections.ts';
import { entryKind, type FeedbackOptions, params, tag } from './route-options.ts';
import { listHistory } from './history-store.ts';
import { withCurrentActors } from './team/profiles.ts';
import { type CastVote, createVoting } from './votes/votes.ts';
import { listVoters, sumVoters } from './votes/voters-store.ts';

const voter = { by: 'either', role: 'member', entry: entryKind } as const;
const editor = { by: 'session', role: 'member', entry: entryKind } as const;
const entryViewer = { by: 'session', role: 'viewer', entry: entryKind } as const;
const pageQuery = Type.Object({
  page: contract.ListFeedbackQuery.properties.page,
  limit: contract.ListFeedbackQuery.properties.limit,
});

/** Votes, merges and the history of an entry. */
export const activityRoutes: FastifyPluginAsyncTypebox<FeedbackOptions> = async (app, deps) => {
  const vote = createVoting(deps.db, deps.linkSecret);
  voteRoutes(app, { ...deps, vote }, { path: 'upvote', value: 1, noun: 'Upvote' });
  voteRoutes(app, { ...deps, vote }, { path: 'downvote', value: -1, noun: 'Downvote' });
  mergeFeedbackRoute(app, deps);
  previewMergeRoute(app, deps);
  unmergeFeedbackRoute(app, deps);
  listFeedbackHistoryRoute(app, deps);
  listFeedbackVotersRoute(app, deps);
};

interface VoteKind {
  path: 'upvote' | 'downvote';
  value: 1 | -1;
  noun: 'Upvote' | 'Downvote';
}

function voteRoutes(app: App, { db, vote }: FeedbackOptions & { vote: CastVote }, { path, value, noun }: VoteKind): void {
  const answerVote = async (request: FastifyRequest, kind: 'cast' | 'withdraw') => {
    const caller = callerOf(request);
    const author = await findAuthor(db, request, caller);
    const { entry, vote: viewerVote } = await vote({
      caller,
      project: projectOf(request),
      entryId: entryIdOf(request),
      author,
      address: clientAddress(request),
      value,
      kind,
    });
    return entryProjection(caller)(entry, viewerVote);
  };
  const common = {
    description:
      'The voter is the signed-in user, the user of `X-User-Token`, the person who is signed in on the public pages, or the visitor of `X-Visitor-Id`. Each voter has one vote per entry. Anonymous visitors of one network (/24 for IPv4, /64 for IPv6) share `settings.feedback.anonymous_votes_per_network` new votes per entry and day (UTC); further ones are rejected with 429. `settings.feedback.voting` can require a confirmed address or `X-User-Token`. A vote can always be changed and removed.',
    tag,
    access: voter,
    scopes: ['feedback:write'] as Scope[],
    headers: contract.ViewerHeaders,
    params,
    returns: Ref(contract.Feedback),
  };
  const errors = ['validation', 'feedback.merged'] as const;
  app.post(
    `/:id/${path}`,
    operation({
      ...common,
      id: `${path}Feedback`,
      summary: `${noun} a feedback entry`,
      errors: [...errors, 'feedback.sign_in_required', 'feedback.too_many_votes'],
    }),
    (request) => answerVote(request, 'cast'),
  );
  app.delete(
    `/:id/${path}`,
    operation({ ...common, id: `remove${noun}`, summary: `Remove the ${path} from a feedback entry`, errors: [...errors] }),
    (request) => answerVote(request, 'withdraw'),
  );
}

function mergeFeedbackRoute(app: App, { db, events }: FeedbackOptions): void {
  app.post(
    '/:id/merge',
    operation({
      id: 'mergeFeedback',
      summary: 'Merge a feedback entry',
      description:
        'Moves votes, comments and subscribers to the entry `into`, at most one vote and subscription per person, and sets the status `duplicate`. When `into` was merged itself, its own target is used. A merge that makes comments readable for more people, because the entry is not public or is on a board with fewer readers, requires `reveal_comments`; notes and private answers keep their readers. Sends the webhook `feedback.merged`. Undo a merge with `POST /v1/feedback/{id}/unmerge`.',
      tag,
      access: editor,
      scopes: ['feedback:write'],
      params,
      body: contract.MergeFeedback,
      returns: Ref(contract.Feedback),
      errors: [
        'feedback.merge_target_not_found',
        'feedback.merge_into_itself',
        'feedback.merged',
        'feedback.merge_reveals_comments',
      ],
    }),
    async (request) => {
      const { project, user } = sessionOf(request);
      const { into: target, reveal_comments: mayReveal = false } = request.body;
      const into = requireId('fb', target, 'feedback.merge_target_not_found');
      return entryProjection(sessionOf(request))(
        await merge({ db, events }, { projectId: project.id, id: entryIdOf(request), into, actor: user, mayReveal }),
      );
    },
  );
}

function previewMergeRoute(app: App, { db }: FeedbackOptions): void {
  app.post(
    '/:id/merge-preview',
    operation({
      id: 'previewMerge',
      summary: 'Preview a merge of feedback entries',
      description:
        'Returns the votes, comments and followers that the entry would have after the entries in `from` were merged into it, each person once. Changes nothing. When the entry was merged itself, its own target is used.',
      tag,
      access: entryViewer,
      scopes: ['feedback:read'],
      params,
      body: contract.PreviewMerge,
      returns: Ref(contract.MergePreview),
      errors: ['feedback.merge_into_itself', 'feedback.merged'],
    }),
    async (request) =>
      await previewMerge(db, {
        projectId: sessionOf(request).project.id,
        into: entryIdOf(request),
        from: request.body.from.map((id) => requireId('fb', id, 'feedback.not_found')),
      }),
  );
}

function unmergeFeedbackRoute(app: App, { db, events }: FeedbackOptions): void {
  app.post(
    '/:id/unmerge',
    operation({
      id: 'unmergeFeedback',
      summary: 'Undo the merge of a feedback entry',
      description:
        'Moves votes, comments and subscribers back that came from the entry, and restores its previous status. Sends the webhook `feedback.updated`.',
      tag,
      access: editor,
      scopes: ['feedback:write'],
      params,
      returns: Ref(contract.Feedback),
      errors: ['feedback.not_merged'],
    }),
    async (request) => {
      const { project, user } = sessionOf(request);
      return entryProjection(sessionOf(request))(
        await unmerge({ db, events }, { projectId: project.id, id: entryIdOf(request), actor: user }),
      );
    },
  );
}

function listFeedbackHistoryRoute(app: App, { db }: FeedbackOptions): void {
  app.get(
    '/:id/history',
    operation({
      id: 'listFeedbackHistory',
      summary: 'List the history of a feedback entry',
      description:
        'Returns each changed field with its old and new value, the author and the time, newest first. Changes that Earshot made, such as `done` after a publication, have no author. The persons of votes on behalf of people are empty for viewers.',
      tag,
      access: entryViewer,
      scopes: ['feedback:read'],
      params,
      query: pageQuery,
      returns: ListOf(Ref(contract.HistoryItem)),
    }),
    async (request) => {
      const paging = parsePaging(request);
      const { rows, ...count } = await listHistory(db, sessionOf(request).project.id, entryIdOf(request), paging);
      const items = await withCurrentActors(db, rows);
      return buildList(items.map(seesPersonalData(sessionOf(request)) ? historyForMember : historyForViewer), count, paging);
    },
  );
}

function listFeedbackVotersRoute(app: App, { db }: FeedbackOptions): void {
  app.get(
    '/:id/voters',
    operation({
      id: 'listFeedbackVoters',
      summary: 'List the voters of a feedback entry',
      description:
        'Returns voters with their vote and the time, latest first, and the company, plan and revenue of people in the directory. `name`, `email` and `user_id` are null for viewers, and for anonymous visitors.',
      tag,
      access: entryViewer,
      scopes: ['feedback:read'],
      params,
      query: Type.Object({ ...pageQuery.properties, ...contract.VotersQuery }),
      returns: contract.Voters,
    }),
    async (request) => {
      const caller = sessionOf(request);
      const paging = parsePaging(request);
      const [projectId, id, isMember] = [caller.project.id, entryIdOf(request), seesPersonalData(caller)];
      // The order would tell viewers the revenue.
      const sort = isMember ? request.query.sort : undefined;
      const { rows, ...count } = await listVoters(db, projectId, id, { sort, ...paging });
      const sums = isMember ? await sumVoters(db, projectId, id) : {};
      return {
        ...buildList(
          rows.map((row) => (isMember ? listedVoterForMember(row) : voterForViewer(row))),
          count,
          paging,
        ),
        ...sums,
      };
    },
  );
}
