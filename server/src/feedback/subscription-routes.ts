import formbody from '@fastify/formbody';
import { Ok, Ref } from '@earshot/contract/common';
import * as contract from '@earshot/contract/feedback';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { callerOf, entryIdOf } from '../http/credentials.ts';
import { notFound } from '../http/errors.ts';
import { operation } from '../http/operation.ts';
import { readLink } from '../mail/links.ts';
import { getEntry, subscribe } from './feedback.ts';
import type { SubscriptionLink } from './mails.ts';
import { entryKind, type FeedbackOptions, params, tag } from './route-options.ts';
import { deleteSubscriber } from './subscribers-store.ts';

const tokenQuery = Type.Object({ token: Type.String({ minLength: 1, maxLength: 1000 }) });

export const subscriptionRoutes: FastifyPluginAsyncTypebox<FeedbackOptions> = async (app, { db, linkSecret }) => {
  // RFC 8058: mail programs post a form.
  await app.register(formbody);

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

  app.get('/unsubscribe', { schema: { hide: true, querystring: tokenQuery } }, (request, reply) => {
    subscriptionOf(request.query.token);
    // Mail scanners open links: looking at this page ends nothing.
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
      )
      .send(UNSUBSCRIBE_PAGE);
  });

  app.post(
    '/unsubscribe',
    operation({
      id: 'unsubscribeFromFeedback',
      summary: 'End a subscription, by the link in its mails (RFC 8058)',
      tag,
      access: { by: 'none' },
      query: tokenQuery,
      returns: Ref(Ok),
      also: [404],
      consumes: ['application/x-www-form-urlencoded', 'application/json'],
    }),
    async (request, reply) => {
      const { project_id, entry_id, email } = subscriptionOf(request.query.token);
      await deleteSubscriber(db, project_id, entry_id, email);
      if (request.headers.accept?.includes('text/html'))
        void reply.type('text/html; charset=utf-8').serializer(() => UNSUBSCRIBED_PAGE);
      return { ok: true };
    },
  );

  function subscriptionOf(token: string): SubscriptionLink {
    const link = readLink<SubscriptionLink>(linkSecret, 'unsubscribe', token);
    if (!link) throw notFound('Subscription');
    return link;
  }
};

const page = (title: string, content: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title>
<style>body{font:18px/1.5 system-ui,sans-serif;max-width:30rem;margin:20vh auto;padding:0 1rem}button{font:inherit;padding:.6em 1.2em;border-radius:.5em;border:1px solid;cursor:pointer}</style></head>
<body><main><h1>${title}</h1>${content}</main></body></html>`;

const UNSUBSCRIBE_PAGE = page(
  'Unsubscribe?',
  '<p>You will get no more mails about this entry.</p><form method="post"><button>Unsubscribe</button></form>',
);
const UNSUBSCRIBED_PAGE = page('Unsubscribed', '<p>You will get no more mails about this entry.</p>');
