import type { PageSection } from '@earshot/contract/instance/values';
import type { Language } from '@earshot/contract/shared/languages';
import { mergeDeclared } from '@earshot/contract/services/index';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { raw } from '../../platform/html/html.ts';
import { buildLanguageCookie, chooseLanguage, findLinkLanguage, findUrlLanguage } from '../../platform/i18n/choice.ts';
import { buildPolicy, renderSite, type Site, type SiteAccount, type SitePage } from '../../platform/html/site.ts';
import { HttpError } from '../../platform/api/errors.ts';
import { parseHost } from '../../platform/api/hosts.ts';
import { publicList, publicRead, readList } from '../../platform/api/public-read.ts';
import { renderMarkdown } from '../../platform/markdown/render.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { projectOf } from './caller.ts';
import type { Project } from './store.ts';

const SECTION_NAMES = mergeDeclared('sections');
const HTML = 'text/html; charset=utf-8';
/** Headers on which the language of a page depends. */
const VARY = 'Accept-Language, Cookie';

/** Returns the name of a section, for the menu and as a title. */
export const nameSection = (section: PageSection, language: Language): string => SECTION_NAMES[section][language];

/**
 * Returns the project and site of a public page, for `access: { by: 'slug' }`.
 * @throws {HttpError} 404 when the project has no such section
 */
export function buildSite(request: FastifyRequest, publicUrl: string, section?: PageSection): { project: Project; site: Site } {
  const project = projectOf(request);
  const isOnDomain = project.served_domain !== null && parseHost(request.headers.host) === project.served_domain;
  if (section && !project.settings.pages.sections.includes(section)) throw new HttpError('pages.not_found');
  const site = createSite(project, publicUrl, {
    base: isOnDomain ? '' : `/p/${project.slug}`,
    language: chooseLanguage(request, project.settings.pages.language),
    hasLanguageInUrl: findUrlLanguage(request) !== undefined,
    linkLanguage: findLinkLanguage(request, project.settings.pages.language),
    query: /\?(.*)$/s.exec(request.url)?.[1] ?? '',
  });
  return { project, site: { ...site, account: describeAccount(request, project) } };
}

/** Sections in which people do something that is worth signing in. */
const PERSONAL: PageSection[] = ['feedback', 'roadmap'];

function describeAccount(request: FastifyRequest, project: Project): SiteAccount | undefined {
  const { endUser } = request;
  if (endUser) return { label: endUser.name ?? endUser.email ?? null, isSignedIn: true, isNew: !endUser.hasTakenOver };
  const isOffered = PERSONAL.some((name) => project.settings.pages.sections.includes(name));
  return isOffered ? offerSignIn(request, project) : undefined;
}

/** Returns the link to the sign-in of a site with content for people who are signed in, if the project has a way to sign in. */
export const offerSignIn = ({ server }: FastifyRequest, { settings: { pages } }: Project): SiteAccount | undefined =>
  server.mailsCodes || pages.sign_in_url ? { label: null, isSignedIn: false, isNew: false } : undefined;

/** Returns the site of a project. */
export function createSite(
  project: Project,
  publicUrl: string,
  {
    base,
    language,
    hasLanguageInUrl = false,
    linkLanguage,
    query = '',
  }: Pick<Site, 'base' | 'language'> & Partial<Pick<Site, 'hasLanguageInUrl' | 'linkLanguage' | 'query'>>,
): Site {
  const { pages, mail } = project.settings;
  return {
    name: project.name,
    description: pages.description,
    logoUrl: pages.logo_url,
    logoDarkUrl: pages.logo_dark_url,
    faviconUrl: pages.favicon_url,
    websiteUrl: pages.website_url,
    headerLinks: pages.header_links,
    footer: pages.footer,
    color: mail.color,
    font: pages.font,
    theme: pages.theme,
    customCss: pages.custom_css,
    projectKey: project.api_key,
    language,
    defaultLanguage: pages.language,
    hasLanguageInUrl,
    linkLanguage,
    query,
    base,
    url: buildSiteUrl(project, publicUrl),
    menu: pages.sections.map((name) => ({ path: `/${name}`, label: nameSection(name, language) })),
  };
}

/** Returns the base URL of a project's public pages. */
export const buildSiteUrl = ({ slug, served_domain }: Pick<Project, 'slug' | 'served_domain'>, publicUrl: string) =>
  served_domain ? `https://${served_domain}` : `${publicUrl}/p/${slug}`;

/** Renders a page with the footer of the site. */
export async function renderSitePage(site: Site, page: SitePage): Promise<string> {
  return renderSite(site, { ...page, ...(site.footer && { footer: raw(await renderMarkdown(site.footer)) }) });
}

/** Adds the headers of a page. Keeps the language that a reader chose on the page. */
function prepare(reply: FastifyReply, site: Site): FastifyReply {
  const cookie = buildLanguageCookie(reply.request, site.base || '/');
  if (cookie) void reply.header('set-cookie', cookie);
  return reply
    .header('content-security-policy', buildPolicy(site))
    .header('referrer-policy', 'strict-origin-when-cross-origin')
    .header('x-frame-options', 'DENY');
}

/**
 * Serves a public page to many readers: concurrent requests share one rendering, and `If-None-Match` is supported. `visitor` identifies the
 * readers who see the same page. The page of a person who is signed in is rendered for this person and stored nowhere.
 */
export async function readSitePage(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
  render: () => Promise<SitePage>,
  visitor = '',
) {
  if (request.endUser) return sendSitePage(reply, site, await render());
  const variant = `page ${site.url} ${site.base} ${site.language} ${site.linkLanguage ?? ''}${visitor}`;
  return publicRead(request, prepare(reply, site), { variant, type: HTML, vary: `, ${VARY}` }, async () =>
    renderSitePage(site, await render()),
  );
}

/** Serves a page with a list like `readSitePage`, from the replica unless the visitor may have written to the list. */
export async function readSiteList(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
  render: (db: Db) => Promise<SitePage>,
  visitor = '',
) {
  if (request.endUser) return sendSitePage(reply, site, await readList(request, render));
  const variant = `page ${site.url} ${site.base} ${site.language} ${site.linkLanguage ?? ''}${visitor}`;
  const read = async (db: Db) => renderSitePage(site, await render(db));
  return publicList(request, prepare(reply, site), { variant, type: HTML, vary: `, ${VARY}` }, read);
}

/**
 * Redirects from a former URL of an entry to its page, with the query of the request. Not cached: the entry may get the URL back, or another
 * one may take it.
 */
export const redirectFormerUrl = (
  { originalUrl }: FastifyRequest,
  reply: FastifyReply,
  { base }: Pick<Site, 'base'>,
  path: string,
): FastifyReply =>
  reply.header('cache-control', 'no-cache').redirect(`${base}${path}${/\?.*$/s.exec(originalUrl)?.[0] ?? ''}`, 301);

/** Serves a page to one reader, such as the result of a form, or the page of a person who is signed in. */
export async function sendSitePage(reply: FastifyReply, site: Site, page: SitePage): Promise<FastifyReply> {
  const html = await renderSitePage(site, { ...page, isUnlisted: true });
  if (site.account?.isSignedIn) void reply.header('cache-control', 'private, no-store');
  return prepare(reply, site)
    .type(HTML)
    .header('vary', VARY)
    .serializer((text: string) => text)
    .send(html);
}
