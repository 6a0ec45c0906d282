import { escapeHtml } from '../../platform/html/escape.ts';
import type { Project } from '../../instance/projects/store.ts';
import { resolveUrls } from '../../platform/markdown/render.ts';
import { withCover } from './cover.ts';
import { buildChangelogUrl, buildUrl } from './links.ts';
import type { Entry } from './store.ts';

/** Feeds of a changelog. Entry ids do not depend on the URL of the changelog. */
const buildFeedId = ({ id }: { id: string }) => `urn:uuid:${id}`;
export const buildFeedUrl = (
  { slug }: Project,
  { publicUrl, format, language }: { publicUrl: string; format: 'atom' | 'json'; language: string | undefined },
) => `${publicUrl}/v1/changelog/by-project/${slug}/feed.${format}${language ? `?language=${encodeURIComponent(language)}` : ''}`;

/** Entries of a feed, and where it is. */
interface Feeding {
  publicUrl: string;
  /** Language of the readers, in the URL of the feed. */
  language: string | undefined;
  entries: Entry[];
}

// XML 1.0, production 2: all other characters are invalid, even escaped.
const NO_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const forXml = (text: string) => text.replaceAll(NO_XML, '');
/** Replaces `<` in categories, which the package does not escape in attributes, until the feed is rendered. Unicode reserves it for private use. */
const LESS_THAN = '\uE000';
const forAttribute = (text: string) => forXml(text).replaceAll('<', LESS_THAN);
const CATEGORY = /(?:label|term)="[^"]*"/g;

/** Atom 1.0 (RFC 4287). */
export async function renderAtom(project: Project, { publicUrl, language, entries }: Feeding): Promise<string> {
  const { Feed } = await import('feed');
  const updated = entries.reduce((latest, { updated_at }) => (updated_at > latest ? updated_at : latest), project.created_at);
  const feed = new Feed({
    id: buildFeedId(project),
    title: forXml(`${project.name} changelog`),
    link: buildChangelogUrl(project, publicUrl),
    updated,
    generator: 'Earshot',
    author: { name: forXml(project.name) },
    feedLinks: { atom: buildFeedUrl(project, { publicUrl, format: 'atom', language }) },
  });
  for (const entry of entries) {
    const url = buildUrl(project, publicUrl, entry);
    feed.addItem({
      id: buildFeedId(entry),
      // The feed declares the content as HTML.
      title: escapeHtml(forXml(entry.title)),
      link: url,
      content: forXml(await resolveUrls(withCover(entry), url)),
      date: entry.updated_at,
      published: entry.published_at ?? undefined,
      category: listCategories(entry).map((term) => ({ name: forAttribute(term), term: forAttribute(term) })),
    });
  }
  return feed.atom1().replaceAll(CATEGORY, (attribute) => attribute.replaceAll(LESS_THAN, '&lt;'));
}

/** JSON Feed 1.1 (jsonfeed.org). */
export async function renderJsonFeed(project: Project, { publicUrl, language, entries }: Feeding): Promise<string> {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: `${project.name} changelog`,
    home_page_url: buildChangelogUrl(project, publicUrl),
    feed_url: buildFeedUrl(project, { publicUrl, format: 'json', language }),
    authors: [{ name: project.name }],
    items: await Promise.all(
      entries.map(async (entry) => {
        const url = buildUrl(project, publicUrl, entry);
        return {
          id: buildFeedId(entry),
          url,
          title: entry.title,
          content_html: await resolveUrls(withCover(entry), url),
          ...(entry.image_url && { image: entry.image_url }),
          date_published: entry.published_at?.toISOString(),
          date_modified: entry.updated_at.toISOString(),
          tags: listCategories(entry),
        };
      }),
    ),
  });
}

const listCategories = ({ type, tags }: Entry) => [type, ...tags];
