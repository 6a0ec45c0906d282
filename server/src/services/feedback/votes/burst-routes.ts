import { Id, ListOf, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/feedback/votes';
import { ListFeedbackQuery } from '@earshot/contract/services/feedback/schemas';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { entryIdOf, sessionOf } from '../../../platform/api/credentials.ts';
import { buildList, parsePaging } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import { requireId } from '../../../platform/api/validation.ts';
import { burstForMember } from '../projections.ts';
import { entryKind, type FeedbackOptions, params, tag } from '../route-options.ts';
import { listBursts } from './bursts-store.ts';
import { reviewBurst } from './bursts.ts';

const { page, limit } = ListFeedbackQuery.properties;

/** Unusually many anonymous votes on an entry, which members keep or remove. */
export const burstRoutes: FastifyPluginAsyncTypebox<FeedbackOptions> = async (app, deps) => {
  listVoteBurstsRoute(app, deps);
  updateVoteBurstRoute(app, deps);
};

function listVoteBurstsRoute(app: App, { db }: FeedbackOptions): void {
  app.get(
    '/:id/vote-bursts',
    operation({
      id: 'listFeedbackVoteBursts',
      summary: 'List the vote bursts of a feedback entry',
      description:
        'Returns the periods in which the entry received unusually many anonymous votes, latest first: at least 20 within 10 minutes, and ten times as many as usual in the week before. Recorded within about a minute; members are notified.',
      tag,
      access: { by: 'session', role: 'viewer', entry: entryKind },
      scopes: ['feedback:read'],
      params,
      query: Type.Object({ page, limit }),
      returns: ListOf(Ref(contract.VoteBurst)),
    }),
    async (request) => {
      const paging = parsePaging(request);
      const { rows, ...count } = await listBursts(db, sessionOf(request).project.id, entryIdOf(request), paging);
      return buildList(rows.map(burstForMember), count, paging);
    },
  );
}

function updateVoteBurstRoute(app: App, { db }: FeedbackOptions): void {
  app.patch(
    '/:id/vote-bursts/:burst_id',
    operation({
      id: 'updateFeedbackVoteBurst',
      summary: 'Keep or remove the votes of a burst',
      description:
        'With the state `removed`, removes all anonymous votes of the period, which cannot be undone; the next `feedback.voted` reports them. With `dismissed`, keeps the votes. The history records both.',
      tag,
      access: { by: 'session', role: 'member', entry: entryKind },
      scopes: ['feedback:write'],
      params: Type.Object({ id: Id('fb'), burst_id: Id('vbr') }),
      body: contract.UpdateVoteBurst,
      returns: Ref(contract.VoteBurst),
      errors: ['feedback.vote_burst_not_found', 'feedback.vote_burst_removed', 'feedback.merged'],
    }),
    async (request) => {
      const { user, project } = sessionOf(request);
      const id = requireId('vbr', request.params.burst_id, 'feedback.vote_burst_not_found');
      const { state } = request.body;
      return burstForMember(
        await reviewBurst(db, { projectId: project.id, entryId: entryIdOf(request), id, state, actor: user }),
      );
    },
  );
}
