import { siteUrlOf } from '../projects/site.ts';
import type { Project } from '../projects/store.ts';

/** Where an entry is read: on the project's own page, or on this instance's. */
export function urlOf(project: Project, publicUrl: string, { slug }: { slug: string }): string {
  const own = project.settings.changelog.page_url;
  if (!own) return `${siteUrlOf(project, publicUrl)}/changelog/${slug}`;
  const url = new URL(own);
  url.hash = slug;
  return url.href;
}

/** Where the whole changelog is read. */
export const changelogUrlOf = (project: Project, publicUrl: string) =>
  project.settings.changelog.page_url ?? `${siteUrlOf(project, publicUrl)}/changelog`;
