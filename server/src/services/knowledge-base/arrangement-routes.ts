import { Id, Ref, SelectionOf } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/knowledge-base/arrangement';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts';
import { callerOf, type EntryKind, entryIdOf } from '../../platform/api/credentials.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { formatId } from '../../platform/ids.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { parseIndexKey } from './document-path.ts';
import { listOrder, type OrderedCategory, orderDocuments } from './documents/arrangement.ts';
import { getIndex } from './indexes.ts';
import { type CountPageViews, listFigures } from './insights/figures.ts';
import type { SearchRecorder } from './insights/search-recorder.ts';
import { documentForMember } from './projections.ts';

interface Options {
  db: Db;
  clickhouse: ClickHouse;
  recorder: SearchRecorder;
  countPageViews: CountPageViews;
  indexKind: EntryKind;
}

const tag = 'Knowledge base';
const params = Type.Object({ id: Id('idx') });
const allowViewer = (entry: EntryKind) => ({ by: 'session', role: 'viewer', entry }) as const;

/** The order of documents, and their figures. */
export const arrangementRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  getOrderRoute(app, options);
  orderDocumentsRoute(app, options);
  listFiguresRoute(app, options);
};

function getOrderRoute(app: App, { db, indexKind }: Options): void {
  app.get(
    '/:id/order',
    operation({
      id: 'getDocumentOrder',
      summary: 'Get the order of documents',
      description:
        'Returns the categories of the index and the titles of their documents in the order of the public pages, up to 5,000 documents. Documents without a category come first, then the `categories` of the index, then other categories by name. In a category, documents with a `position` come first, then others by title.',
      tag,
      access: allowViewer(indexKind),
      scopes: ['knowledge_base:read'],
      params,
      returns: Ref(contract.DocumentOrder),
    }),
    async (request) => orderForWire(await listOrder(db, await getIndex(db, callerOf(request).project.id, entryIdOf(request)))),
  );
}

function orderDocumentsRoute(app: App, { db, indexKind }: Options): void {
  app.put(
    '/:id/order',
    operation({
      id: 'orderDocuments',
      summary: 'Set the order of documents',
      description:
        'Replaces the order of the index: the categories, and the documents in each. A document moves to the category in which it is listed. Documents that are not listed keep their category, and follow the others by title. Nothing changes when a document is unknown.',
      tag,
      access: { by: 'session', role: 'member', entry: indexKind },
      scopes: ['knowledge_base:write'],
      params,
      body: contract.OrderDocuments,
      returns: Ref(contract.DocumentOrder),
    }),
    async (request) => orderForWire(await orderDocuments(db, parseIndexKey(request), request.body.categories)),
  );
}

function listFiguresRoute(app: App, { db, clickhouse, recorder, countPageViews, indexKind }: Options): void {
  app.get(
    '/:id/figures',
    operation({
      id: 'listDocumentFigures',
      summary: 'List documents with their figures',
      description:
        'Returns documents without their content, with views of their public pages and of the pages of their own `url` that analytics tracks, ratings, and searches in which they were opened, during a period. Sorted by a figure, the first 10,000 documents of the filter are compared.',
      tag,
      access: allowViewer(indexKind),
      scopes: ['knowledge_base:read'],
      params,
      query: contract.FiguresQuery,
      returns: SelectionOf(Ref(contract.DocumentFigures)),
    }),
    async (request) => {
      const { page = 1, limit = 20, sort = 'order', period = '30d', q = '', category, status = 'any' } = request.query;
      const { project } = callerOf(request);
      const index = await getIndex(db, project.id, entryIdOf(request));
      await recorder.flush(project.id);
      const { total, rows } = await listFigures({ db, clickhouse, countPageViews }, index, {
        page,
        limit,
        sort,
        period,
        q,
        category,
        status,
      });
      return {
        data: rows.map(({ document, views, helpful, not_helpful, clicks }) => ({
          ...documentForMember(document),
          views,
          helpful,
          not_helpful,
          searches: clicks,
        })),
        total,
        page,
        limit,
      };
    },
  );
}

const orderForWire = (categories: OrderedCategory[]) => ({
  categories: categories.map(({ name, documents }) => ({
    name,
    documents: documents.map(({ id, title }) => ({ id: formatId('doc', id), title })),
  })),
});
