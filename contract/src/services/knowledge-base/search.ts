import { Type } from 'typebox';
import { Body, Component, Id, Nullable, OneOf, Timestamp } from '../../shared/common.ts';
import { metadata } from './schemas.ts';
import { FOUND_BY, INSIGHT_PERIODS, MODES } from './values.ts';

export type MetadataValue = string | number | boolean | null;
export type MetadataCondition = Partial<{
  eq: MetadataValue;
  in: MetadataValue[];
  gte: string | number;
  lte: string | number;
  exists: boolean;
}>;
export type MetadataFilter = Record<string, MetadataValue | MetadataCondition>;

export const MAX_QUERY_LENGTH = 10_000;

const queryText = () =>
  Type.String({
    maxLength: MAX_QUERY_LENGTH,
    description: 'Search text. Quotes match a phrase, and a leading `-` excludes a word.',
    examples: ['how do I export my data'],
  });
const limit = () => Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'Maximum number of results' });
const page = () =>
  Type.Integer({ minimum: 1, maximum: 20, default: 1, description: 'Page number of the results, starting at 1' });

export const SearchBody = Body(
  {
    query: queryText(),
    limit: Type.Optional(limit()),
    page: Type.Optional(page()),
    filter: Type.Optional(
      Type.Unsafe<MetadataFilter>({
        type: 'object',
        maxProperties: 20,
        description: 'Metadata conditions that must all match: a value, or an object with `eq`, `in`, `gte`, `lte` or `exists`',
        additionalProperties: {
          anyOf: [
            { type: ['string', 'number', 'boolean', 'null'] },
            {
              type: 'object',
              minProperties: 1,
              additionalProperties: false,
              properties: {
                eq: { type: ['string', 'number', 'boolean', 'null'] },
                in: { type: 'array', maxItems: 100, items: { type: ['string', 'number', 'boolean', 'null'] } },
                gte: { type: ['string', 'number'] },
                lte: { type: ['string', 'number'] },
                exists: { type: 'boolean' },
              },
            },
          ],
        },
        examples: [{ section: 'billing', version: { gte: 2 } }],
      }),
    ),
    highlight: Type.Optional(Type.Boolean({ default: true, description: 'Whether to include `highlights` in the results' })),
    explain: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether to include an `explanation` of the ranking in the results. Requires a session token.',
      }),
    ),
    track: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Whether to record the search in the insights. Pass false for searches while the user is still typing.',
      }),
    ),
  },
  { examples: [{ query: 'how do I export my data', limit: 5 }] },
);

export const SearchQuery = Type.Object({ q: queryText(), limit: Type.Optional(limit()), page: Type.Optional(page()) });

export const SearchResults = Component('SearchResults', {
  results: Type.Array(
    Type.Object({
      document_id: Id('doc'),
      index_id: Id('idx'),
      external_id: Nullable(Type.String({ description: 'External id of the document', examples: ['guides/export'] })),
      title: Type.String({ examples: ['Export your data'] }),
      slug: Type.String({ description: 'URL segment of the page of the document', examples: ['export-your-data'] }),
      url: Nullable(
        Type.String({ description: 'URL of the matching section', examples: ['https://acme.example/help/export#as-csv'] }),
      ),
      headings: Type.Array(Type.String({ examples: ['As CSV'] }), { description: 'Headings above the matching chunk' }),
      chunk_content: Type.String({ description: 'Content of the best matching chunk', examples: ['Every list has a button.'] }),
      chunk_start: Type.Integer({ description: 'Start of the chunk in the content, in UTF-16 code units', examples: [26] }),
      chunk_end: Type.Integer({ examples: [50] }),
      highlights: Type.Array(Type.String({ examples: ['Every list has an <mark>export</mark> button.'] }), {
        description: 'Sanitized HTML excerpts with matches in `<mark>`',
      }),
      score: Type.Number({ examples: [7.31] }),
      metadata: metadata('Metadata of the document'),
      explanation: Type.Optional(
        Type.Object({
          words: Type.Array(
            Type.Object({
              asked: Type.String({ description: 'Word as written in the query', examples: ['exporting'] }),
              found: Type.String({ description: 'Normalized word as found in the document', examples: ['export'] }),
              by: OneOf(FOUND_BY, {
                description:
                  'Match type. `word`: the same word or an inflection. `joined`: the parts of a compound name written as one word. `beginning`: a word that starts with the query word. `spelling`: a spelling correction. `synonym`: a synonym. `compound`: a longer word that contains the query word. `part`: a part of the query word. `related`: a word that is not in the query but is shared by the best results of a long query. `title`: the title has the same words as the whole query.',
              }),
              within: Type.Array(OneOf(['title', 'headings', 'content'] as const), {
                description:
                  'Fields that contain the word. Matches in titles have a weight of 3, matches in headings a weight of 2.',
              }),
              passages: Type.Integer({
                description: 'Number of chunks with a match. Rare words have a higher weight.',
                examples: [12],
              }),
              score: Type.Number({ description: 'Contribution to the score of the result', examples: [2.31] }),
            }),
            { description: 'Matching words. In lexical mode, their scores add up to `score`.' },
          ),
          rank_by_words: Nullable(
            Type.Integer({ description: 'Rank by words. Only in hybrid mode, in which `score` combines both ranks.' }),
          ),
          rank_by_meaning: Nullable(Type.Integer({ description: 'Rank by meaning. Only in hybrid mode.' })),
        }),
      ),
    }),
    { description: 'One result per document, best match first' },
  ),
  total: Type.Integer({ description: 'Number of matching documents', examples: [12] }),
  mode: OneOf(MODES, { description: 'Search mode that was used. `lexical` also when embeddings are unavailable.' }),
  query_id: Id('qry', 'Id of the search, used to report clicks and ratings'),
  took_ms: Type.Number({ examples: [2.4] }),
  did_you_mean: Type.Optional(
    Type.String({
      description: 'Corrected query that was searched instead. Present when no document contains a word as written.',
      examples: ['export'],
    }),
  ),
});

const documentId = () => Id('doc', 'Id of the document, or its `external_id`');

export const ClickBody = Body({ document_id: documentId() }, { examples: [{ document_id: 'doc_01kaga0zrefb8tqs3yh4kx9m2d' }] });

export const HelpfulBody = Body(
  { helpful: Type.Boolean(), document_id: Type.Optional(documentId()) },
  { examples: [{ helpful: true, document_id: 'doc_01kaga0zrefb8tqs3yh4kx9m2d' }] },
);

export const RateDocument = Body({ helpful: Type.Boolean() }, { examples: [{ helpful: true }] });

export const InsightsQuery = Type.Object({ period: Type.Optional(OneOf(INSIGHT_PERIODS, { default: '30d' })) });

const share = (description: string) => Nullable(Type.Number({ description, examples: [0.42] }));
const query = { query: Type.String({ examples: ['export csv'] }), searches: Type.Integer({ examples: [31] }) };

export const KnowledgeInsights = Component('KnowledgeInsights', {
  as_of: Timestamp({ description: 'All searches before this time are included. Usually the time of the request.' }),
  from: Timestamp(),
  to: Timestamp(),
  searches: Type.Integer({ examples: [1200] }),
  without_results: Type.Integer({ description: 'Number of searches without results', examples: [37] }),
  click_through: share('Share of searches with a click, from 0 to 1'),
  answers: Type.Object(
    {
      answered: Type.Integer({ description: 'Number of answered questions', examples: [42] }),
      refused: Type.Integer({ description: 'Number of questions that were not answered', examples: [7] }),
      helpful: Type.Integer({ description: 'Number of answers that were rated helpful', examples: [12] }),
      not_helpful: Type.Integer({ description: 'Number of answers that were rated not helpful', examples: [2] }),
      questions: Type.Array(
        Type.Object({
          query: Type.String({ examples: ['How do I export my data?'] }),
          asked: Type.Integer({ examples: [5] }),
          answered: Type.Integer({ examples: [4] }),
          helpful: Type.Integer({ examples: [2] }),
          not_helpful: Type.Integer({ examples: [0] }),
          last_asked_at: Timestamp(),
        }),
        { description: 'Questions, most frequent first' },
      ),
    },
    { description: 'Questions that the language model was asked, see `POST /v1/indexes/{id}/answer`' },
  ),
  top_queries: Type.Array(Type.Object({ ...query, click_through: share('Share of these searches with a click, from 0 to 1') })),
  missed_queries: Type.Array(
    Type.Object({
      ...query,
      variants: Type.Array(Type.String({ examples: ['exports as CSV'] }), { description: 'Spellings of the query' }),
      last_searched_at: Timestamp(),
    }),
    { description: 'Queries without results that still return no results' },
  ),
  documents: Type.Array(
    Type.Object({
      document_id: Id('doc'),
      title: Nullable(
        Type.String({ description: 'Document title. Null when the document was deleted.', examples: ['Export your data'] }),
      ),
      clicks: Type.Integer({ examples: [12] }),
      helpful: Type.Integer({ examples: [5] }),
      not_helpful: Type.Integer({ examples: [1] }),
    }),
    { description: 'Documents that were opened from results or rated, most opened first' },
  ),
});
