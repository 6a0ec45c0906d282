import { buildSiteUrl } from '../../instance/projects/site.ts';
import type { Project } from '../../instance/projects/store.ts';

/** Returns the URL of an entry, on the project's own page if it has one. */
export function buildUrl(project: Project, publicUrl: string, { slug }: { slug: string }): string {
  const own = project.settings.changelog.page_url;
  if (!own) return `${buildSiteUrl(project, publicUrl)}/changelog/${slug}`;
  const url = new URL(own);
  url.hash = slug;
  return url.href;
}

/** Returns the URL of the changelog. */
export const buildChangelogUrl = (project: Project, publicUrl: string) =>
  project.settings.changelog.page_url ?? `${buildSiteUrl(project, publicUrl)}/changelog`;
