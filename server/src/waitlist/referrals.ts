import { siteUrlOf } from '../projects/site.ts';
import type { Project } from '../projects/store.ts';

/** The link to share: the page where people join, with the code in `ref`. */
export function referralUrlOf(project: Project, publicUrl: string, code: string): string {
  const url = new URL(project.settings.waitlist.page_url ?? `${siteUrlOf(project, publicUrl)}/waitlist`);
  url.searchParams.set('ref', code);
  return url.href;
}
