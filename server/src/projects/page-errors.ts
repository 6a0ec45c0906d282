import type { FastifyError, FastifyInstance } from 'fastify';
import { GONE, sendPage } from '../html/page.ts';
import { HttpError } from '../http/errors.ts';

/** Answers 400 and 404 on public pages with an HTML page. All other errors get the standard response. */
export function answerWithPages(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | HttpError>((error, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500 || !reply.request.headers.accept?.includes('text/html')) throw error;
    if (status === 404) return sendPage(reply.code(404), GONE);
    return sendPage(reply.code(status), { title: 'Invalid input', text: `${error.message}. Go back and correct it.` });
  });
}
