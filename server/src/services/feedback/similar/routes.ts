import { ListOf, Ok, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/feedback/schemas';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { entryIdOf, projectQuery, sessionOf } from '../../../platform/api/credentials.ts';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { wholeList } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import { requireId } from '../../../platform/api/validation.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { buildVisible } from '../views/list-store.ts';
import { type CountSearches, identifyReader, present } from '../presenting.ts';
import { entryKind, params, tag } from '../route-options.ts';
import { findEntryIds } from '../store.ts';
import { dismissPair, findSimilarTitles, restorePair } from './similar-store.ts';
import { findMostSimilar } from './similar.ts';

const MAX_SIMILAR_CANDIDATES = 100;
const MAX_SIMILAR_ENTRIES = 5;

interface Deps {
  db: Db;
  countSearches: CountSearches;
}

/** Entries with similar titles, and pairs of them that members dismiss as duplicates. */
export const similarRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  findSimilarFeedbackRoute(app, deps);
  dismissSimilarFeedbackRoute(app, deps);
  restoreSimilarFeedbackRoute(app, deps);
};

function findSimilarFeedbackRoute(app: App, deps: Deps): void {
  const { db } = deps;
  app.get(
    '/similar',
    operation({
      id: 'findSimilarFeedback',
      summary: 'Find similar feedback entries',
      description:
        'Returns up to 5 entries that may be duplicates of a new entry with the given title. For an existing entry, `feedback_id` leaves out the entry, and entries that members dismissed as its duplicates.',
      tag,
      access: { by: 'either', role: 'viewer' },
      scopes: ['feedback:read'],
      headers: contract.ViewerHeaders,
      query: Type.Object({ ...contract.SimilarQuery.properties, ...projectQuery }),
      returns: ListOf(Ref(contract.Feedback)),
    }),
    async (request) => {
      const { caller, viewer } = await identifyReader(db, request);
      const { title, feedback_id: id } = request.query;
      if (id !== undefined && caller.by === 'key')
        throw invalidField('feedback_id', 'not_allowed', 'feedback_id requires a session token');
      const candidates = await findSimilarTitles(db, caller.project.id, title, {
        filter: buildVisible(viewer),
        limit: MAX_SIMILAR_CANDIDATES,
        entryId: id === undefined ? undefined : requireId('fb', id, 'feedback.not_found'),
      });
      const similar = findMostSimilar(title, candidates, MAX_SIMILAR_ENTRIES);
      return { ...wholeList(await present(deps, request, viewer, similar)), limit: MAX_SIMILAR_ENTRIES };
    },
  );
}

function dismissSimilarFeedbackRoute(app: App, { db }: Deps): void {
  app.post(
    '/:id/dismiss-similar',
    operation({
      id: 'dismissSimilarFeedback',
      summary: 'Dismiss a duplicate of a feedback entry',
      description:
        'Records that the two entries are not duplicates, so that neither is in `similar` of the other. Dismissing them again has no effect. Undo it with `POST /v1/feedback/{id}/restore-similar`.',
      tag,
      access: { by: 'session', role: 'member', entry: entryKind },
      scopes: ['feedback:write'],
      params,
      body: contract.SimilarPair,
      returns: Ref(Ok),
    }),
    async (request) => {
      const projectId = sessionOf(request).project.id;
      const pair = [entryIdOf(request), requireId('fb', request.body.feedback_id, 'feedback.not_found')] as const;
      if (pair[0] === pair[1]) throw invalidField('feedback_id', 'not_allowed', 'feedback_id must be another entry');
      if ((await findEntryIds(db, projectId, [...pair])).length < pair.length) throw new HttpError('feedback.not_found');
      await dismissPair(db, projectId, pair);
      return { ok: true };
    },
  );
}

function restoreSimilarFeedbackRoute(app: App, { db }: Deps): void {
  app.post(
    '/:id/restore-similar',
    operation({
      id: 'restoreSimilarFeedback',
      summary: 'Restore a dismissed duplicate of a feedback entry',
      description: 'Undoes `POST /v1/feedback/{id}/dismiss-similar`, in either order of the entries. Has no effect on others.',
      tag,
      access: { by: 'session', role: 'member', entry: entryKind },
      scopes: ['feedback:write'],
      params,
      body: contract.SimilarPair,
      returns: Ref(Ok),
    }),
    async (request) => {
      const other = requireId('fb', request.body.feedback_id, 'feedback.not_found');
      await restorePair(db, sessionOf(request).project.id, [entryIdOf(request), other]);
      return { ok: true };
    },
  );
}
