import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../../platform/html/html.ts';
import { GONE, MISSING, type Page, sendPage } from '../../platform/html/page.ts';
import { renderHead } from '../../platform/html/site.ts';
import { errorBody, HttpError } from '../../platform/api/errors.ts';
import { buildSite, sendSitePage } from './site.ts';

/** Answers with a page of the project that says what is wrong, and links to its other pages. */
function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
  { title, text }: Page,
): Promise<FastifyReply> {
  const { site } = buildSite(request, publicUrl);
  const content = html`${renderHead(title, text)}<p><a class="button" href="${site.base || '/'}">Go to ${site.name}</a></p>`;
  return sendSitePage(reply, site, { title, description: '', path: '', content });
}

export const sendMissingPage = (request: FastifyRequest, reply: FastifyReply, publicUrl: string): Promise<FastifyReply> =>
  sendProblem(request, reply.code(404), publicUrl, MISSING);

/**
 * Responds to 4xx errors on public pages, of projects or behind links in mails, with an HTML page. All other errors, and redirects, get the
 * standard response.
 */
export function answerWithPages(app: FastifyInstance, publicUrl?: () => string): void {
  app.setErrorHandler<FastifyError | HttpError>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 400 || status >= 500 || !request.headers.accept?.includes('text/html')) throw error;
    const page = describeProblem(status, error.message);
    void reply.code(status);
    return publicUrl && request.authority?.caller ? sendProblem(request, reply, publicUrl(), page) : sendPage(reply, page);
  });
}

function describeProblem(status: number, message: string): Page {
  if (status === 404) return MISSING;
  return status === 400
    ? { title: 'Your input was not accepted', text: `${message}. Go back, correct the input and try again.` }
    : { title: 'Request failed', text: `${message}.` };
}

/**
 * Answers a request that no route receives, because its path has an invalid escape such as `%E0%A4%A` or a part that is too long: with a
 * page for browsers, and with the standard error for all other clients.
 */
export function answerInvalidUrl({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers.accept?.includes('text/html')) {
    sendPage(reply.code(404), GONE);
    return;
  }
  const refusal = new HttpError('request.malformed', { message: 'The path of the URL is too long, or has an invalid escape' });
  void reply.code(refusal.statusCode).type('application/json; charset=utf-8').send(errorBody(refusal));
}
