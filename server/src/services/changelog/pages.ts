import type { Language } from '@earshot/contract/shared/languages';
import { isSameMailbox, toMailboxKey } from '@earshot/contract/shared/mailbox';
import { Email, SlugParams } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { emailInput } from '../../platform/html/email-input.ts';
import { fillHtml, type Html, html, raw } from '../../platform/html/html.ts';
import {
  renderBreadcrumbs,
  excerpt,
  linkToPage,
  renderHead,
  renderPageLinks,
  type Site,
  extractText,
  renderTime,
} from '../../platform/html/site.ts';
import { HttpError } from '../../platform/api/errors.ts';
import { formatId } from '../../platform/ids.ts';
import { toRows } from '../../platform/api/list.ts';
import type { App } from '../../platform/api/operation.ts';
import { matchesEtag } from '../../platform/api/public-read.ts';
import { parseForms } from '../../platform/api/json-body.ts';
import { formatDate } from '../../platform/i18n/texts.ts';
import { commonTexts } from '../../platform/html/texts/texts.ts';
import { isSlug } from '../../platform/api/validation.ts';
import { drawShareImage, hashShareImage, isDrawable, type ShareImage } from '../../platform/images/share-image.ts';
import type { EndUserParts } from '../../instance/end-users/parts.ts';
import type { Mailing } from '../../instance/mail/compose.ts';
import { type Db, transact } from '../../platform/postgres/database.ts';
import { answerWithPages } from '../../instance/projects/page-errors.ts';
import {
  readSiteList,
  nameSection,
  readSitePage,
  redirectFormerUrl,
  sendSitePage,
  buildSite,
} from '../../instance/projects/site.ts';
import type { Project } from '../../instance/projects/store.ts';
import { recordUnsubscribed } from './asked-store.ts';
import { buildFeedUrl } from './feeds.ts';
import { findSuccessor } from './former-slugs-store.ts';
import { subscribe } from './mails.ts';
import { deleteSubscriber, findPersonSubscriptions, type FindFollowing } from './subscribers-store.ts';
import { EVERYONE, type Reader, toVariant } from '../../instance/end-users/readers.ts';
import { findReader } from '../../instance/end-users/reading.ts';
import { countEntries, type Entry, findEntry, listEntries, listForSitemap, listSegmentIds, visibleTo } from './store.ts';
import { changelogTexts } from './texts/texts.ts';
import { countReactions } from './projections.ts';

const PAGE = 20;
const IMAGE_CACHE_S = 86_400;
const pageQuery = Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })) });

/** Public changelog pages. Mails and feeds link to them unless the project has its own page. */
export const changelogPages: FastifyPluginAsyncTypebox<Mailing & { findFollowing: FindFollowing }> = async (app, mailing) => {
  const { db, publicUrl } = mailing;
  parseForms(app);
  answerWithPages(app, mailing.publicUrl);
  const options = { config: { access: { by: 'slug' } as const } };
  unsubscribeRoute(app, mailing);

  app.get(
    '/p/:slug/changelog',
    { ...options, schema: { hide: true, params: SlugParams, querystring: pageQuery } },
    async (request, reply) => {
      const { project, site } = buildSite(request, publicUrl(), 'changelog');
      const t = changelogTexts(site.language);
      const title = nameSection('changelog', site.language);
      const { page = 1 } = request.query;
      const reader = await findReader(db, request, listSegmentIds);
      const render = async (source: Db) => {
        const filter = visibleTo(reader, { languages: [site.language] });
        const [{ rows: entries }, total] = await Promise.all([
          listEntries(source, project.id, filter, toRows({ page, limit: PAGE })),
          countEntries(source, project.id, filter),
        ]);
        const articles = entries.map(
          (entry) =>
            html`<article class="news"><h2 dir="auto"><a href="${site.base}/changelog/${entry.slug}">${entry.title}</a></h2>${renderCover(entry)}${renderBody(site, entry)}${renderReactions(site, project, entry)}</article>`,
        );
        return {
          title,
          description: t.about(project.name),
          path: '/changelog',
          isUnlisted: page > 1,
          head: renderFeedLinks(project, site, publicUrl()),
          widgets: ['reactions'],
          content: html`${renderHead(title, entries.length ? t.text(project.name) : t.empty, html`<a class="button quiet" href="#subscribe">${t.subscribe}</a>`)}${articles}${renderPageLinks(site, { page, limit: PAGE, total })}${renderSubscribeForm(site, request)}`,
        };
      };
      return await readSiteList(request, reply, site, render, toVariant(reader));
    },
  );

  app.get(
    '/p/:slug/changelog/:entry',
    { ...options, schema: { hide: true, params: Type.Object({ ...SlugParams.properties, entry: Type.String() }) } },
    async (request, reply) => {
      const { project, site } = buildSite(request, publicUrl(), 'changelog');
      const reader = await findReader(db, request, listSegmentIds);
      const entry = await findPublished(db, project.id, request.params.entry, reader);
      if ('successor' in entry) return redirectFormerUrl(request, reply, site, `/changelog/${entry.successor}`);
      const description = excerpt(extractText(entry.content_html)) || entry.title;
      const render = async () => ({
        title: entry.title,
        description,
        path: `/changelog/${entry.slug}`,
        type: 'article' as const,
        ...buildShareImageUrl(site, entry),
        head: renderFeedLinks(project, site, publicUrl()),
        data: [buildArticle(site, entry, description)],
        widgets: ['reactions'],
        content: renderEntryPage(site, entry, request, renderReactions(site, project, entry)),
      });
      return await readSitePage(request, reply, site, render, toVariant(reader));
    },
  );

  app.get(
    '/p/:slug/changelog/:entry/image.png',
    {
      ...options,
      config: { ...options.config, limit: 'sensitive' as const },
      schema: { hide: true, params: Type.Object({ ...SlugParams.properties, entry: Type.String() }) },
    },
    async (request, reply) => {
      const { project, site } = buildSite(request, publicUrl(), 'changelog');
      // Caches keep the image for everyone.
      const entry = await findPublished(db, project.id, request.params.entry, EVERYONE);
      if ('successor' in entry) return redirectFormerUrl(request, reply, site, `/changelog/${entry.successor}/image.png`);
      const image = toShareImage(site, entry);
      if (!isDrawable(image.title, image.name)) throw new HttpError('pages.not_found');
      const etag = `"${hashShareImage(image)}"`;
      void reply.header('etag', etag).header('cache-control', `public, max-age=${IMAGE_CACHE_S}`);
      if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.type('image/png').send(await drawShareImage(image));
    },
  );

  app.post(
    '/p/:slug/changelog',
    {
      // Sends a mail to any given address.
      config: { ...options.config, limit: 'sensitive' as const },
      schema: { hide: true, params: SlugParams, body: Type.Object({ email: Email() }) },
    },
    async (request, reply) => {
      const { project, site } = buildSite(request, publicUrl(), 'changelog');
      const { email } = request.body;
      const own = request.endUser?.email;
      const isVerified = typeof own === 'string' && isSameMailbox(own, email);
      await subscribe(mailing, project, email, { isVerified, language: site.language });
      const t = changelogTexts(site.language);
      const [title, text] = isVerified ? [t.subscribed, t.subscribedText(project.name)] : [t.confirm, t.confirmText];
      return sendSitePage(reply, site, { title, description: '', path: '/changelog', content: renderHead(title, text) });
    },
  );
};

/** The subscription of people who are signed in on public pages. */
export const changelogOfEndUser: EndUserParts = {
  listOwn: async (db, site, { projectId, email }) => {
    if (!site.menu.some(({ path }) => path === '/changelog')) return [];
    const person = { emails: email === null ? [] : [toMailboxKey(email)], userIds: [] };
    const t = changelogTexts(site.language);
    const subscriptions = await findPersonSubscriptions(db, projectId, person, { limit: 1, offset: 0 });
    const items = subscriptions
      .filter(({ confirmed_at }) => confirmed_at)
      .map(
        (subscription) =>
          html`<div><h3><a href="${site.base}/changelog">${nameSection('changelog', site.language)}</a></h3><p class="meta">${renderTime(site, subscription.created_at)}</p></div><form method="post" action="${site.base}/changelog/unsubscribe"><button class="quiet">${commonTexts(site.language).unsubscribe}</button></form>`,
      );
    return [{ title: t.own, items, empty: t.noOwn }];
  },
};

function unsubscribeRoute(
  app: App,
  {
    db,
    linkSecret,
    publicUrl,
    findFollowing,
  }: Pick<Mailing, 'db' | 'linkSecret' | 'publicUrl'> & { findFollowing: FindFollowing },
): void {
  app.post(
    '/p/:slug/changelog/unsubscribe',
    { config: { access: { by: 'slug' } as const }, schema: { hide: true, params: SlugParams } },
    async (request, reply) => {
      const { project, site } = buildSite(request, publicUrl(), 'changelog');
      const email = request.endUser?.email;
      if (email)
        await transact(db, async (tx) => {
          await deleteSubscriber(tx, { projectId: project.id, email, findFollowing });
          await recordUnsubscribed(tx, linkSecret, { projectId: project.id, email, isUnsubscribed: true });
        });
      return reply.redirect(linkToPage(site, '/account'), 303);
    },
  );
}

/**
 * Returns an entry that a reader may open by its slug, or the current slug of the entry that had the slug.
 * @throws {HttpError} 404
 */
async function findPublished(db: Db, projectId: string, slug: string, reader: Reader): Promise<Entry | { successor: string }> {
  const entry = isSlug(slug) ? await findEntry(db, projectId, { slug }, reader) : undefined;
  if (entry) return entry;
  const successor = isSlug(slug) ? await findSuccessor(db, projectId, { slug, reader }) : undefined;
  if (successor === undefined) throw new HttpError('pages.not_found');
  return { successor };
}

const describeRelease = ({ type, published_at }: Pick<Entry, 'type' | 'published_at'>, language: Language): string =>
  [changelogTexts(language).types[type], ...(published_at ? [formatDate(published_at, language)] : [])].join(' · ');

/**
 * The image is in the language of the project, because messengers show it to everyone, and in English where its font lacks the letters of
 * the language.
 */
const toShareImage = ({ name, color, defaultLanguage }: Site, { title, type, published_at }: Entry): ShareImage => ({
  title,
  label: describeRelease(
    { type, published_at },
    isDrawable(changelogTexts(defaultLanguage).types[type]) ? defaultLanguage : 'en',
  ),
  name,
  color,
});

/** Returns the URL of the image of an entry. It changes with the image, because messengers keep images. */
function buildShareImageUrl(site: Site, entry: Entry): { shareImageUrl?: string } {
  const image = toShareImage(site, entry);
  if (entry.image_url && entry.segment_id === null) return { shareImageUrl: entry.image_url };
  return isDrawable(image.title, image.name) && entry.segment_id === null
    ? { shareImageUrl: `${site.url}/changelog/${entry.slug}/image.png?v=${hashShareImage(image)}` }
    : {};
}

/** Renders the latest entries for the front page. */
export async function changelogTeaser(db: Db, site: Site, projectId: string): Promise<Html | undefined> {
  const { rows: entries } = await listEntries(db, projectId, visibleTo(EVERYONE, { languages: [site.language] }), {
    limit: 4,
    offset: 0,
  });
  const items = entries.map(
    ({ title, slug, type, published_at }) =>
      html`<li class="entry"><div><h3 dir="auto"><a href="${site.base}/changelog/${slug}">${title}</a></h3><p class="meta"><span>${changelogTexts(site.language).types[type]}</span>${published_at ? renderTime(site, published_at) : ''}</p></div></li>`,
  );
  return items.length ? html`<ul>${items}</ul>` : undefined;
}

/** Returns the entries for the sitemap. */
export const listChangelogPages = async (db: Db, projectId: string, limit: number) =>
  (await listForSitemap(db, projectId, limit)).map(({ slug, updated_at }) => ({
    path: `/changelog/${slug}`,
    updated_at,
  }));

const renderFeedLinks = (project: Project, { language }: Site, publicUrl: string) => {
  const link = (type: string, url: string) => html`<link rel="alternate" type="${type}" title="Changelog" href="${url}">`;
  return html`${link('application/atom+xml', buildFeedUrl(project, { publicUrl, format: 'atom', language }))}
${link('application/feed+json', buildFeedUrl(project, { publicUrl, format: 'json', language }))}`;
};

const renderCover = ({ image_url: url, image_alt: alt }: Entry) =>
  url ? html`<img class="cover" src="${url}" alt="${alt}">` : '';

/** Renders the reactions to an entry, and counts its view. */
const renderReactions = (site: Site, project: Project, entry: Entry) =>
  html`<earshot-reactions project-key="${site.projectKey}" theme="auto" entry="${formatId('cl', entry.id)}"${
    project.settings.changelog.reactions ? html` counts="${Object.values(countReactions(entry)).join(' ')}"` : ''
  }></earshot-reactions>`;

const renderBody = (site: Site, { type, version, tags, published_at, content_html }: Entry) =>
  html`<p class="meta"><span class="badge kind ${type}">${changelogTexts(site.language).types[type]}</span>${published_at ? renderTime(site, published_at) : ''}${[...(version ? [version] : []), ...tags].map((fact) => html`<span dir="auto">${fact}</span>`)}</p><div class="prose" dir="auto">${raw(content_html)}</div>`;

/** Renders the content of the page of an entry. */
export const renderEntryPage = (site: Site, entry: Entry, request: FastifyRequest, reactions: Html | '' = ''): Html =>
  html`${renderBreadcrumbs(site, [{ href: `${site.base}/changelog`, label: nameSection('changelog', site.language) }])}<article class="news"><h1 dir="auto">${entry.title}</h1>${renderCover(entry)}${renderBody(site, entry)}${reactions}</article>${renderSubscribeForm(site, request)}`;

function renderSubscribeForm(site: Site, { endUser }: FastifyRequest): Html {
  const t = changelogTexts(site.language);
  return html`<section class="form" id="subscribe"><h2>${t.subscribeTitle}</h2><form method="post" action="${site.base}/changelog">${
    endUser?.email
      ? html`<p>${fillHtml(t.sentTo, { email: html`<strong>${endUser.email}</strong>` })}</p><input type="hidden" name="email" value="${endUser.email}">`
      : html`<label for="email">${commonTexts(site.language).email}</label><input id="email" name="email" ${emailInput} required>`
  }<button>${t.subscribe}</button></form></section>`;
}

const buildArticle = (site: Site, entry: Entry, description: string) => ({
  '@type': 'BlogPosting',
  headline: entry.title,
  description,
  url: `${site.url}/changelog/${entry.slug}`,
  datePublished: entry.published_at?.toISOString(),
  dateModified: entry.updated_at.toISOString(),
  author: { '@type': 'Organization', name: site.name },
});
