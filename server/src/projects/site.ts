import type { PageSection } from '@earshot/contract/projects';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { policyOf, renderSite, type Site, type SitePage } from '../html/site.ts';
import { callerOf } from '../http/credentials.ts';
import { HttpError } from '../http/errors.ts';
import { parseHost } from '../http/hosts.ts';
import { publicList, publicRead } from '../http/public-read.ts';
import type { Db } from '../postgres/database.ts';
import type { Reads } from '../postgres/replica.ts';
import type { Project } from './store.ts';

const LABELS: Record<PageSection, string> = {
  feedback: 'Feedback',
  roadmap: 'Roadmap',
  changelog: 'Changelog',
  testimonials: 'Testimonials',
  waitlist: 'Waitlist',
  help: 'Help',
};
const HTML = 'text/html; charset=utf-8';

/**
 * Returns the project and site of a public page, for `access: { by: 'slug' }`.
 * @throws {HttpError} 404 when the project has no such section
 */
export function siteOf(request: FastifyRequest, publicUrl: string, section?: PageSection): { project: Project; site: Site } {
  const project = callerOf(request).project as Project;
  const { pages, mail } = project.settings;
  const isOnDomain = project.served_domain !== null && parseHost(request.headers.host) === project.served_domain;
  if (section && !pages.sections.includes(section)) throw new HttpError('pages.not_found');
  const site: Site = {
    name: project.name,
    description: pages.description,
    logoUrl: pages.logo_url,
    websiteUrl: pages.website_url,
    color: mail.color,
    projectKey: project.api_key,
    base: isOnDomain ? '' : `/p/${project.slug}`,
    url: siteUrlOf(project, publicUrl),
    menu: pages.sections.map((name) => ({ path: `/${name}`, label: LABELS[name] })),
  };
  return { project, site };
}

/** Returns the base URL of a project's public pages. */
export const siteUrlOf = ({ slug, served_domain }: Pick<Project, 'slug' | 'served_domain'>, publicUrl: string) =>
  served_domain ? `https://${served_domain}` : `${publicUrl}/p/${slug}`;

const secure = (reply: FastifyReply, site: Site) =>
  reply
    .header('content-security-policy', policyOf(site))
    .header('referrer-policy', 'strict-origin-when-cross-origin')
    .header('x-frame-options', 'DENY');

/** Serves a public page to many readers: concurrent requests share one rendering, and `If-None-Match` is supported. */
export function readSitePage(request: FastifyRequest, reply: FastifyReply, site: Site, render: () => Promise<SitePage>) {
  const audience = `page ${site.url} ${site.base}`;
  return publicRead(request, secure(reply, site), { audience, type: HTML }, async () => renderSite(site, await render()));
}

/** Serves a page with a list like `readSitePage`, from the replica unless the visitor may have written to the list. */
export function readSiteList(
  request: FastifyRequest,
  reply: FastifyReply,
  { site, reads }: { site: Site; reads: Reads },
  render: (db: Db) => Promise<SitePage>,
) {
  const audience = `page ${site.url} ${site.base}`;
  const read = async (db: Db) => renderSite(site, await render(db));
  return publicList(request, secure(reply, site), { reads, audience, type: HTML }, read);
}

/** Serves a page to one reader, such as the result of a form. */
export const sendSitePage = (reply: FastifyReply, site: Site, page: SitePage): FastifyReply =>
  secure(reply, site)
    .type(HTML)
    .serializer((html: string) => html)
    .send(renderSite(site, { ...page, isUnlisted: true }));
