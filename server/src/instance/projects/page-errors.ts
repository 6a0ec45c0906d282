import type { FastifyError, FastifyInstance } from 'fastify';
import { GONE, sendPage } from '../../platform/html/page.ts';
import { HttpError } from '../../platform/api/errors.ts';

/** Responds to 4xx errors on public pages with an HTML page. All other errors get the standard response. */
export function answerWithPages(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | HttpError>((error, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500 || !reply.request.headers.accept?.includes('text/html')) throw error;
    if (status === 404) return sendPage(reply.code(404), GONE);
    return sendPage(
      reply.code(status),
      status === 400
        ? { title: 'Your input was not accepted', text: `${error.message}. Go back, correct the input and try again.` }
        : { title: 'Request failed', text: `${error.message}.` },
    );
  });
}
