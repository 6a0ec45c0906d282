import type { FIGURE_SORTS, INSIGHT_PERIODS } from '@earshot/contract/services/knowledge-base/values';
import type { Body, DocumentFigures, Earshot, KnowledgeDocument } from '@earshot/sdk';
import { type Action, type ListOptions, MAX_PAGE_SIZE } from '../command.ts';
import { UsageError } from '../errors.ts';
import { type Column, type OutputOptions, printData, printList } from '../output.ts';
import { readText } from '../text-file.ts';
import { count, formatShare } from '../text.ts';
import { findIndex } from './indexes.ts';

export interface FiguresOptions extends ListOptions {
  index?: string;
  search?: string;
  category?: string;
  status?: KnowledgeDocument['status'];
  sort?: (typeof FIGURE_SORTS)[number];
  period?: (typeof INSIGHT_PERIODS)[number];
}

const FIGURES: Column<DocumentFigures>[] = [
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'title', text: ({ title }) => title },
  { name: 'status', text: ({ status }) => status, style: ({ status }) => (status === 'published' ? 'green' : 'dim') },
  { name: 'category', text: ({ category }) => category ?? '' },
  { name: 'views', text: ({ views }) => views },
  {
    name: 'helpful',
    text: ({ helpful, not_helpful: not }) => (helpful + not ? formatShare(helpful / (helpful + not)) : ''),
  },
  { name: 'searches', text: ({ searches }) => searches },
  { name: 'updated', text: ({ updated_at: updated }) => updated, isTime: true },
];

/** Prints articles with their views, ratings and searches. */
export const listFigures: Action<FiguresOptions> = async (context, { index, search: q, limit, ...options }) => {
  const client = await context.projectClient();
  const { id } = await findIndex(client, index);
  const { category, status, sort, period } = options;
  const data: DocumentFigures[] = [];
  let total = 0;
  for (let page = 1; ; page++) {
    const query = { q, category, status, sort, period, page, limit: Math.min(limit, MAX_PAGE_SIZE) };
    const found = await client.indexes.documents.figures(id, query);
    data.push(...found.data.slice(0, limit - data.length));
    total = found.total;
    if (data.length >= Math.min(limit, total) || !found.data.length) break;
  }
  const title = `Showing ${data.length} of ${count(total, 'article')}`;
  await printList(data, { resource: 'DocumentFigures', options, columns: FIGURES, title });
};

interface Place {
  category: string;
  id: string;
  title: string;
}

const PLACES: Column<Place>[] = [
  { name: 'category', text: ({ category }) => category },
  { name: 'id', text: ({ id }) => id, style: () => 'cyan' },
  { name: 'title', text: ({ title }) => title },
];

/** Prints the order of the articles of an index, after setting that of a file. */
export const orderArticles: Action<OutputOptions & { index?: string }, [string | undefined]> = async (context, options, file) => {
  const client: Earshot = await context.projectClient();
  const { id } = await findIndex(client, options.index);
  const { order, reorder } = client.indexes.documents;
  const ordered = file === undefined ? await order(id) : await reorder(id, parseOrder(file, await readText(file)));
  const places = ordered.categories.flatMap(({ name, documents }) =>
    documents.map((document) => ({ category: name ?? '', ...document })),
  );
  await printData(ordered, {
    resource: 'DocumentOrder',
    options,
    printText: () => printList(places, { options, columns: PLACES, title: count(places.length, 'article') }),
  });
};

type Order = Body<'PUT /v1/indexes/{id}/order'>['categories'];

/** Parses an order as `--json` prints it, or as the API accepts it. @throws {UsageError} */
function parseOrder(file: string, text: string): Order {
  try {
    const { categories } = JSON.parse(text) as {
      categories: { name: string | null; documents?: { id: string }[]; document_ids?: string[] }[];
    };
    return categories.map(({ name, documents = [], document_ids: ids = documents.map(({ id }) => id) }) => ({
      name,
      document_ids: ids,
    }));
  } catch {
    throw new UsageError(`${file} must be JSON as earshot articles order --json prints`);
  }
}
