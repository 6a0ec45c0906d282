import { Id, OneOf, PageNumber } from '@earshot/contract/shared/common';
import * as arrangement from '@earshot/contract/services/knowledge-base/arrangement';
import { Answer, AnswerBody } from '@earshot/contract/services/knowledge-base/answers';
import * as contract from '@earshot/contract/services/knowledge-base/schemas';
import * as searches from '@earshot/contract/services/knowledge-base/search';
import { DOCUMENT_STATUSES } from '@earshot/contract/services/knowledge-base/values';
import { ListSearchClustersQuery, SearchCluster } from '@earshot/contract/services/knowledge-base/search-clusters';
import { Type } from 'typebox';
import { createView, listOutput } from '../output.ts';
import { excerpt, listResult, select } from '../results.ts';
import { defineTool, onProject, pick } from '../tool.ts';

/** Maximum length of the part of an article in a result. */
const MAX_PART_CHARS = 20_000;

// With an external id, a repeated call replaces the article instead of adding another one.
const articleFields = {
  ...pick(contract.CreateDocument.properties, 'content', 'title', 'url'),
  audience: Type.Optional(OneOf(['everyone', 'signed_in'] as const, { description: 'Readers. Default: unchanged' })),
  status: Type.Optional(OneOf(DOCUMENT_STATUSES, { description: 'Default: unchanged, or published for a new article' })),
  ...Type.Required(Type.Object(pick(contract.CreateDocument.properties, 'external_id'))).properties,
};

const index = createView(contract.KnowledgeIndex, 'id', 'name', 'language', 'document_count');
const article = createView(contract.KnowledgeDocument, 'id', 'title', 'status', 'external_id', 'url', 'updated_at');
const details = createView(
  contract.KnowledgeDocument,
  'id',
  'title',
  'status',
  'external_id',
  'url',
  'content_type',
  'updated_at',
);
const figures = createView(
  arrangement.DocumentFigures,
  'id',
  'title',
  'status',
  'category',
  'views',
  'helpful',
  'not_helpful',
  'searches',
);
const cluster = createView(SearchCluster, 'id', 'status', 'query', 'examples', 'searches', 'feedback_id', 'document_id');
const source = {
  number: Type.Integer(),
  document_id: Type.String(),
  index_id: Type.String(),
  title: Type.String(),
  url: Type.String(),
};
const result = {
  document_id: Type.String(),
  index_id: Type.String(),
  title: Type.String(),
  url: Type.String(),
  headings: Type.Array(Type.String()),
  passage: Type.String(),
};

const onIndex = { index_id: Id('idx', 'Id of the collection; list_help_indexes returns the ids') };

const onStatus = { status: Type.Optional(OneOf(DOCUMENT_STATUSES, { default: 'published' })) };

export const helpTools = [
  defineTool({
    name: 'list_help_indexes',
    title: 'List help collections',
    description: 'Lists the collections of the help center, each of which contains articles in one language.',
    effect: 'read',
    scopes: ['knowledge_base:read'],
    input: { ...onProject, ...PageNumber },
    output: listOutput(index.properties),
    run: async (api, query) => listResult(await api('GET /v1/indexes', { query }), index.select),
  }),
  defineTool({
    name: 'search_help',
    title: 'Search help articles',
    description: 'Searches all help articles of a project. Searches without results are listed by list_unanswered_searches.',
    effect: 'read',
    scopes: ['knowledge_base:read'],
    input: { ...onProject, ...pick(searches.SearchBody.properties, 'query', 'limit', 'page') },
    output: {
      ...pick(searches.SearchResults.properties, 'total', 'did_you_mean'),
      results: Type.Array(Type.Object(result)),
    },
    run: async (api, { project_id, ...body }) => {
      const { results, total, did_you_mean } = await api('POST /v1/indexes/search', {
        query: { project_id },
        body: { ...body, highlight: false },
      });
      return {
        total,
        did_you_mean,
        results: results.map((found) => ({
          ...select(found, 'document_id', 'index_id', 'title', 'url', 'headings'),
          passage: excerpt(found.chunk_content),
        })),
      };
    },
  }),
  defineTool({
    name: 'get_help_answer',
    title: 'Answer a question from help articles',
    description:
      'Answers a question with sentences from help articles, each with the numbers of its sources. `refused` is set when the articles do not answer it. Counts against the daily limit of the project.',
    effect: 'read',
    scopes: ['knowledge_base:read'],
    input: { ...onProject, ...pick(AnswerBody.properties, 'query') },
    output: { ...pick(Answer.properties, 'sentences', 'refused'), sources: Type.Array(Type.Object(source)) },
    run: async (api, { project_id, query }) => {
      const { sentences, refused, sources } = await api('POST /v1/indexes/answer', {
        query: { project_id },
        body: { query, track: false },
      });
      return {
        sentences,
        refused,
        sources: sources.map((one) => select(one, 'number', 'document_id', 'index_id', 'title', 'url')),
      };
    },
  }),
  defineTool({
    name: 'list_articles',
    title: 'List help articles',
    description: 'Lists the articles of a collection, without their content.',
    effect: 'read',
    scopes: ['knowledge_base:read'],
    input: { ...onIndex, ...pick(contract.ListDocumentsQuery.properties, 'external_id'), ...onStatus, ...PageNumber },
    output: listOutput(article.properties),
    run: async (api, { index_id: id, status = 'published' as const, ...query }) =>
      listResult(await api('GET /v1/indexes/{id}/documents', { path: { id }, query: { ...query, status } }), article.select),
  }),
  defineTool({
    name: 'list_article_figures',
    title: 'List figures of help articles',
    description: 'Lists the articles of an index with views of their pages, ratings, and searches that opened them, in a period.',
    effect: 'read',
    scopes: ['knowledge_base:read'],
    input: {
      ...onIndex,
      ...pick(arrangement.FiguresQuery.properties, 'period', 'q', 'category', 'status', 'sort'),
      ...PageNumber,
    },
    output: listOutput(figures.properties),
    run: async (api, { index_id: id, ...query }) =>
      listResult(await api('GET /v1/indexes/{id}/figures', { path: { id }, query }), figures.select),
  }),
  defineTool({
    name: 'order_articles',
    title: 'Order help articles',
    description:
      'Replaces the order of categories and articles of an index on the public pages, and returns it. Articles that are not listed follow by title. list_article_figures returns the present order.',
    effect: 'change',
    scopes: ['knowledge_base:write'],
    input: { ...onIndex, ...arrangement.OrderDocuments.properties },
    output: arrangement.DocumentOrder.properties,
    run: async (api, { index_id: id, categories }) =>
      await api('PUT /v1/indexes/{id}/order', { path: { id }, body: { categories } }),
  }),
  defineTool({
    name: 'read_article',
    title: 'Read a help article',
    description: `Returns a help article. Long articles are returned in parts of ${MAX_PART_CHARS} characters: pass next_offset as offset.`,
    effect: 'read',
    scopes: ['knowledge_base:read'],
    input: {
      ...onIndex,
      document_id: Id('doc', 'Id of the article'),
      offset: Type.Optional(Type.Integer({ minimum: 0, description: 'Start of the part. Defaults to 0.' })),
    },
    output: { ...details.properties, content: Type.String(), next_offset: Type.Integer() },
    run: async (api, { index_id: id, document_id, offset = 0 }) => {
      const found = await api('GET /v1/indexes/{id}/documents/{document_id}', { path: { id, document_id } });
      const end = offset + MAX_PART_CHARS;
      return {
        ...details.select(found),
        content: found.content.slice(offset, end).toWellFormed(),
        next_offset: end < found.content.length ? end : undefined,
      };
    },
  }),
  defineTool({
    name: 'write_article',
    title: 'Write a help article',
    description:
      'Writes a help article in Markdown: replaces the article with the same external_id, or creates one, such as guides/export. A published article is public at once: show it to the user and ask for approval first, or write a draft.',
    effect: 'change',
    scopes: ['knowledge_base:write'],
    input: { ...onIndex, ...articleFields },
    output: article.properties,
    run: async (api, { index_id: id, ...body }) =>
      article.select(await api('POST /v1/indexes/{id}/documents', { path: { id }, body })),
  }),
  defineTool({
    name: 'list_unanswered_searches',
    title: 'List unanswered searches',
    description:
      'Lists searches of the last 90 days without a result that helped, clustered by their words, most frequent first.',
    effect: 'read',
    scopes: ['knowledge_base:read'],
    isUntrusted: true,
    input: { ...onProject, ...pick(ListSearchClustersQuery.properties, 'status'), ...PageNumber },
    output: listOutput(cluster.properties),
    run: async (api, query) => listResult(await api('GET /v1/search-clusters', { query }), cluster.select),
  }),
];
