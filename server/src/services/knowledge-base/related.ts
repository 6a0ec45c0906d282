import { MAX_RELATED } from '@earshot/contract/services/knowledge-base/readers';
import type { Reader } from '../../instance/end-users/readers.ts';
import { formatId } from '../../platform/ids.ts';
import { selectWords, tokenize } from '../../platform/text/tokenizer.ts';
import type { Document } from './documents/documents-store.ts';
import { findCards, type DocumentCard } from './documents/related-store.ts';
import { listIndexes } from './index/indexes-store.ts';
import type { SearchResult } from './search/results.ts';
import { search, type SearchDeps } from './search/search.ts';

/** Indexes and words of a search for related documents. */
const MAX_INDEXES = 100;
const MAX_WORDS = 30;
/** Share of the score of the document itself from which another document is related. */
const MIN_SHARE = 0.1;

type Source = Pick<Document, 'id' | 'project_id' | 'title' | 'status' | 'related_ids' | 'translation_of'>;

/**
 * Returns up to five published documents that a reader may read, and that are related to a document: those that the team chose, or else
 * those that a search for its title and headings finds.
 */
export async function findRelated(
  deps: SearchDeps,
  document: Source,
  { headings, reader }: { headings: string[]; reader: Reader },
): Promise<DocumentCard[]> {
  const { db } = deps;
  if (document.related_ids)
    return await findCards(db, document.project_id, { ids: document.related_ids, status: 'published', reader });
  if (document.status !== 'published') return [];
  const { rows: indexes } = await listIndexes(db, document.project_id, reader, { limit: MAX_INDEXES, offset: 0 });
  const { results } = await search(
    deps,
    document.project_id,
    indexes.map(({ id }) => id),
    { query: buildQuery(document.title, headings), limit: 2 * MAX_RELATED, page: 1, highlight: false, reader },
  );
  const isOwn = ({ document_id: id, translation_of: of }: SearchResult) =>
    (of ?? id) === (document.translation_of ?? document.id);
  const own = results.find(isOwn)?.score ?? Infinity;
  const ids = results.flatMap((result) => (!isOwn(result) && result.score >= MIN_SHARE * own ? result.document_id : []));
  return await findCards(db, document.project_id, { ids: ids.slice(0, MAX_RELATED), status: 'published', reader });
}

/** Returns words of a title and of headings as a query, in which the title counts twice, and no sign has a meaning. */
const buildQuery = (title: string, headings: string[]): string =>
  `${selectWords(tokenize([title, title, ...headings].join(' ')))
    .slice(0, MAX_WORDS)
    .map(({ word, plain = word }) => plain)
    .join(' ')} `;

/** Public form of a related document. */
export const relatedForWire = ({ id, index_id, title, slug, url }: DocumentCard) => ({
  document_id: formatId('doc', id),
  index_id: formatId('idx', index_id),
  title,
  slug,
  url,
});
