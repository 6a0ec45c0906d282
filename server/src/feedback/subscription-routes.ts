import { Ok, Ref } from '@earshot/contract/common';
import * as contract from '@earshot/contract/feedback';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf, entryIdOf } from '../http/credentials.ts';
import { operation } from '../http/operation.ts';
import { linkActions } from '../mail/link-actions.ts';
import { getEntry, subscribe } from './feedback.ts';
import { unsubscribeLink } from './mails.ts';
import { entryKind, type FeedbackOptions, params, tag } from './route-options.ts';

export const subscriptionRoutes: FastifyPluginAsyncTypebox<FeedbackOptions> = async (app, { db, linkSecret }) => {
  app.post(
    '/:id/subscribe',
    operation({
      id: 'subscribeToFeedback',
      summary: 'Be told by mail when the status changes',
      tag,
      access: { by: 'key', role: 'viewer', entry: entryKind },
      params,
      body: contract.Subscribe,
      returns: Ref(Ok),
      also: [409],
    }),
    async (request) => {
      const caller = callerOf(request);
      const { id } = await getEntry(db, caller, entryIdOf(request));
      await subscribe(db, { projectId: caller.project.id, id, email: request.body.email });
      return { ok: true };
    },
  );

  await app.register(linkActions, { secret: linkSecret, actions: [unsubscribeLink(db)] });
};
