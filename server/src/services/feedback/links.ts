import { buildSiteUrl } from '../../instance/projects/site.ts';
import type { Project } from '../../instance/projects/store.ts';
import { formatId } from '../../platform/ids.ts';
import { renderMarkdown, resolveUrls } from '../../platform/markdown/render.ts';

/** Returns the URL of the public page of an entry. */
export const buildEntryUrl = (project: Pick<Project, 'slug' | 'served_domain'>, publicUrl: string, entryId: string) =>
  `${buildSiteUrl(project, publicUrl)}/feedback/${formatId('fb', entryId)}`;

/** Renders a text of an entry for pages of others: its links are absolute. */
export const renderForOthers = async (markdown: string, entryUrl: string): Promise<string> =>
  await resolveUrls(await renderMarkdown(markdown), entryUrl, { keepsFragments: true });
