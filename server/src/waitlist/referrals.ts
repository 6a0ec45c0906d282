import type { Project } from '../projects/store.ts';

/** The link to share: the page where people join, with the code in `ref`. */
export function referralUrlOf({ slug, settings }: Project, publicUrl: string, code: string): string {
  const url = new URL(settings.waitlist.page_url ?? `${publicUrl}/p/${slug}/waitlist`);
  url.searchParams.set('ref', code);
  return url.href;
}
