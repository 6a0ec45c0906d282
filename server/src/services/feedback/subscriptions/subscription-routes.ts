import { findReaderLanguage } from '../../../platform/i18n/choice.ts';
import { Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/feedback/schemas';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf, entryIdOf } from '../../../platform/api/credentials.ts';
import { operation } from '../../../platform/api/operation.ts';
import { linkActions } from '../../../instance/mail/link-actions.ts';
import { findAuthor } from '../authors.ts';
import { toViewer } from '../boards/access.ts';
import { getEntry } from '../feedback.ts';
import { unsubscribeLinks } from '../mails/unsubscribe.ts';
import { entryKind, type FeedbackOptions, params, tag } from '../route-options.ts';
import { isVerified } from './subscriptions.ts';

export const subscriptionRoutes: FastifyPluginAsyncTypebox<FeedbackOptions> = async (app, options) => {
  const { db, linkSecret, subscriptions } = options;
  app.post(
    '/:id/subscribe',
    operation({
      id: 'subscribeToFeedback',
      summary: 'Subscribe to a feedback entry',
      description:
        'Addresses identified by `X-User-Token` are confirmed immediately. All other addresses receive a confirmation email, and no further emails before the confirmation. The response does not reveal whether the address is known.',
      tag,
      access: { by: 'key', role: 'viewer', entry: entryKind },
      params,
      headers: contract.ViewerHeaders,
      body: contract.Subscribe,
      returns: Ref(contract.FeedbackSubscribed),
      errors: ['feedback.merged'],
      // Sends a mail to any given address.
      limit: 'sensitive',
    }),
    async (request) => {
      const caller = callerOf(request);
      const author = await findAuthor(db, request, caller);
      const { id } = await getEntry(db, caller.project.id, entryIdOf(request), toViewer(caller, author));
      const { email } = request.body;
      const language = findReaderLanguage(request);
      await subscriptions.subscribe(caller.project.id, { entryId: id, email, author, language });
      return { ok: true, confirmed: isVerified(author, email) };
    },
  );

  await app.register(linkActions, { secret: linkSecret, actions: [...unsubscribeLinks(options), subscriptions.confirmLink] });
};
