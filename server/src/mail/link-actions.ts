import formbody from '@fastify/formbody';
import { Ok, Ref } from '@earshot/contract/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { GONE, type Page, sendPage } from '../html/page.ts';
import { HttpError } from '../http/errors.ts';
import { operation } from '../http/operation.ts';
import { type Expiring, readLink } from './links.ts';

/** What someone can do by a link in a mail, without any other credential. */
export interface LinkAction<Payload extends object = object> {
  path: string;
  /** The operation's name in the OpenAPI document. */
  id: string;
  summary: string;
  tag: string;
  /** What the link was signed for. */
  purpose: string;
  /** For links with an expiry (`Expiring`): tells people how to get a new one. Links from before they had one count as expired. */
  renewal?: string;
  /** What the page asks before anything happens; undefined when what the link names is no longer there. */
  ask: (payload: Payload) => Promise<(Page & { button: string }) | undefined>;
  /** Does it. Doing it again changes nothing. Undefined as above. */
  act: (payload: Payload) => Promise<Page | undefined>;
}

/** An action for a list of several: what its link names is its own business. */
export const linkAction = <Payload extends object>(action: LinkAction<Payload>) => action as unknown as LinkAction;

export const tokenQuery = Type.Object({ token: Type.String({ minLength: 1, maxLength: 2000 }) });

/**
 * Pages behind links in mails. Mail scanners and previews open links, so looking at one changes nothing: the page asks, and a POST
 * does it. Mail programs post at once, as RFC 8058 describes.
 */
export const linkActions: FastifyPluginAsyncTypebox<{ secret: Buffer; actions: LinkAction[] }> = async (
  app,
  { secret, actions },
) => {
  await app.register(formbody);

  for (const { path, id, summary, tag, purpose, renewal, ask, act } of actions) {
    const payloadOf = (request: FastifyRequest) => readLink<object>(secret, purpose, (request.query as { token: string }).token);
    const expiredPage = (payload: Partial<Expiring> | undefined): Page | undefined =>
      payload && renewal && (payload.until ?? 0) <= Date.now() ? { title: 'This link has expired', text: renewal } : undefined;

    app.get(path, { schema: { hide: true, querystring: tokenQuery } }, async (request, reply) => {
      const payload = payloadOf(request);
      const expired = expiredPage(payload);
      if (expired) return sendPage(reply.code(404), expired);
      const page = payload && (await ask(payload));
      return page ? sendPage(reply, page) : sendPage(reply.code(404), GONE);
    });

    app.post(
      path,
      operation({
        id,
        summary,
        tag,
        access: { by: 'none' },
        query: tokenQuery,
        returns: Ref(Ok),
        errors: ['mails.link_target_not_found', ...(renewal === undefined ? [] : ['mails.link_expired' as const])],
        consumes: ['application/x-www-form-urlencoded', 'application/json'],
      }),
      async (request, reply) => {
        const payload = payloadOf(request);
        const expired = expiredPage(payload);
        const page = payload && !expired ? await act(payload) : undefined;
        const isPerson = request.headers.accept?.includes('text/html');
        if (isPerson) return sendPage(page ? reply : (reply as FastifyReply).code(404), page ?? expired ?? GONE) as never;
        if (expired) throw new HttpError('mails.link_expired', { message: `${expired.title}. ${expired.text}` });
        if (!page) throw new HttpError('mails.link_target_not_found');
        return { ok: true };
      },
    );
  }
};
