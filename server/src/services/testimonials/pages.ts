import { findInitial } from '@earshot/contract/shared/text';
import formbody from '@fastify/formbody';
import { Email, SlugParams } from '@earshot/contract/shared/common';
import { SubmitTestimonial } from '@earshot/contract/services/testimonials/schemas';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { emailInput } from '../../platform/html/email-input.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { renderHead, renderPageLinks, type Site, renderTime, TRAP } from '../../platform/html/site.ts';
import { invalidField } from '../../platform/api/errors.ts';
import { toRows } from '../../platform/api/list.ts';
import { cleanForms } from '../../platform/api/text.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { answerWithPages } from '../../instance/projects/page-errors.ts';
import { readSiteList, sendSitePage, buildSite } from '../../instance/projects/site.ts';
import { buildSummary } from './projections.ts';
import { renderAverage, RATING_FIELD, renderStars } from './stars.ts';
import { countRatings, listTestimonials, type Testimonial } from './store.ts';
import { draftTestimonial, type Submit } from './testimonials.ts';

interface Options {
  db: Db;
  submit: Submit;
  publicUrl: () => string;
}

const PAGE = 100;
const REVIEWS = 20;
/** Testimonials on the front page. */
const TEASER_SIZE = 3;
/** Consent that the forms of pages ask for. */
export const CONSENT = { text: 'You may publish my testimonial and my name on your website.', version: 'page-1' };
const { content, author_name, author_title, author_company } = SubmitTestimonial.properties;

/** Public testimonials page with the submission form. */
export const testimonialPages: FastifyPluginAsyncTypebox<Options> = async (app, { db, submit, publicUrl }) => {
  await app.register(formbody, cleanForms);
  answerWithPages(app, publicUrl);
  const options = { config: { access: { by: 'slug' } as const } };
  const query = Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })) });

  app.get(
    '/p/:slug/testimonials',
    { ...options, schema: { hide: true, params: SlugParams, querystring: query } },
    (request, reply) => {
      const { project, site } = buildSite(request, publicUrl(), 'testimonials');
      const { page = 1 } = request.query;
      return readSiteList(request, reply, site, async (source) => {
        const [{ rows: testimonials }, ratings] = await Promise.all([
          listTestimonials(source, project.id, { status: 'approved' }, { sort: 'featured', ...toRows({ page, limit: PAGE }) }),
          countRatings(source, project.id, 'approved'),
        ]);
        const { count, average_rating: average } = buildSummary(ratings);
        const rating = average === null ? undefined : { average, count };
        return {
          title: 'Testimonials',
          description: `Testimonials about ${project.name}${rating ? `: ${average} out of 5 stars from ${count === 1 ? '1 testimonial' : `${count} testimonials`}` : ''}.`,
          path: '/testimonials',
          isUnlisted: page > 1,
          widgets: ['open-form'],
          data: rating ? [buildRating(site, rating, testimonials)] : [],
          content: html`${renderHead('Testimonials', rating ? '' : 'No testimonials yet. Be the first to write one.', html`<a class="button" href="#new">Write a testimonial</a>`)}${rating ? renderAverage(rating) : ''}
<ul class="wall">${testimonials.map((testimonial) => html`<li>${renderCard(testimonial)}</li>`)}</ul>${renderPageLinks(page, PAGE, count)}${FORM}`,
        };
      });
    },
  );

  app.post(
    '/p/:slug/testimonials',
    {
      ...options,
      schema: {
        hide: true,
        params: SlugParams,
        body: Type.Object({
          content,
          author_name,
          author_title,
          author_company,
          rating: Type.Optional(Type.String()),
          author_email: Type.Optional(Type.Union([Type.Literal(''), Email()])),
          consent: Type.Optional(Type.String()),
          website: Type.Optional(Type.String()),
        }),
      },
    },
    async (request, reply) => {
      const { project, site } = buildSite(request, publicUrl(), 'testimonials');
      const { website, consent, rating, author_email, ...fields } = request.body;
      const stars = Number(rating);
      if (!/^[1-5]$/.test(rating ?? '')) throw invalidField('rating', 'invalid', 'rating must be an integer from 1 to 5');
      if (!consent) throw invalidField('consent', 'required', 'consent is required');
      const testimonial = { ...fields, rating: stars, author_email: author_email || undefined, consent: CONSENT };
      if (!website) await submit(db, draftTestimonial(project.id, testimonial));
      return sendSitePage(reply, site, {
        title: 'Thank you',
        description: '',
        path: '/testimonials',
        content: html`${renderHead('Thank you', 'Your testimonial will be published after review.')}<p><a href="${site.base}/testimonials">All testimonials</a></p>`,
      });
    },
  );
};

/** Renders the average and the featured testimonials for the front page. */
export async function testimonialsTeaser(db: Db, _site: Site, projectId: string): Promise<Html | undefined> {
  const [{ rows: testimonials }, ratings] = await Promise.all([
    listTestimonials(db, projectId, { status: 'approved' }, { sort: 'featured', limit: TEASER_SIZE, offset: 0 }),
    countRatings(db, projectId, 'approved'),
  ]);
  const { count, average_rating: average } = buildSummary(ratings);
  return average === null
    ? undefined
    : html`${renderAverage({ average, count })}<div class="quotes">${testimonials.map(renderCard)}</div>`;
}

const DISCLOSED = { none: '', incentive: 'Incentivized', affiliated: 'Affiliated' };

function renderCard(testimonial: Testimonial): Html {
  const about = [testimonial.author_title, testimonial.author_company].filter((part) => part !== null).join(', ');
  const name = testimonial.author_name;
  const author = testimonial.source_url
    ? html`<a href="${testimonial.source_url}" rel="noopener nofollow ugc">${name}</a>`
    : name;
  return html`<figure class="card">${renderStars(testimonial.rating)}<blockquote class="quote" dir="auto">${testimonial.content}</blockquote>
<figcaption class="author">${renderAvatar(testimonial)}<div><strong dir="auto">${author}</strong><div class="meta">${about && html`<span>${about}</span>`}${renderTime(testimonial.created_at)}${DISCLOSED[testimonial.disclosure] ? html`<span class="badge">${DISCLOSED[testimonial.disclosure]}</span>` : ''}</div></div></figcaption></figure>`;
}

/** Renders the photo of the author, or an initial. */
const renderAvatar = ({ author_avatar_url: url, author_name: name }: Testimonial) =>
  url
    ? html`<img class="avatar" src="${url}" alt="" width="40" height="40" loading="lazy" referrerpolicy="no-referrer">`
    : html`<span class="avatar" aria-hidden="true">${findInitial(name)}</span>`;

/** A dialog, or without scripts a part of the page. */
const FORM = html`<dialog class="sheet" id="new" aria-labelledby="new-title"><div><h2 id="new-title">Write a testimonial</h2><form method="post">
${RATING_FIELD}
<label for="content">Your testimonial</label><textarea id="content" dir="auto" name="content" maxlength="5000" required></textarea>
<label for="author_name">Name</label><input id="author_name" dir="auto" name="author_name" maxlength="100" autocomplete="name" required>
<label for="author_title">Role (optional)</label><input id="author_title" dir="auto" name="author_title" maxlength="100" autocomplete="organization-title">
<label for="author_company">Company (optional)</label><input id="author_company" dir="auto" name="author_company" maxlength="100" autocomplete="organization">
<label for="author_email">Email address (optional, not published; we send you a link to edit or withdraw your testimonial)</label><input id="author_email" name="author_email" ${emailInput}>
<label class="check"><input type="checkbox" name="consent" value="yes" required><span>${CONSENT.text}</span></label>
${TRAP}<button>Submit</button></form><button type="button" class="quiet close" aria-label="Close"></button></div></dialog>`;

const buildRating = (site: Site, { count, average }: { count: number; average: number }, testimonials: Testimonial[]) => ({
  '@type': 'Product',
  name: site.name,
  ...(site.description && { description: site.description }),
  ...(site.logoUrl && { image: site.logoUrl }),
  aggregateRating: { '@type': 'AggregateRating', ratingValue: average, reviewCount: count, bestRating: 5, worstRating: 1 },
  review: testimonials.slice(0, REVIEWS).map(({ author_name: name, content: text, rating, created_at }) => ({
    '@type': 'Review',
    author: { '@type': 'Person', name },
    reviewBody: text,
    datePublished: created_at.toISOString(),
    reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 },
  })),
});
