import { Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/feedback/schemas';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { entryIdOf, sessionOf } from '../../../platform/api/credentials.ts';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { operation } from '../../../platform/api/operation.ts';
import { parseId } from '../../../platform/ids.ts';
import { transact } from '../../../platform/postgres/database.ts';
import { MEMBER } from '../boards/access.ts';
import { getEntry } from '../feedback.ts';
import { entryProjection } from '../projections.ts';
import { entryKind, type FeedbackOptions, params, tag } from '../route-options.ts';
import { placeEntry } from './store.ts';

/** The manual order of the board. */
export const orderRoutes: FastifyPluginAsyncTypebox<Pick<FeedbackOptions, 'db'>> = async (app, { db }) => {
  app.post(
    '/:id/move',
    operation({
      id: 'moveFeedback',
      summary: 'Move a feedback entry in the manual order',
      description:
        'Places the entry directly before or after another entry in the manual order of the project, which `sort=manual` returns. Entries that were never moved are ordered from newest to oldest, so that new entries come first. Moving an entry is not a change of its content: it is not in the history, keeps `updated_at`, and sends no webhook.',
      tag,
      access: { by: 'session', role: 'member', entry: entryKind },
      scopes: ['feedback:write'],
      params,
      body: contract.MoveFeedback,
      returns: Ref(contract.Feedback),
      errors: ['feedback.move_target_not_found'],
    }),
    async (request) => {
      const caller = sessionOf(request);
      const id = entryIdOf(request);
      const { before, after } = request.body;
      const anchorId = parseId('fb', before ?? after ?? '');
      if (before !== undefined && after !== undefined)
        throw invalidField('after', 'conflict', 'after must not be combined with before');
      const side = before === undefined ? 'after' : 'before';
      if (anchorId === undefined) throw new HttpError('feedback.move_target_not_found');
      if (anchorId !== id) {
        const isPlaced = await transact(db, (tx) => placeEntry(tx, caller.project.id, { id, anchorId, side }));
        if (!isPlaced) throw new HttpError('feedback.move_target_not_found');
      }
      return entryProjection(caller)(await getEntry(db, caller.project.id, id, MEMBER));
    },
  );
};
