import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../../platform/html/html.ts';
import type { Language } from '@earshot/contract/shared/languages';
import { describeMissing, findPageLanguage, type Page, sendGone, sendPage } from '../../platform/html/page.ts';
import { commonTexts } from '../../platform/html/texts/texts.ts';
import { renderHead } from '../../platform/html/site.ts';
import { errorBody, HttpError } from '../../platform/api/errors.ts';
import { buildSite, sendSitePage } from './site.ts';

/** Answers with a page of the project that says what is wrong, and links to its other pages. */
function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
  describe: (language: Language) => Page,
): Promise<FastifyReply> {
  const { site } = buildSite(request, publicUrl);
  const { title, text } = describe(site.language);
  const content = html`${renderHead(title, text)}<p><a class="button" href="${site.base || '/'}">${commonTexts(site.language).goTo(site.name)}</a></p>`;
  return sendSitePage(reply, site, { title, description: '', path: '', content });
}

export const sendMissingPage = (request: FastifyRequest, reply: FastifyReply, publicUrl: string): Promise<FastifyReply> =>
  sendProblem(request, reply.code(404), publicUrl, describeMissing);

/**
 * Responds to 4xx errors on public pages, of projects or behind links in mails, with an HTML page. All other errors, and redirects, get the
 * standard response.
 */
export function answerWithPages(app: FastifyInstance, publicUrl?: () => string): void {
  app.setErrorHandler<FastifyError | HttpError>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 400 || status >= 500 || !request.headers.accept?.includes('text/html')) throw error;
    const describe = (language: Language) => describeProblem(language, status, error.message);
    void reply.code(status);
    return publicUrl && request.authority?.caller
      ? sendProblem(request, reply, publicUrl(), describe)
      : sendPage(reply, describe(findPageLanguage(reply)));
  });
}

/** Describes an error that a visitor of a page gets. Only English has its message. */
export function describeProblem(language: Language, status: number, message: string): Page {
  const t = commonTexts(language);
  if (status === 404) return describeMissing(language);
  if (status === 429) return { title: t.failed, text: t.busyText(message) };
  return status === 400 ? { title: t.refused, text: t.refusedText(message) } : { title: t.failed, text: t.failedText(message) };
}

/**
 * Answers a request that no route receives, because its path has an invalid escape such as `%E0%A4%A` or a part that is too long: with a
 * page for browsers, and with the standard error for all other clients.
 */
export function answerInvalidUrl({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers.accept?.includes('text/html')) {
    sendGone(reply);
    return;
  }
  const refusal = new HttpError('request.malformed', { message: 'The path of the URL is too long, or has an invalid escape' });
  void reply.code(refusal.statusCode).type('application/json; charset=utf-8').send(errorBody(refusal));
}
