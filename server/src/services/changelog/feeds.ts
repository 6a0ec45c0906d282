import { escapeHtml } from '../../platform/html/escape.ts';
import type { Project } from '../../instance/projects/store.ts';
import { changelogUrlOf, urlOf } from './links.ts';
import type { Entry } from './store.ts';

/** Feeds of a changelog. Entry ids do not depend on the URL of the changelog. */
const feedIdOf = ({ id }: { id: string }) => `urn:uuid:${id}`;
export const feedUrlOf = ({ slug }: Project, publicUrl: string, format: 'atom' | 'json') =>
  `${publicUrl}/v1/changelog/by-project/${slug}/feed.${format}`;

// XML 1.0, production 2: all other characters are invalid, even escaped.
const NO_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const forXml = (text: string) => text.replaceAll(NO_XML, '');

/** Atom 1.0 (RFC 4287). */
export async function renderAtom(project: Project, publicUrl: string, entries: Entry[]): Promise<string> {
  const { Feed } = await import('feed');
  const updated = entries.reduce((latest, { updated_at }) => (updated_at > latest ? updated_at : latest), project.created_at);
  const feed = new Feed({
    id: feedIdOf(project),
    title: forXml(`${project.name} changelog`),
    link: changelogUrlOf(project, publicUrl),
    updated,
    generator: 'Earshot',
    author: { name: forXml(project.name) },
    feedLinks: { atom: feedUrlOf(project, publicUrl, 'atom') },
  });
  for (const entry of entries) {
    feed.addItem({
      id: feedIdOf(entry),
      // The feed declares the content as HTML.
      title: escapeHtml(forXml(entry.title)),
      link: urlOf(project, publicUrl, entry),
      content: forXml(entry.content_html),
      date: entry.updated_at,
      published: entry.published_at ?? undefined,
      category: categoriesOf(entry).map((term) => ({ name: forXml(term), term: forXml(term) })),
    });
  }
  return feed.atom1();
}

/** JSON Feed 1.1 (jsonfeed.org). */
export async function renderJsonFeed(project: Project, publicUrl: string, entries: Entry[]): Promise<string> {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: `${project.name} changelog`,
    home_page_url: changelogUrlOf(project, publicUrl),
    feed_url: feedUrlOf(project, publicUrl, 'json'),
    authors: [{ name: project.name }],
    items: entries.map((entry) => ({
      id: feedIdOf(entry),
      url: urlOf(project, publicUrl, entry),
      title: entry.title,
      content_html: entry.content_html,
      date_published: entry.published_at?.toISOString(),
      date_modified: entry.updated_at.toISOString(),
      tags: categoriesOf(entry),
    })),
  });
}

const categoriesOf = ({ type, tags }: Entry) => [type, ...tags];
