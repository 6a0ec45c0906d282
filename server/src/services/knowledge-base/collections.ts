import { type Html, html } from '../../platform/html/html.ts';
import type { Site } from '../../platform/html/site.ts';
import { formatId } from '../../platform/ids.ts';
import type { Db } from '../../platform/postgres/database.ts';
import {
  type CountedDocument,
  countReadable,
  listFirstOfCategories,
  type ListedDocument,
} from './documents/arrangement-store.ts';
import type { Document } from './documents/documents-store.ts';
import type { Reader } from '../../instance/end-users/readers.ts';
import type { Index } from './index/indexes-store.ts';
import { buildPath } from './projections.ts';
import { helpTexts } from './texts/texts.ts';

/** Documents of an index that are read for the overview. Numbers of articles are shown only for an index that is read as a whole. */
const MAX_READ = 5_000;
/** Articles of a collection on the overview. */
const MAX_SHOWN = 8;
/** Categories of an index on the overview. */
const MAX_CATEGORIES = 100;

interface Collection {
  title: string;
  /** Category within the index. Undefined for a collection that is the whole index. */
  category: string | undefined;
  documents: ListedDocument[];
  /** Number of articles, unless only a part of them was read. */
  count: number | undefined;
}

/**
 * Renders the articles of indexes as collections. An index whose articles have several categories has a collection for each; other
 * indexes are a collection themselves.
 */
export async function renderCollections(
  db: Db,
  site: Site,
  { indexes, reader }: { indexes: Index[]; reader: Reader },
): Promise<Html | undefined> {
  const groups = await Promise.all(
    indexes
      .filter(({ document_count: count }) => count)
      .map(async (index) => ({
        index,
        collections: splitIndex(
          index,
          await listFirstOfCategories(db, index, { maxRead: MAX_READ, maxShown: MAX_SHOWN, reader }),
        ),
      })),
  );
  if (!groups.length) return undefined;
  if (groups.every(({ collections }) => collections.length === 1) || groups.length === 1)
    return html`${groups.length === 1 && renderDescription(groups[0]?.index)}<div class="collections">${groups.map(({ index, collections }) => collections.map((collection) => renderCollection(site, index, collection, 'h2')))}</div>`;
  return html`${joinPlain(groups).map((part) =>
    part.isPlain
      ? html`<div class="collections">${part.groups.map(({ index, collections }) => collections.map((collection) => renderCollection(site, index, collection, 'h2')))}</div>`
      : part.groups.map(
          ({ index, collections }) =>
            html`<section class="form"><h2 dir="auto">${index.name}</h2>${renderDescription(index)}<div class="collections">${collections.map((collection) => renderCollection(site, index, collection, 'h3'))}</div></section>`,
        ),
  )}`;
}

interface Group {
  index: Index;
  collections: Collection[];
}

/** Returns indexes with the number of documents that a reader may read. */
export const countForReader = async (
  db: Db,
  indexes: Index[],
  { reader, isOverview }: { reader: Reader; isOverview: boolean },
): Promise<Index[]> =>
  await Promise.all(
    indexes.map(async (index) =>
      reader.audience === 'public' && (index.has_private || index.has_translations)
        ? { ...index, document_count: await countReadable(db, index, { category: undefined, reader, isOverview }) }
        : index,
    ),
  );

/** Joins adjacent indexes that are one collection each, so that they share a grid. */
function joinPlain(groups: Group[]): { isPlain: boolean; groups: Group[] }[] {
  const parts: { isPlain: boolean; groups: Group[] }[] = [];
  for (const group of groups) {
    const isPlain = group.collections.length === 1;
    const last = parts.at(-1);
    if (last && last.isPlain === isPlain) last.groups.push(group);
    else parts.push({ isPlain, groups: [group] });
  }
  return parts;
}

const renderDescription = (index: Index | undefined) =>
  index?.description ? html`<p class="meta" dir="auto">${index.description}</p>` : undefined;

function splitIndex(index: Index, documents: CountedDocument[]): Collection[] {
  const categories = [...Map.groupBy(documents, ({ category }) => category)].slice(0, MAX_CATEGORIES);
  const isComplete = index.document_count <= MAX_READ;
  if (categories.length < 2) return [{ title: index.name, category: undefined, documents, count: index.document_count }];
  return categories.map(([category, inCategory]) => ({
    title: category || index.name,
    category,
    documents: inCategory,
    count: isComplete ? inCategory[0]?.count : undefined,
  }));
}

/** Returns the path of the page of an index, or of one of its categories. */
const buildCollectionPath = (index: Index, category: string | undefined) =>
  `?${new URLSearchParams({ index: formatId('idx', index.id), ...(category !== undefined && { category }) }).toString()}`;

/** Returns the name and the page of the collection of an article. */
export const findCollection = (site: Site, index: Index, { category }: Pick<Document, 'category'>) => ({
  href: `${site.base}/help${buildCollectionPath(index, category || undefined)}`,
  label: category || index.name,
});

function renderCollection(site: Site, index: Index, collection: Collection, heading: 'h2' | 'h3'): Html {
  const t = helpTexts(site.language);
  const { title, category, documents, count } = collection;
  const items = documents.map((document) => renderArticleLink(site, document));
  const all =
    (count ?? Infinity) > items.length
      ? html`<p><a href="${buildCollectionPath(index, category)}">${t.allOf(title)}</a></p>`
      : undefined;
  const figure = count === undefined ? undefined : html` <span>${t.articles(count)}</span>`;
  const description = category === undefined && heading === 'h2' && renderDescription(index);
  return html`<section class="card"><${heading}>${title}${figure}</${heading}>${description}<ul class="articles">${items}</ul>${all}</section>`;
}

/** Renders an article as an item of a list. */
export const renderArticleLink = (site: Site, document: Pick<ListedDocument, 'slug' | 'title' | 'url'>) =>
  html`<li><a href="${document.url ?? `${site.base}${buildPath(document)}`}">${document.title}</a></li>`;
