import { type Html, html } from '../../platform/html/html.ts';
import type { Site } from '../../platform/html/site.ts';
import { formatId } from '../../platform/ids.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { type Document, type ListedDocument, listNewestByTitle } from './documents/documents-store.ts';
import type { Index } from './index/indexes-store.ts';
import { buildPath } from './projections.ts';

/** Documents of an index that are read for the overview. An index with more has a page of its own. */
const MAX_READ = 200;
/** Articles of a collection on the overview. */
const MAX_SHOWN = 8;

interface Collection {
  title: string;
  documents: ListedDocument[];
  /** Number of articles, unless only a part of them was read. */
  count: number | undefined;
}

/**
 * Renders the articles of indexes as collections. An index whose articles have several categories has a collection for each; other
 * indexes are a collection themselves.
 */
export async function renderCollections(db: Db, site: Site, indexes: Index[]): Promise<Html | undefined> {
  const groups = await Promise.all(
    indexes
      .filter(({ document_count: count }) => count)
      .map(async (index) => ({ index, collections: splitIndex(index, await listNewestByTitle(db, index, MAX_READ)) })),
  );
  const plain = groups.filter(({ collections }) => collections.length === 1 || groups.length === 1);
  const split = groups.filter((group) => !plain.includes(group));
  const render = ({ index, collections }: (typeof groups)[number], heading: 'h2' | 'h3') =>
    collections.map((collection) => renderCollection(site, index, collection, heading));
  if (!groups.length) return undefined;
  const sections = split.map(
    (group) =>
      html`<section class="form"><h2 dir="auto">${group.index.name}</h2><div class="collections">${render(group, 'h3')}</div></section>`,
  );
  return html`${plain.length > 0 && html`<div class="collections">${plain.map((group) => render(group, 'h2'))}</div>`}${sections}`;
}

function splitIndex(index: Index, byTitle: ListedDocument[]): Collection[] {
  const documents = byTitle.toSorted((a, b) => Number(isOverview(b)) - Number(isOverview(a)));
  const isComplete = documents.length === index.document_count;
  const categories = [...Map.groupBy(documents, findCategory)];
  if (categories.length < 2) return [{ title: index.name, documents, count: index.document_count }];
  return categories
    .map(([category, inCategory]) => ({
      title: category ?? index.name,
      documents: inCategory,
      count: isComplete ? inCategory.length : undefined,
    }))
    .toSorted((a, b) => a.title.localeCompare(b.title, 'en'));
}

/** Returns whether a document introduces its folder. */
const isOverview = ({ external_id: path }: ListedDocument) => /(?:^|\/)(?:readme|index)\.md$/i.test(path ?? '');

/** Returns the category in the metadata of a document, or the name of its folder. */
function findCategory({ category, external_id: path }: Pick<ListedDocument, 'category' | 'external_id'>): string | undefined {
  if (category?.trim()) return category.trim();
  const folder = path?.includes('/') ? path.split('/').find(Boolean) : undefined;
  const words = folder?.replaceAll(/[-_\s]+/g, ' ').trim();
  return words ? `${words[0]?.toUpperCase()}${words.slice(1)}` : undefined;
}

/** Renders all articles of one category by title, overviews of folders first. Returns undefined for an unknown category, and for an index that is too large. */
export async function renderCategory(db: Db, site: Site, index: Index, title: string): Promise<Html | undefined> {
  if (index.document_count > MAX_READ) return undefined;
  const documents = await listNewestByTitle(db, index, MAX_READ);
  const items = documents.filter((document) => (findCategory(document) ?? index.name) === title);
  if (!items.length) return undefined;
  return html`<section><h2 dir="auto">${title}</h2><ul class="articles listed">${items.map((document) => renderArticleLink(site, document))}</ul></section><p class="pages"><a href="${site.base}/help">All articles</a></p>`;
}

/** Returns the name and the page of the collection of an article. */
export function findCollection(
  site: Site,
  index: Index,
  { external_id, metadata: { category } }: Pick<Document, 'external_id' | 'metadata'>,
): { href: string; label: string } {
  const label = findCategory({ external_id, category: typeof category === 'string' ? category : null }) ?? index.name;
  const search = new URLSearchParams({ index: formatId('idx', index.id) });
  if (index.document_count <= MAX_READ) search.set('category', label);
  return { href: `${site.base}/help?${search.toString()}`, label };
}

function renderCollection(site: Site, index: Index, { title, documents, count }: Collection, heading: 'h2' | 'h3'): Html {
  const items = documents.slice(0, MAX_SHOWN).map((document) => renderArticleLink(site, document));
  const search = new URLSearchParams({ index: formatId('idx', index.id) });
  // A category of an index that was read as a whole has a page of its own.
  const isCategory = count !== undefined && count < index.document_count;
  if (isCategory) search.set('category', title);
  const all =
    (count ?? Infinity) > items.length
      ? html`<p><a href="?${search.toString()}">All articles of ${isCategory ? title : index.name}</a></p>`
      : undefined;
  const figure =
    count === undefined ? undefined : html` <span>${count === 1 ? '1 article' : `${count.toLocaleString('en')} articles`}</span>`;
  return html`<section class="card"><${heading}>${title}${figure}</${heading}><ul class="articles">${items}</ul>${all}</section>`;
}

/** Renders an article as an item of a list. */
export const renderArticleLink = (site: Site, document: Pick<ListedDocument, 'id' | 'title' | 'url'>) =>
  html`<li><a href="${document.url ?? `${site.base}${buildPath(document)}`}">${document.title}</a></li>`;
