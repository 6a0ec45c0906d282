import type { Language } from '@earshot/contract/shared/languages';
import { Ok, Ref } from '@earshot/contract/shared/common';
import { AnswerTestimonialRequest } from '@earshot/contract/services/testimonials/requests';
import { joinAnswers, MAX_ANSWER_LENGTH } from '@earshot/contract/services/testimonials/values';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { tokenQuery } from '../../../instance/mail/link-actions.ts';
import { readLink } from '../../../instance/mail/links.ts';
import { findBrand } from '../../../instance/projects/store.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import { operation } from '../../../platform/api/operation.ts';
import { answerWithPages } from '../../../instance/projects/page-errors.ts';
import { parseForms } from '../../../platform/api/json-body.ts';
import { type Html, html } from '../../../platform/html/html.ts';
import { findPageLanguage, sendGone, sendPage } from '../../../platform/html/page.ts';
import { commonTexts } from '../../../platform/html/texts/texts.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { buildConsent } from '../pages.ts';
import { ratingSelect, readForm } from '../own-routes.ts';
import { testimonialTexts } from '../texts/texts.ts';
import { draftTestimonial, type Submit } from '../testimonials.ts';
import { answer, pairAnswers } from './answering.ts';
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
    if (!open) return sendGone(reply);
    const language = findPageLanguage(reply);
    const t = testimonialTexts(language);
    return sendPage(reply, {
      brand: await findBrand(db, open.project_id),
      title: t.write,
      ...(open.questions.length
        ? { text: t.questionsText, content: renderQuestions(language, open, readQuery(request)) }
        : { text: t.publishedLater, content: renderForm(language, open) }),
    });
  });

  app.post(
    '/requests/draft',
    {
      schema: { hide: true, querystring: tokenQuery, body: Type.Pick(AnswerTestimonialRequest, ['answers']) },
      preValidation: async (request) => readForm(request),
    },
    async (request, reply) => {
      const open = await findOpen(request);
      if (!open) return sendGone(reply);
      const { answers = [] } = request.body;
      const language = findPageLanguage(reply);
      const t = testimonialTexts(language);
      return sendPage(reply, {
        brand: await findBrand(db, open.project_id),
        title: t.write,
        text: `${t.draftText} ${t.publishedLater}`,
        content: renderForm(language, open, { answers, action: `answer${readQuery(request)}` }),
      });
    },
  );

  app.post(
    '/requests/answer',
    {
      ...operation({
        id: 'answerTestimonialRequest',
        summary: 'Answer a request for a testimonial',
        description:
          'For the link in a request by email: its `token` is the only credential. Creates a testimonial of the asked person with the status `pending`, and closes the request. `answers` are the answers to the questions of the request, which the team reads next to `content`. Browsers that accept HTML receive a page.',
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
      const { consent: _, answers, ...fields } = request.body;
      const language = findPageLanguage(reply);
      const draft = draftTestimonial(open.project_id, {
        ...fields,
        answers: pairAnswers(open, answers),
        author_email: open.email ?? undefined,
        consent: buildConsent(language),
      });
      await answer(db, submit, open, draft);
      if (!request.headers.accept?.includes('text/html')) return { ok: true };
      return sendPage(reply, {
        brand: await findBrand(db, open.project_id),
        title: commonTexts(language).thanks,
        text: testimonialTexts(language).submitted,
      }) as never;
    },
  );
};

/** Returns the query of a request, with the token and the language of the link. */
const readQuery = ({ originalUrl }: FastifyRequest) => originalUrl.slice(originalUrl.indexOf('?'));

/** Renders the questions of a request, each with a field, which lead to the form with the joined answers. */
const renderQuestions = (language: Language, { questions }: Request, query: string): Html =>
  html`<form method="post" action="draft${query}">${questions.map(
    (question, index) => html`
<label for="answer-${index}" dir="auto">${question}</label>
<textarea id="answer-${index}" name="answers" rows="3" dir="auto" maxlength="${MAX_ANSWER_LENGTH}"></textarea>`,
  )}
<button>${testimonialTexts(language).continue}</button>
</form>`;

/** Renders the form of a testimonial, with the joined answers to questions. */
function renderForm(
  language: Language,
  { person_name: name }: Request,
  { answers = [], action = '' }: { answers?: string[]; action?: string } = {},
): Html {
  const t = testimonialTexts(language);
  const common = commonTexts(language);
  return html`<form method="post"${action && html` action="${action}"`}>
${answers.map((text) => html`<input type="hidden" name="answers" value="${text}">`)}<label for="content">${t.yours}</label>
<textarea id="content" name="content" rows="8" dir="auto" maxlength="5000" required>\n${joinAnswers(answers)}</textarea>
<label for="rating">${t.rating}</label>
${ratingSelect(5)}
<label for="author_name">${common.name}</label><input id="author_name" name="author_name" maxlength="100" autocomplete="name" value="${name ?? ''}" required>
<label for="author_title">${common.optional(t.role)}</label><input id="author_title" name="author_title" maxlength="100" autocomplete="organization-title">
<label for="author_company">${common.optional(t.company)}</label><input id="author_company" name="author_company" maxlength="100" autocomplete="organization">
<label><input type="checkbox" name="consent" value="yes" required> ${t.consent}</label>
<button>${t.submit}</button>
</form>`;
}
