import { Ok, Ref } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Language } from '@earshot/contract/shared/languages';
import { findPageLanguage, type Page, sendGone, sendPage } from '../../platform/html/page.ts';
import { commonTexts } from '../../platform/html/texts/texts.ts';
import { HttpError } from '../../platform/api/errors.ts';
import { operation } from '../../platform/api/operation.ts';
import { type Expiring, readLink } from './links.ts';

/** Action that a link in a mail authorizes without any other credential. */
export interface LinkAction<Payload extends object = object> {
  path: string;
  /** Operation id in the OpenAPI document. */
  id: string;
  summary: string;
  /** Description in the OpenAPI document. */
  description: string;
  tag: string;
  /** Purpose that the token was signed for. */
  purpose: string;
  /** For links with an expiry (`Expiring`): explains how to get a new link. Older links without an expiry count as expired. */
  renewal?: (language: Language) => string;
  /** Returns the confirmation page, or undefined when the target no longer exists. */
  ask: (payload: Payload, language: Language) => Promise<(Page & { button: string }) | undefined>;
  /** Performs the action. Must be idempotent. Returns undefined when the target no longer exists. */
  act: (payload: Payload, language: Language) => Promise<Page | undefined>;
}

/** Erases the payload type of an action, so that actions with different payloads fit in one list. */
export const linkAction = <Payload extends object>(action: LinkAction<Payload>) => action as unknown as LinkAction;

export const tokenQuery = Type.Object({ token: Type.String({ minLength: 1, maxLength: 2000 }) });

/**
 * Serves the pages of links in mails. Mail scanners and previews open links, so a GET only shows a confirmation page, and a POST
 * performs the action. Mail programs send the POST directly (RFC 8058), with a form, which is ignored like every body of an operation that takes none.
 */
export const linkActions: FastifyPluginAsyncTypebox<{ secret: Buffer; actions: LinkAction[] }> = async (
  app,
  { secret, actions },
) => {
  // Mail programs may cut a link.
  app.setErrorHandler<FastifyError | HttpError>((error, request, reply) => {
    if (error.statusCode !== 400 || !request.headers.accept?.includes('text/html')) throw error;
    return sendGone(reply);
  });

  for (const { path, id, summary, description, tag, purpose, renewal, ask, act } of actions) {
    const readPayload = (request: FastifyRequest) =>
      readLink<object>(secret, purpose, (request.query as { token: string }).token);
    const expiredPage = (payload: Partial<Expiring> | undefined, language: Language): Page | undefined =>
      payload && renewal && (payload.until ?? 0) <= Date.now()
        ? { title: commonTexts(language).expired, text: renewal(language) }
        : undefined;

    app.get(path, { schema: { hide: true, querystring: tokenQuery } }, async (request, reply) => {
      const payload = readPayload(request);
      const language = findPageLanguage(reply);
      const expired = expiredPage(payload, language);
      if (expired) return sendPage(reply.code(404), expired);
      const page = payload && (await ask(payload, language));
      return page ? sendPage(reply, page) : sendGone(reply);
    });

    app.post(
      path,
      operation({
        id,
        summary,
        description,
        tag,
        access: { by: 'none' },
        query: tokenQuery,
        returns: Ref(Ok),
        errors: ['mails.link_target_not_found', ...(renewal === undefined ? [] : ['mails.link_expired' as const])],
      }),
      async (request, reply) => {
        const payload = readPayload(request);
        const isPerson = request.headers.accept?.includes('text/html');
        // The messages of the API are in English.
        const language = isPerson ? findPageLanguage(reply) : 'en';
        const expired = expiredPage(payload, language);
        const page = payload && !expired ? await act(payload, language) : undefined;
        const answer = page ?? expired;
        if (isPerson && !answer) return sendGone(reply) as never;
        if (isPerson && answer) return sendPage(page ? reply : (reply as FastifyReply).code(404), answer) as never;
        if (expired) throw new HttpError('mails.link_expired', { message: `${expired.title}. ${expired.text}` });
        if (!page) throw new HttpError('mails.link_target_not_found');
        return { ok: true };
      },
    );
  }
};
