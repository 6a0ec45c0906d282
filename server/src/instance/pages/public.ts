import type { ProjectSettings } from '@earshot/contract/instance/projects';
import { SlugParams } from '@earshot/contract/shared/common';
import type { Language } from '@earshot/contract/shared/languages';
import type { PageSection } from '@earshot/contract/instance/values';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Html, html } from '../../platform/html/html.ts';
import { renderHead, type Site } from '../../platform/html/site.ts';
import { commonTexts } from '../../platform/html/texts/texts.ts';
import { HttpError } from '../../platform/api/errors.ts';
import { publicList } from '../../platform/api/public-read.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { answerWithPages, sendMissingPage } from '../projects/page-errors.ts';
import { readSiteList, nameSection, buildSite } from '../projects/site.ts';

interface SitemapPage {
  /** Path below the site's URL. */
  path: string;
  updated_at: Date;
}

/** A section's teaser on the front page and its pages for the sitemap. */
export interface Section {
  /** Renders the teaser, or returns undefined when the section has no content. */
  teaser: (db: Db, site: Site, projectId: string, settings: ProjectSettings) => Promise<Html | undefined>;
  /** A wide teaser or a banner fills a row of its own. Other teasers are next to each other. */
  layout?: 'wide' | 'banner';
  /** Button at the top of the front page. */
  action?: { label: (language: Language) => string; path: string };
  listPages?: (db: Db, projectId: string, limit: number) => Promise<SitemapPage[]>;
}

interface Options {
  publicUrl: () => string;
  sections: Record<PageSection, Section>;
}

/** Maximum number of pages of each section. A sitemap may contain 50,000 (sitemaps.org). */
const MAX_SECTION_PAGES = 10_000;

interface Teaser extends Section {
  name: PageSection;
  content: Html | undefined;
}

/** Arranges the sections that have content: two columns of cards, whose last one fills its row, then the wide ones. */
function arrangeTeasers(site: Site, teasers: Teaser[]): Html {
  const filled = teasers.filter(({ content }) => content);
  if (!filled.length) return html`<p>${commonTexts(site.language).nothingPublished}</p>`;
  const [rows, cards] = [filled.filter(({ layout }) => layout), filled.filter(({ layout }) => !layout)];
  const renderTeaser = ({ name, content, layout }: Teaser, isRow: boolean) =>
    html`<section class="card${isRow ? ' wide' : ''}${layout === 'banner' ? ' banner' : ''}"><h2><a href="${site.base}/${name}">${nameSection(name, site.language)}</a></h2>${content}</section>`;
  return html`<div class="home">${[
    ...cards.map((card, at) => renderTeaser(card, cards.length % 2 === 1 && at === cards.length - 1)),
    ...rows.map((card) => renderTeaser(card, true)),
  ]}</div>`;
}

/** Front page of a project, robots.txt and sitemap. */
export const publicPages: FastifyPluginAsyncTypebox<Options> = async (app, { publicUrl, sections }) => {
  answerWithPages(app, publicUrl);
  const options = { config: { access: { by: 'slug' } as const }, schema: { hide: true, params: SlugParams } };

  app.get('/p/:slug', options, (request, reply) => {
    const { project, site } = buildSite(request, publicUrl());
    return readSiteList(request, reply, site, async (db) => {
      const names = project.settings.pages.sections;
      const teasers = await Promise.all(
        names.map(async (name) => ({
          name,
          ...sections[name],
          content: await sections[name].teaser(db, site, project.id, project.settings),
        })),
      );
      const description = site.description ?? commonTexts(site.language).aboutSite(site.name);
      const actions = teasers.flatMap(({ action }) =>
        action ? [html`<a class="button" href="${site.base}${action.path}">${action.label(site.language)}</a>`] : [],
      );
      return {
        title: site.name,
        description,
        path: '',
        widgets: ['vote'],
        data: [{ '@type': 'WebSite', name: site.name, url: site.url, description }],
        content: html`<div class="hero">${renderHead(site.name, description, actions)}</div>${arrangeTeasers(site, teasers)}`,
      };
    });
  });

  app.get('/p/:slug/sitemap.xml', options, (request, reply) => {
    const { project, site } = buildSite(request, publicUrl());
    const names = project.settings.pages.sections;
    const render = async (db: Db) => {
      const pages = await Promise.all(
        names.map(async (name) => (await sections[name].listPages?.(db, project.id, MAX_SECTION_PAGES)) ?? []),
      );
      const urls = [
        ...['', ...names.map((name) => `/${name}`)].map((path) => html`<url><loc>${site.url + path}</loc></url>\n`),
        ...pages
          .flat()
          .map(
            ({ path, updated_at }) =>
              html`<url><loc>${site.url + path}</loc><lastmod>${updated_at.toISOString()}</lastmod></url>\n`,
          ),
      ];
      return html`<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`
        .markup;
    };
    const type = 'application/xml; charset=utf-8';
    return publicList(request, reply, { variant: `sitemap ${site.url}`, type }, render);
  });

  app.get('/p/:slug/*', options, (request, reply) => {
    if (!request.headers.accept?.includes('text/html')) throw new HttpError('pages.not_found');
    return sendMissingPage(request, reply, publicUrl());
  });

  // Search engines request it at the root of a custom domain.
  app.get('/p/:slug/robots.txt', options, (request, reply) => {
    const { site } = buildSite(request, publicUrl());
    return reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nAllow: /\nDisallow: /v1/\n\nSitemap: ${site.url}/sitemap.xml\n`);
  });
};
