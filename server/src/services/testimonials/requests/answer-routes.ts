import { Ok, Ref } from '@earshot/contract/shared/common';
import { AnswerTestimonialRequest } from '@earshot/contract/services/testimonials/requests';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { tokenQuery } from '../../../instance/mail/link-actions.ts';
import { readLink } from '../../../instance/mail/links.ts';
import { findBrand } from '../../../instance/projects/store.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import { operation } from '../../../platform/api/operation.ts';
import { answerWithPages } from '../../../instance/projects/page-errors.ts';
import { parseForms } from '../../../platform/api/json-body.ts';
import { type Html, html } from '../../../platform/html/html.ts';
import { GONE, sendPage } from '../../../platform/html/page.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { CONSENT } from '../pages.ts';
import { ratingSelect, readForm } from '../own-routes.ts';
import { draftTestimonial, type Submit } from '../testimonials.ts';
import { answer } from './answering.ts';
import { ANSWER_REQUEST, type RequestLink } from './mails.ts';
import { findRequest, type Request } from './store.ts';

interface Options {
  db: Db;
  submit: Submit;
  linkSecret: Buffer;
}

/** Page for people who were asked by mail. */
export const answerRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, submit, linkSecret }) => {
  parseForms(app);
  answerWithPages(app);
  /** Returns the open request of a link. */
  const findOpen = async (request: FastifyRequest): Promise<Request | undefined> => {
    const link = readLink<RequestLink>(linkSecret, ANSWER_REQUEST, (request.query as { token: string }).token);
    const found = link && (await findRequest(db, link.project_id, link.request_id));
    return found?.status === 'open' ? found : undefined;
  };

  app.get('/requests/answer', { schema: { hide: true, querystring: tokenQuery } }, async (request, reply) => {
    const open = await findOpen(request);
    if (!open) return sendPage(reply.code(404), GONE);
    return sendPage(reply, {
      brand: await findBrand(db, open.project_id),
      title: 'Write a testimonial',
      text: 'It is published after review.',
      content: renderForm(open),
    });
  });

  app.post(
    '/requests/answer',
    {
      ...operation({
        id: 'answerTestimonialRequest',
        summary: 'Answer a request for a testimonial',
        description:
          'For the link in a request by email: its `token` is the only credential. Creates a testimonial of the asked person with the status `pending`, and closes the request. Browsers that accept HTML receive a page.',
        tag: 'Testimonials',
        access: { by: 'none' },
        query: tokenQuery,
        body: AnswerTestimonialRequest,
        returns: Ref(Ok),
        errors: ['testimonials.request_not_found'],
        consumes: ['application/json', 'application/x-www-form-urlencoded'],
      }),
      preValidation: async (request) => readForm(request),
    },
    async (request, reply) => {
      const open = await findOpen(request);
      if (!open) throw new HttpError('testimonials.request_not_found');
      const { consent: _, ...fields } = request.body;
      const draft = draftTestimonial(open.project_id, { ...fields, author_email: open.email ?? undefined, consent: CONSENT });
      await answer(db, submit, open, draft);
      if (!request.headers.accept?.includes('text/html')) return { ok: true };
      return sendPage(reply, {
        brand: await findBrand(db, open.project_id),
        title: 'Thank you',
        text: 'Your testimonial will be published after review.',
      }) as never;
    },
  );
};

const renderForm = ({ person_name: name }: Request): Html => html`<form method="post">
<label for="content">Your testimonial</label>
<textarea id="content" name="content" rows="8" maxlength="5000" required></textarea>
<label for="rating">Rating</label>
${ratingSelect(5)}
<label for="author_name">Name</label><input id="author_name" name="author_name" maxlength="100" autocomplete="name" value="${name ?? ''}" required>
<label for="author_title">Role (optional)</label><input id="author_title" name="author_title" maxlength="100" autocomplete="organization-title">
<label for="author_company">Company (optional)</label><input id="author_company" name="author_company" maxlength="100" autocomplete="organization">
<label><input type="checkbox" name="consent" value="yes" required> ${CONSENT.text}</label>
<button>Submit</button>
</form>`;
