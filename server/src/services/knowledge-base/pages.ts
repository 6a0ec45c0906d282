import { findLanguage } from '@earshot/contract/shared/languages';
import { SlugParams } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { fillHtml, type Html, html, raw } from '../../platform/html/html.ts';
import {
  renderBreadcrumbs,
  excerpt,
  renderHead,
  renderLanguageField,
  renderPageLinks,
  type Site,
  type SitePage,
  extractText,
  renderTime,
} from '../../platform/html/site.ts';
import { HttpError } from '../../platform/api/errors.ts';
import { toRows } from '../../platform/api/list.ts';
import type { App } from '../../platform/api/operation.ts';
import { readUserAgent } from '../../platform/client/devices.ts';
import { isSlug } from '../../platform/api/validation.ts';
import { formatId, newId, parseId } from '../../platform/ids.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { LanguageModel } from '../../platform/outbound/language-model.ts';
import type { Project } from '../../instance/projects/store.ts';
import { answerWithPages } from '../../instance/projects/page-errors.ts';
import {
  readSiteList,
  nameSection,
  readSitePage,
  redirectFormerUrl,
  sendSitePage,
  buildSite,
  offerSignIn,
} from '../../instance/projects/site.ts';
import { countForReader, findCollection, renderArticleLink, renderCollections } from './collections.ts';
import { countReadable, listInOrder } from './documents/arrangement-store.ts';
import { hasPrivate } from './index/audience-store.ts';
import { type Heading, renderDocument } from './documents/article.ts';
import { offersAnswers } from './answers/answering.ts';
import type { SearchDeps } from './search/search.ts';
import {
  type Document,
  findByExternalIds,
  findDocumentOfProject,
  listForSitemap,
  type Texts,
} from './documents/documents-store.ts';
import { findSuccessor } from './documents/former-slugs-store.ts';
import { findIndex, type Index, listIndexes } from './index/indexes-store.ts';
import type { SearchRecorder } from './insights/search-recorder.ts';
import { listTranslations, type Translation } from './documents/translations-store.ts';
import type { DocumentCard } from './documents/related-store.ts';
import { findRelated } from './related.ts';
import { buildSectionUrl, buildPath } from './projections.ts';
import { helpTexts } from './texts/texts.ts';
import { findReader, findSearcher, type Searcher } from './searchers.ts';
import { search } from './search/search.ts';
import { EVERYONE, type Reader, TEAM, toVariant } from '../../instance/end-users/readers.ts';

/** Articles on a page of one index. */
const PAGE_SIZE = 100;
/** Articles on the front page. */
const TEASER_SIZE = 6;
const MAX_INDEXES = 100;
const MAX_RESULTS = 20;
/** Sections from which an article has a table of contents, and the lowest level of a section in it. */
const MIN_CONTENTS = 3;
const MAX_CONTENTS_LEVEL = 3;

const query = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 500 })),
  index: Type.Optional(Type.String()),
  category: Type.Optional(Type.String({ maxLength: 5_000 })),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
});

interface Options {
  languageModel: LanguageModel | undefined;
  deps: SearchDeps;
  recorder: SearchRecorder;
  publicUrl: () => string;
}

const config = { access: { by: 'slug' } as const };

/** The help center: articles, and a search that works without scripts. */
export const knowledgeBasePages: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  answerWithPages(app, options.publicUrl);
  showHelpRoute(app, options);
  showArticleRoute(app, options);
};

/** Serves the overview of all indexes, the articles of one index or of one of its categories, or the results of a search. */
function showHelpRoute(app: App, options: Options): void {
  app.get('/p/:slug/help', { config, schema: { hide: true, params: SlugParams, querystring: query } }, async (request, reply) => {
    const { db } = options.deps;
    const { project, site } = await buildHelpSite(db, request, options.publicUrl());
    const t = helpTexts(site.language);
    const { q, index, category, page = 1 } = request.query;
    const { reader, searcher } = await findSearcher(db, request);
    if (q) {
      const results = await searchHelp(options, { site, project, q, reader, searcher });
      return sendSitePage(reply, site, results);
    }
    const render = async (source: Db) => {
      const { rows } = await listIndexes(source, project.id, reader, { limit: MAX_INDEXES, offset: 0 });
      const indexes = await countForReader(source, rows, { reader, isOverview: index === undefined });
      const chosen = index === undefined ? undefined : indexes.find(({ id }) => id === parseId('idx', index));
      if (index !== undefined && !chosen) throw new HttpError('pages.not_found');
      const list = chosen
        ? await renderArticles(source, site, chosen, { category, page, reader })
        : (await renderCollections(source, site, { indexes, reader })) || html`<p>${t.empty}</p>`;
      return {
        title: (chosen && (category || chosen.name)) ?? nameSection('help', site.language),
        description: chosen ? '' : t.about(project.name),
        path: '/help',
        isUnlisted: chosen !== undefined,
        content: html`${renderSearchForm(site)}${list}`,
      };
    };
    return await readSiteList(request, reply, site, render, toVariant(reader));
  });
}

/** Searches all indexes, records the search, and returns the page of results. */
async function searchHelp(
  { deps, recorder, languageModel }: Options,
  { site, project, q, reader, searcher }: { site: Site; project: Project; q: string } & Searcher,
): Promise<SitePage> {
  const projectId = project.id;
  const { rows: indexes } = await listIndexes(deps.db, projectId, TEAM, { limit: MAX_INDEXES, offset: 0 });
  const found = await search(
    deps,
    projectId,
    indexes.map(({ id }) => id),
    { query: q, limit: MAX_RESULTS, page: 1, highlight: true, reader },
  );
  const queryId = newId();
  recorder.recordSearch(projectId, { ...found, queryId, query: q, searcher });
  const results = found.results.map(
    (result) =>
      html`<li class="entry"><div><h2 dir="auto"><a href="${buildSectionUrl(result.url ?? site.base + buildPath(result), result.anchor)}" data-index="${formatId('idx', result.index_id)}" data-document="${formatId('doc', result.document_id)}">${result.title}</a></h2><p dir="auto">${raw(result.highlights.join(' … '))}</p></div></li>`,
  );
  const canAsk = found.total > 0 && offersAnswers({ languageModel }, project.settings.knowledge_base);
  const hasBoard = site.menu.some(({ path }) => path === '/feedback');
  const t = helpTexts(site.language);
  const text = found.suggestion ? t.corrected(found.suggestion) : found.total ? '' : t.noResults(q);
  return {
    title: t.results(q),
    description: '',
    path: '/help',
    widgets: ['search-clicks', ...(canAsk ? ['answer'] : [])],
    content: html`${renderSearchForm(site, q)}${text && html`<p role="status">${text}</p>`}${canAsk && html`<earshot-answer class="measure" project-key="${site.projectKey}" theme="auto" query="${q}" query-id="${formatId('qry', queryId)}" pages="${site.base}"></earshot-answer>`}<ul class="measure" data-key="${site.projectKey}" data-query="${formatId('qry', queryId)}">${results}</ul>${found.total || !hasBoard ? '' : html`<p><a class="button" href="${site.base}/feedback#new">${t.request}</a></p>`}<p class="pages"><a href="${site.base}/help">${t.all}</a></p>`,
  };
}

function showArticleRoute(app: App, { deps, recorder, publicUrl }: Options): void {
  const { db } = deps;
  app.get(
    '/p/:slug/help/:document/:title?',
    {
      config,
      schema: {
        hide: true,
        params: Type.Object({ ...SlugParams.properties, document: Type.String(), title: Type.Optional(Type.String()) }),
      },
    },
    async (request, reply) => {
      const { project, site: siteOfReader } = buildSite(request, publicUrl(), 'help');
      const reader = await findReader(db, request);
      const document = await findArticle(db, project.id, request.params, reader);
      if ('successor' in document)
        return redirectFormerUrl(request, reply, siteOfReader, buildPath({ slug: document.successor }));
      // The page of an article is in the language of the article, if it is one of those of pages.
      const site = { ...siteOfReader, language: findLanguage(document.language) ?? siteOfReader.language };
      const t = helpTexts(site.language);
      if (isReader(request)) recorder.recordView({ project_id: project.id, id: document.index_id }, document.id);
      const render = async () => {
        const { html: article, headings } = await renderDocument(document, {
          language: site.language,
          findTargets: (externalIds) =>
            findByExternalIds(db, { project_id: project.id, id: document.index_id }, { externalIds, reader }),
          urlOf: (target) => site.base + buildPath(target),
          linksHeadings: true,
        });
        const index = await findIndex(db, project.id, document.index_id);
        const translations = await listTranslations(db, document, reader);
        const related = await findRelated(deps, document, { headings: headings.map(({ text }) => text), reader });
        const description = excerpt(extractText(article.replaceAll(ANCHOR, ''))) || document.title;
        return {
          title: document.title,
          description,
          path: buildPath(document),
          type: 'article' as const,
          isUnlisted: document.audience !== 'everyone',
          widgets: ['help', 'article-rating', ...(article.includes('<pre>') ? ['copy-code'] : [])],
          alternates: listAlternates(site, translations),
          data: [buildArticle(site, document, description)],
          content: html`${renderBreadcrumbs(site, [{ href: `${site.base}/help`, label: nameSection('help', site.language) }, ...(index ? [findCollection(site, index, document)] : [])])}${renderHead(document.title, '', renderHelpWidget(site))}${renderLanguages(site, document, translations)}<div class="article">${renderContents(site, headings)}<article class="measure" lang="${document.language}"><p class="meta"><span>${fillHtml(t.updated, { date: renderTime(site, document.updated_at) })}</span></p><div class="prose" dir="auto">${raw(article.replaceAll('<pre>', '<pre tabindex="0">'))}</div>${renderRating(site, document)}${renderRelated(site, related)}</article></div>`,
        };
      };
      return await readSitePage(request, reply, site, render, toVariant(reader));
    },
  );
}

/** Returns the project and its site, with a sign-in if there are articles for people who are signed in. @throws {HttpError} 404 */
async function buildHelpSite(db: Db, request: FastifyRequest, publicUrl: string): Promise<ReturnType<typeof buildSite>> {
  const { project, site } = buildSite(request, publicUrl, 'help');
  if (site.account || !(await hasPrivate(db, project.id))) return { project, site };
  return { project, site: { ...site, account: offerSignIn(request, project) } };
}

/** Returns the URLs by which search engines find the languages of an article. */
const listAlternates = (site: Site, translations: Translation[]) =>
  translations.flatMap((document) => {
    const url = document.url ?? site.url + buildPath(document);
    const isDefault = document.translation_of === null;
    return [{ language: document.language, url }, ...(isDefault ? [{ language: 'x-default', url }] : [])];
  });

/** Renders links to the other languages of an article. */
const renderLanguages = (site: Site, { id, language }: Document, translations: Translation[]) =>
  translations.length > 1 &&
  html`<nav class="meta languages" aria-label="${helpTexts(site.language).languages}"><span lang="${language}" aria-current="true">${nameLanguage(language)}</span>${translations
    .filter((document) => document.id !== id)
    .map(
      (document) =>
        html`<a href="${document.url ?? site.base + buildPath(document)}" hreflang="${document.language}" lang="${document.language}">${nameLanguage(document.language)}</a>`,
    )}</nav>`;

/** Returns the name of a language in the language itself. */
function nameLanguage(language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  } catch {
    return language;
  }
}

const renderRelated = (site: Site, related: DocumentCard[]) =>
  related.length > 0 &&
  html`<nav class="related" aria-labelledby="related"><h2 id="related">${helpTexts(site.language).related}</h2><ul class="articles">${related.map((document) => renderArticleLink(site, document))}</ul></nav>`;

/** Returns whether a person reads the page, and not a bot, a program or a browser that loads the page in advance. */
function isReader({ method, headers }: FastifyRequest): boolean {
  const { bot, isLibrary } = readUserAgent(headers['user-agent'] ?? '');
  return method === 'GET' && !bot && !isLibrary && !String(headers['sec-purpose'] ?? headers.purpose ?? '').includes('prefetch');
}

/**
 * Returns a document that a reader may read by its slug, or the slug of the one that had the slug or has the id, as in links of earlier versions.
 * @throws {HttpError} 404
 */
async function findArticle(
  db: Db,
  projectId: string,
  { document: name, title }: { document: string; title?: string },
  reader: Reader,
): Promise<(Document & Texts) | { successor: string }> {
  const id = parseId('doc', name);
  const found = id
    ? await findDocumentOfProject(db, projectId, { id }, reader)
    : isSlug(name) && title === undefined
      ? await findDocumentOfProject(db, projectId, { slug: name }, reader)
      : undefined;
  if (found) return id ? { successor: found.slug } : found;
  const successor = isSlug(name) && title === undefined ? await findSuccessor(db, projectId, { slug: name, reader }) : undefined;
  if (successor === undefined) throw new HttpError('pages.not_found');
  return { successor };
}

/** Links to sections that `renderDocument` adds to headings. */
const ANCHOR = /<a class="anchor"[^>]*>#<\/a>/g;

/** Renders the table of contents of an article with several sections. */
function renderContents({ language }: Site, headings: Heading[]): Html | undefined {
  const sections = headings.filter(({ level }) => level <= MAX_CONTENTS_LEVEL);
  if (sections.length < MIN_CONTENTS) return undefined;
  const items = sections.map(
    ({ level, anchor, text }) =>
      html`<li${level > 2 ? html` class="sub"` : ''}><a href="#${encodeURIComponent(anchor)}">${text}</a></li>`,
  );
  const { contents } = helpTexts(language);
  return html`<nav class="toc" aria-label="${contents}"><details><summary>${contents}</summary><ol>${items}</ol></details></nav>`;
}

/** Renders a page of the articles of an index, or of one of its categories, in their order. @throws {HttpError} 404 for an unknown category */
async function renderArticles(
  db: Db,
  site: Site,
  index: Index,
  { category, page, reader }: { category: string | undefined; page: number; reader: Reader },
): Promise<Html> {
  const [documents, total] = await Promise.all([
    listInOrder(db, index, { reader, category, ...toRows({ limit: PAGE_SIZE, page }) }),
    category === undefined ? index.document_count : countReadable(db, index, { category, reader }),
  ]);
  if (category !== undefined && !total) throw new HttpError('pages.not_found');
  const links = renderPageLinks(site, {
    page,
    limit: PAGE_SIZE,
    total,
    query: { index: formatId('idx', index.id), ...(category !== undefined && { category }) },
  });
  return html`<section><h2 dir="auto">${category || index.name}</h2><ul class="articles listed">${documents.map((document) => renderArticleLink(site, document))}</ul></section><p class="pages"><a href="${site.base}/help">${helpTexts(site.language).all}</a></p>${links}`;
}

/** Renders the first collection of articles for the front page of a project. */
export async function renderHelpTeaser(db: Db, site: Site, projectId: string): Promise<Html | undefined> {
  const { rows } = await listIndexes(db, projectId, EVERYONE, { limit: MAX_INDEXES, offset: 0 });
  const indexes = await countForReader(db, rows, { reader: EVERYONE, isOverview: false });
  const index = indexes.find(({ document_count: count }) => count);
  const documents = index ? await listInOrder(db, index, { reader: EVERYONE, limit: TEASER_SIZE, offset: 0 }) : [];
  const items = documents.map(
    (document) =>
      html`<li class="entry"><h3 dir="auto"><a href="${document.url ?? `${site.base}${buildPath(document)}`}">${document.title}</a></h3></li>`,
  );
  return items.length ? html`<ul>${items}</ul>` : undefined;
}

/** Returns the pages of articles, for the sitemap. */
export const listHelpPages = async (db: Db, projectId: string, limit: number) =>
  (await listForSitemap(db, projectId, limit)).map((document) => ({
    path: buildPath(document),
    updated_at: document.updated_at,
  }));

const renderHelpWidget = (site: Site) =>
  html`<earshot-help project-key="${site.projectKey}" theme="auto"><a href="${site.base}/help">${helpTexts(site.language).searchHelp}</a></earshot-help>`;

const renderRating = (site: Site, { index_id, id }: Document) =>
  html`<earshot-article-rating project-key="${site.projectKey}" theme="auto" index="${formatId('idx', index_id)}" document="${formatId('doc', id)}"></earshot-article-rating>`;

function renderSearchForm(site: Site, q = ''): Html {
  const { name, language } = site;
  const t = helpTexts(language);
  return html`<div class="find">${renderHead(nameSection('help', language), t.find(name))}<form class="filter" method="get" role="search">${renderLanguageField(site)}<div class="grow"><label class="unseen" for="q">${t.searchHelp}</label><input id="q" dir="auto" name="q" type="search" maxlength="500" value="${q}" placeholder="${t.searchHelp}" required></div><button>${t.search}</button></form></div>`;
}

const buildArticle = (site: Site, document: Document, description: string) => ({
  '@type': 'Article',
  headline: document.title,
  description,
  url: site.url + buildPath(document),
  datePublished: (document.published_at ?? document.created_at).toISOString(),
  dateModified: document.updated_at.toISOString(),
  author: { '@type': 'Organization', name: site.name },
});
