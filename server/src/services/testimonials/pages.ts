import type { Language } from '@earshot/contract/shared/languages';
import { Email, SlugParams } from '@earshot/contract/shared/common';
import { SubmitTestimonial } from '@earshot/contract/services/testimonials/schemas';
import { VIDEO_ORIGINS } from '@earshot/contract/services/testimonials/videos';
import { renderWallCss } from '@earshot/contract/services/testimonials/wall-style';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { emailInput } from '../../platform/html/email-input.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { renderHead, renderPageLinks, renderTrap, type Site } from '../../platform/html/site.ts';
import { commonTexts } from '../../platform/html/texts/texts.ts';
import { formatNumber } from '../../platform/i18n/texts.ts';
import { invalidField } from '../../platform/api/errors.ts';
import { toRows } from '../../platform/api/list.ts';
import { parseForms } from '../../platform/api/json-body.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { answerWithPages } from '../../instance/projects/page-errors.ts';
import { readSiteList, nameSection, sendSitePage, buildSite } from '../../instance/projects/site.ts';
import { buildSummary } from './projections.ts';
import { renderAverage, renderRatingField } from './stars.ts';
import { testimonialTexts } from './texts/texts.ts';
import { countRatings, listTestimonials, type Testimonial } from './store.ts';
import { draftTestimonial, type Submit } from './testimonials.ts';
import { renderCard, renderWall } from './walls/render.ts';
import { getWall } from './walls/walls.ts';

interface Options {
  db: Db;
  submit: Submit;
  publicUrl: () => string;
}

const PAGE = 100;
const REVIEWS = 20;
/** Testimonials on the front page. */
const TEASER_SIZE = 3;
/** Returns the consent that the forms of pages ask for. */
export const buildConsent = (language: Language) => ({ text: testimonialTexts(language).consent, version: 'page-1' });
const { content, author_name, author_title, author_company } = SubmitTestimonial.properties;

/** Public testimonials page with the submission form. */
export const testimonialPages: FastifyPluginAsyncTypebox<Options> = async (app, { db, submit, publicUrl }) => {
  parseForms(app);
  answerWithPages(app, publicUrl);
  const options = { config: { access: { by: 'slug' } as const } };
  const query = Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })) });

  app.get(
    '/p/:slug/testimonials',
    { ...options, schema: { hide: true, params: SlugParams, querystring: query } },
    (request, reply) => sendWall(request, reply, { db, publicUrl, page: request.query.page ?? 1 }),
  );

  app.get(
    '/p/:slug/testimonials/:collection',
    {
      ...options,
      schema: {
        hide: true,
        params: Type.Object({ ...SlugParams.properties, collection: Type.String({ minLength: 1, maxLength: 60 }) }),
        querystring: query,
      },
    },
    (request, reply) =>
      sendWall(request, reply, { db, publicUrl, page: request.query.page ?? 1, collection: request.params.collection }),
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
      const testimonial = {
        ...fields,
        rating: stars,
        author_email: author_email || undefined,
        consent: buildConsent(site.language),
      };
      if (!website) await submit(db, draftTestimonial(project.id, testimonial), site.language);
      const t = testimonialTexts(site.language);
      const { thanks } = commonTexts(site.language);
      return sendSitePage(reply, site, {
        title: thanks,
        description: '',
        path: '/testimonials',
        content: html`${renderHead(thanks, t.submitted)}<p><a href="${site.base}/testimonials">${t.all}</a></p>`,
      });
    },
  );
};

interface WallRequest extends Pick<Options, 'db' | 'publicUrl'> {
  page: number;
  /** Slug of a collection. Without it, all approved testimonials are shown. */
  collection?: string;
}

/** Serves a wall in its look, with the form for new testimonials. */
async function sendWall(request: FastifyRequest, reply: FastifyReply, { db, publicUrl, page, collection }: WallRequest) {
  const { project, site } = buildSite(request, publicUrl(), 'testimonials');
  const { language } = site;
  const t = testimonialTexts(language);
  const wall = await getWall(db, project, publicUrl(), collection);
  const { name, style, count, average_rating: average } = wall;
  const limit = style.limit ?? PAGE;
  const look = { ...site, sectionCss: renderWallCss(style), frames: VIDEO_ORIGINS };
  return await readSiteList(
    request,
    reply,
    look,
    async (source) => {
      const { rows: testimonials } = await listTestimonials(
        source,
        project.id,
        { status: 'approved', ...(collection !== undefined && { collection }) },
        { sort: style.sort, ...toRows({ page: style.limit === null ? page : 1, limit }) },
      );
      const rating = average === null ? undefined : { average, count };
      const title = name ?? nameSection('testimonials', language);
      return {
        title,
        description: t.about(project.name, rating ? t.ratingOf(formatNumber(rating.average, language), count) : ''),
        path: `/testimonials${collection === undefined ? '' : `/${collection}`}`,
        isUnlisted: page > 1,
        widgets: ['open-form', ...(testimonials.some((one) => one.video_url !== null) ? ['play-video'] : [])],
        data: rating ? [buildRating(site, rating, testimonials)] : [],
        content: html`${renderHead(title, rating ? '' : t.empty, html`<a class="button" href="#new">${t.write}</a>`)}${rating ? renderAverage(language, rating) : ''}
${renderWall(site, testimonials, style)}${style.limit === null && renderPageLinks(site, { page, limit, total: count })}${renderForm(site)}`,
      };
    },
    ` ${collection ?? ''} ${JSON.stringify(wall)}`,
  );
}

/** Renders the average and the featured testimonials for the front page. */
export async function testimonialsTeaser(db: Db, site: Site, projectId: string): Promise<Html | undefined> {
  const [{ rows: testimonials }, ratings] = await Promise.all([
    listTestimonials(db, projectId, { status: 'approved' }, { sort: 'featured', limit: TEASER_SIZE, offset: 0 }),
    countRatings(db, projectId, 'approved'),
  ]);
  const { count, average_rating: average } = buildSummary(ratings);
  return average === null
    ? undefined
    : html`${renderAverage(site.language, { average, count })}<div class="quotes">${testimonials.map((testimonial) => renderCard(site, testimonial))}</div>`;
}

/** A dialog, or without scripts a part of the page. */
function renderForm(site: Site): Html {
  const { base, language } = site;
  const t = testimonialTexts(language);
  const common = commonTexts(language);
  return html`<dialog class="sheet" id="new" aria-labelledby="new-title"><div><h2 id="new-title">${t.write}</h2><form method="post" action="${base}/testimonials">
${renderRatingField(language)}
<label for="content">${t.yours}</label><textarea id="content" dir="auto" name="content" maxlength="5000" required></textarea>
<label for="author_name">${common.name}</label><input id="author_name" dir="auto" name="author_name" maxlength="100" autocomplete="name" required>
<label for="author_title">${common.optional(t.role)}</label><input id="author_title" dir="auto" name="author_title" maxlength="100" autocomplete="organization-title">
<label for="author_company">${common.optional(t.company)}</label><input id="author_company" dir="auto" name="author_company" maxlength="100" autocomplete="organization">
<label for="author_email">${t.emailHint}</label><input id="author_email" name="author_email" ${emailInput}>
<label class="check"><input type="checkbox" name="consent" value="yes" required><span>${t.consent}</span></label>
${renderTrap(site)}<button>${t.submit}</button></form><button type="button" class="quiet close" aria-label="${t.close}"></button></div></dialog>`;
}

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
