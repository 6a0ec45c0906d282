import type { FigureSort, INSIGHT_PERIODS } from '@earshot/contract/services/knowledge-base/values';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { countMatching, type DocumentFilter, type DocumentSort, listIds } from '../documents/figures-store.ts';
import { findDocuments, findUrls, type HashedDocument } from '../documents/documents-store.ts';
import type { Index } from '../index/indexes-store.ts';
import { countByDocument, type DocumentFigures } from './search-log-store.ts';

interface FiguresOptions extends DocumentFilter {
  page: number;
  limit: number;
  sort: FigureSort;
  period: (typeof INSIGHT_PERIODS)[number];
}

/** Counts page views of URLs in analytics. */
export type CountPageViews = (
  projectId: string,
  query: { urls: string[]; from: number; to: number },
) => Promise<Map<string, number>>;

type Row = Omit<DocumentFigures, 'document_id'> & { document: HashedDocument };

const DAY_MS = 86_400_000;
/** Documents that are compared by a figure. */
const MAX_COMPARED = 10_000;
const NONE = { views: 0, clicks: 0, helpful: 0, not_helpful: 0 };

/** Orders of figures, which are not in the database of the documents. Documents without ratings sort behind a rate of 0. */
const COMPARED: Record<Exclude<FigureSort, DocumentSort>, (figures: Omit<DocumentFigures, 'document_id'>) => number> = {
  views: ({ views }) => views,
  searches: ({ clicks }) => clicks,
  helpful: ({ helpful, not_helpful: not }) => (helpful + not ? helpful / (helpful + not) : -1),
};
const isCompared = (sort: FigureSort): sort is keyof typeof COMPARED => sort in COMPARED;

/** Returns a page of the documents of an index with their figures of a period, and the number of documents. */
export async function listFigures(
  { db, clickhouse, countPageViews }: { db: Db; clickhouse: ClickHouse; countPageViews: CountPageViews },
  index: Index,
  { page, limit, sort, period, ...filter }: FiguresOptions,
): Promise<{ total: number; rows: Row[] }> {
  const to = Date.now() + 1;
  const query = { projectId: index.project_id, indexId: index.id, from: to - Number.parseInt(period) * DAY_MS, to };
  const offset = (page - 1) * limit;
  const [total, listed] = await Promise.all([
    countMatching(db, index, filter),
    isCompared(sort)
      ? listIds(db, index, { ...filter, sort: 'order', limit: MAX_COMPARED, offset: 0 })
      : listIds(db, index, { ...filter, sort, limit, offset }),
  ]);
  if (!listed.length) return { total, rows: [] };
  const counts = await countByDocument(clickhouse, query, isCompared(sort) ? undefined : listed);
  const figures = new Map(counts.map(({ document_id: id, ...rest }) => [id, rest]));
  const urls = await findUrls(db, index, listed);
  const ofPages = await countPageViews(index.project_id, { ...query, urls: [...new Set(urls.values())] });
  const findFigures = (id: string) => {
    const found = figures.get(id) ?? NONE;
    return { ...found, views: found.views + (ofPages.get(urls.get(id) ?? '') ?? 0) };
  };
  const ids = isCompared(sort)
    ? listed.toSorted((a, b) => COMPARED[sort](findFigures(b)) - COMPARED[sort](findFigures(a))).slice(offset, offset + limit)
    : listed;
  const documents = await findDocuments(db, index, ids);
  return { total, rows: documents.map((document) => ({ document, ...findFigures(document.id) })) };
}
