import type { Language } from '@earshot/contract/shared/languages';
import { Ok, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/testimonials/schemas';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { type Html, html } from '../../platform/html/html.ts';
import { findPageLanguage, sendGone, sendPage } from '../../platform/html/page.ts';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import { operation } from '../../platform/api/operation.ts';
import { answerWithPages } from '../../instance/projects/page-errors.ts';
import { parseForms } from '../../platform/api/json-body.ts';
import { tokenQuery } from '../../instance/mail/link-actions.ts';
import { readLink } from '../../instance/mail/links.ts';
import { findBrand } from '../../instance/projects/store.ts';
import { OWN_TESTIMONIAL, type TestimonialLink } from './mails.ts';
import { findTestimonial, type Testimonial } from './store.ts';
import { testimonialTexts } from './texts/texts.ts';
import { type Deps, deleteTestimonial, reviseTestimonial } from './testimonials.ts';

interface Options extends Deps {
  linkSecret: Buffer;
}

/** Pages for authors to change or withdraw their testimonial with the link from their mail. */
export const ownTestimonialRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, events, linkSecret }) => {
  parseForms(app);
  answerWithPages(app);
  const readLinkPayload = (request: FastifyRequest) =>
    readLink<TestimonialLink>(linkSecret, OWN_TESTIMONIAL, (request.query as { token: string }).token);

  app.get('/mine', { schema: { hide: true, querystring: tokenQuery } }, async (request, reply) => {
    const link = readLinkPayload(request);
    const testimonial = link && (await findTestimonial(db, link.project_id, link.testimonial_id));
    if (!testimonial) return sendGone(reply);
    const language = findPageLanguage(reply);
    const t = testimonialTexts(language);
    return sendPage(reply, {
      brand: await findBrand(db, testimonial.project_id),
      title: t.yours,
      text: t.ownText,
      content: renderForm(language, testimonial),
    });
  });

  app.post(
    '/mine',
    {
      ...operation({
        id: 'changeOwnTestimonial',
        summary: 'Update or withdraw your own testimonial',
        description:
          'For the link in the email to the author: its `token` is the only credential. `change` replaces the content and the rating, and a changed testimonial requires approval again. `withdraw` deletes the testimonial. Browsers that accept HTML receive a page.',
        tag: 'Testimonials',
        access: { by: 'none' },
        query: tokenQuery,
        body: contract.ChangeOwnTestimonial,
        returns: Ref(Ok),
        errors: ['testimonials.not_found'],
        consumes: ['application/json', 'application/x-www-form-urlencoded'],
      }),
      preValidation: async (request) => readForm(request),
    },
    async (request, reply) => {
      const link = readLinkPayload(request);
      const target = link && { projectId: link.project_id, id: link.testimonial_id };
      if (!target || !(await findTestimonial(db, target.projectId, target.id))) throw new HttpError('testimonials.not_found');
      const { action, content, rating } = request.body;
      if (action === 'withdraw') await deleteTestimonial({ db }, target);
      else if (content === undefined) throw invalidField('content', 'required', 'content is required');
      else if (rating === undefined) throw invalidField('rating', 'required', 'rating is required');
      else await reviseTestimonial({ db, events }, { ...target, content, rating });
      if (!request.headers.accept?.includes('text/html')) return { ok: true };
      const t = testimonialTexts(findPageLanguage(reply));
      return sendPage(reply, {
        brand: await findBrand(db, target.projectId),
        title: action === 'withdraw' ? t.withdrawn : t.updated,
        text: action === 'withdraw' ? t.withdrawnText : t.updatedText,
      }) as never;
    },
  );
};

/** Converts form fields: numbers are sent as text, and line breaks as CRLF. */
export function readForm(request: FastifyRequest): void {
  const body = request.body as Record<string, unknown> | undefined;
  if (!body || !request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return;
  if (typeof body.rating === 'string' && /^\d+$/.test(body.rating)) body.rating = Number(body.rating);
  const toLines = (text: unknown) => (typeof text === 'string' ? text.replaceAll('\r\n', '\n') : text);
  if (body.content !== undefined) body.content = toLines(body.content);
  // A single field of several is sent as a text.
  if (body.answers !== undefined) body.answers = [body.answers].flat().map(toLines);
}

/** Renders the selection of a rating. */
export const ratingSelect = (rating: number): Html =>
  html`<select id="rating" name="rating">${[5, 4, 3, 2, 1].map(
    (stars) => html`<option value="${stars}"${stars === rating ? ' selected' : ''}>${stars}</option>`,
  )}</select>`;

const renderForm = (language: Language, { content, rating }: Testimonial) => {
  const t = testimonialTexts(language);
  return html`<form method="post">
<label for="content">${t.yours}</label>
<textarea id="content" name="content" rows="8" maxlength="5000" required>\n${content}</textarea>
<label for="rating">${t.rating}</label>
${ratingSelect(rating)}
<button name="action" value="change">${t.save}</button>
</form>
<form method="post"><button class="plain" name="action" value="withdraw">${t.withdraw}</button></form>`;
};
