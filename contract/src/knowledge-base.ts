import { Type } from 'typebox';
import { Body, Component, Id, Nullable, OneOf, Page, Ref, Timestamp, Url } from './common.ts';
import { errorProperties } from './errors.ts';

export const CONTENT_TYPES = ['markdown', 'html', 'text'] as const;
export const MODES = ['lexical', 'hybrid'] as const;
export const OPERATORS = ['eq', 'in', 'gte', 'lte', 'exists'] as const;

export type Mode = (typeof MODES)[number];
export type ContentType = (typeof CONTENT_TYPES)[number];
export type MetadataValue = string | number | boolean | null;
export type MetadataCondition = Partial<{
  eq: MetadataValue;
  in: MetadataValue[];
  gte: string | number;
  lte: string | number;
  exists: boolean;
}>;
export type MetadataFilter = Record<string, MetadataValue | MetadataCondition>;

export const MOST_DOCUMENTS = 100;
export const MOST_QUERY = 10_000;

const name = () => Type.String({ minLength: 1, maxLength: 100, examples: ['Help centre'] });
const externalId = (description: string) =>
  Type.String({ minLength: 1, maxLength: 200, description, examples: ['guides/export'] });
export const LANGUAGE_PATTERN = '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$';
const language = () =>
  Type.String({
    pattern: LANGUAGE_PATTERN,
    description: 'ISO 639: decides how words are inflected, and nothing else. It stays as it is',
    examples: ['en'],
  });
const synonyms = () =>
  Type.Array(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 2, maxItems: 20 }), {
    maxItems: 500,
    description: 'Lists of words or names that mean the same',
    examples: [[['login', 'sign in']]],
  });
const mode = () => OneOf(MODES, { description: 'By words alone, or by meaning too: that needs `EARSHOT_EMBEDDINGS_URL`' });
const metadata = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description,
    examples: [{ section: 'billing', version: 2 }],
  });

export const KnowledgeIndex = Component('KnowledgeIndex', {
  id: Id('idx'),
  project_id: Id('prj'),
  name: Type.String({ examples: ['Help centre'] }),
  language: Type.String({ examples: ['en'] }),
  external_id: Nullable(Type.String({ examples: ['help'] })),
  synonyms: Type.Array(Type.Array(Type.String({ examples: ['login'] }))),
  mode: mode(),
  document_count: Type.Integer({ examples: [120] }),
  chunk_count: Type.Integer({ description: 'Passages that its documents are cut into', examples: [540] }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

export const CreateIndex = Body(
  {
    name: name(),
    language: Type.Optional(language()),
    external_id: Type.Optional(externalId('Your name for it; unique in the project')),
    synonyms: Type.Optional(synonyms()),
    mode: Type.Optional(mode()),
  },
  { examples: [{ name: 'Help centre', language: 'en' }] },
);

export const UpdateIndex = Body(
  {
    name: Type.Optional(name()),
    external_id: Type.Optional(Nullable(externalId('Your name for it; unique in the project'))),
    synonyms: Type.Optional(synonyms()),
    mode: Type.Optional(mode()),
  },
  { minProperties: 1, examples: [{ synonyms: [['login', 'sign in']] }] },
);

export const ListIndexesQuery = Type.Object(Page);

const document = {
  id: Id('doc'),
  index_id: Id('idx'),
  external_id: Nullable(Type.String({ examples: ['guides/export'] })),
  title: Type.String({ examples: ['Export your data'] }),
  url: Nullable(Type.String({ examples: ['https://acme.example/help/export'] })),
  content_type: OneOf(CONTENT_TYPES),
  metadata: metadata('What filters ask for; whoever may search sees it'),
  chunks_created: Type.Integer({ description: 'Passages that it is cut into', examples: [4] }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
};

export const KnowledgeDocument = Component('KnowledgeDocument', document);

export const KnowledgeDocumentWithContent = Component('KnowledgeDocumentWithContent', {
  ...document,
  content: Type.String({ description: 'As it was given', examples: ['# Export your data\n\nEvery list has a button.'] }),
  content_html: Type.String({
    description: 'For reading, without its title: safe to put in a page, with the names of sections that results link to',
    examples: ['<p>Every list has a button.</p>'],
  }),
});

const newDocument = {
  content: Type.String({ description: 'Up to 1 MiB', examples: ['# Export your data\n\nEvery list has a button.'] }),
  content_type: Type.Optional(OneOf(CONTENT_TYPES, { default: 'markdown' })),
  title: Type.Optional(
    Type.String({ maxLength: 300, description: 'Otherwise its own first heading', examples: ['Export your data'] }),
  ),
  url: Type.Optional(Url({ description: 'Where people read it; results link to the section' })),
  external_id: Type.Optional(externalId('Your name for it; the same one again replaces the document')),
  metadata: Type.Optional(metadata('Up to 4 KiB of JSON, for filters; whoever may search sees it')),
};

export const CreateDocument = Body(newDocument, {
  examples: [{ content: '# Export your data\n\nEvery list has a button.', external_id: 'guides/export' }],
});

export const CreateDocuments = Body(
  {
    documents: Type.Array(Type.Unknown({ description: 'A document as `createDocument` takes it' }), {
      minItems: 1,
      maxItems: MOST_DOCUMENTS,
    }),
  },
  { examples: [{ documents: [{ content: '# Export your data\n\nEvery list has a button.', external_id: 'guides/export' }] }] },
);

export const DocumentResults = Component('DocumentResults', {
  results: Type.Array(
    Type.Object({
      ok: Type.Boolean(),
      document: Type.Optional(Ref(KnowledgeDocument)),
      error: Type.Optional(errorProperties.error),
      code: Type.Optional(errorProperties.code),
      fields: errorProperties.fields,
    }),
    { description: 'One for each document, in the order given' },
  ),
});

export const ListDocumentsQuery = Type.Object({
  external_id: Type.Optional(Type.String({ maxLength: 200, description: 'The document of this name alone' })),
  ...Page,
});

const queryText = () =>
  Type.String({
    maxLength: MOST_QUERY,
    description: 'Any text. "Quotes" keep words together, -word leaves out what has it',
    examples: ['how do I export my data'],
  });
const limit = () => Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'Results at most' });
const page = () => Type.Integer({ minimum: 1, maximum: 20, default: 1, description: 'Page of results, from 1' });

/** How a text has a word of a query. */
export const FOUND_BY = ['word', 'joined', 'beginning', 'spelling', 'synonym', 'compound', 'part', 'related'] as const;

export const SearchBody = Body(
  {
    query: queryText(),
    limit: Type.Optional(limit()),
    page: Type.Optional(page()),
    filter: Type.Optional(
      Type.Unsafe<MetadataFilter>({
        type: 'object',
        maxProperties: 20,
        description: 'Conditions on metadata, all of which must hold: a value, or `eq`, `in`, `gte`, `lte`, `exists`',
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
    highlight: Type.Optional(Type.Boolean({ default: true, description: 'Whether results have `highlights`' })),
    explain: Type.Optional(
      Type.Boolean({ default: false, description: 'By session only: whether results say in `explanation` why they stand there' }),
    ),
    track: Type.Optional(
      Type.Boolean({ default: true, description: 'False while someone still types: insights are of what was meant' }),
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
      title: Type.String({ examples: ['Export your data'] }),
      url: Nullable(Type.String({ description: 'Of the section', examples: ['https://acme.example/help/export#as-csv'] })),
      headings: Type.Array(Type.String({ examples: ['As CSV'] }), { description: 'What the passage stands below' }),
      chunk_content: Type.String({ description: 'The passage that fits best', examples: ['Every list has a button.'] }),
      chunk_start: Type.Integer({ description: 'Where it stands in the content, in UTF-16 units', examples: [26] }),
      chunk_end: Type.Integer({ examples: [50] }),
      highlights: Type.Array(Type.String({ examples: ['Every list has an <mark>export</mark> button.'] }), {
        description: 'HTML, safe to put in a page: words that were found are in `<mark>`',
      }),
      score: Type.Number({ examples: [7.31] }),
      metadata: metadata('Of the document'),
      explanation: Type.Optional(
        Type.Object({
          words: Type.Array(
            Type.Object({
              asked: Type.String({ description: 'As the query has it', examples: ['exporting'] }),
              found: Type.String({ description: 'As the text has it, folded', examples: ['export'] }),
              by: OneOf(FOUND_BY, {
                description:
                  '`word`: it is the same, or another form of it; `joined`: the parts of a name, as one; `beginning`, `spelling`, `synonym`: it stands in for it; `compound`: a longer word that contains it; `part`: a part of it; `related`: not asked for, but shared by the best results of a long query',
              }),
              within: Type.Array(OneOf(['title', 'headings', 'content'] as const), {
                description: 'Where it stands: in a title it counts three times, in headings twice',
              }),
              passages: Type.Integer({
                description: 'That have what was asked for: the fewer, the more it says',
                examples: [12],
              }),
              score: Type.Number({ description: 'What it is worth here', examples: [2.31] }),
            }),
            { description: 'Without a model, their scores add up to `score`' },
          ),
          rank_by_words: Nullable(
            Type.Integer({ description: 'With a model: the place among what words found; `score` is of both places' }),
          ),
          rank_by_meaning: Nullable(Type.Integer({ description: 'With a model: the place among what means the same' })),
        }),
      ),
    }),
    { description: 'One for each document, best first' },
  ),
  total: Type.Integer({ description: 'Documents that were found', examples: [12] }),
  mode: OneOf(MODES, { description: 'How results were ranked: lexical too while embeddings can’t be had' }),
  query_id: Id('qry', 'Names this search when someone clicks on a result'),
  took_ms: Type.Number({ examples: [2.4] }),
  did_you_mean: Type.Optional(
    Type.String({ description: 'What was searched for, when nothing has a word as it was written', examples: ['export'] }),
  ),
});

export const ClickBody = Body({ document_id: Id('doc') }, { examples: [{ document_id: 'doc_01kaga0zrefb8tqs3yh4kx9m2d' }] });

export const HelpfulBody = Body(
  { helpful: Type.Boolean(), document_id: Type.Optional(Id('doc', 'What was judged')) },
  { examples: [{ helpful: true, document_id: 'doc_01kaga0zrefb8tqs3yh4kx9m2d' }] },
);

export const INSIGHT_PERIODS = ['7d', '30d', '90d'] as const;

export const InsightsQuery = Type.Object({ period: Type.Optional(OneOf(INSIGHT_PERIODS, { default: '30d' })) });

const share = (description: string) => Nullable(Type.Number({ description, examples: [0.42] }));
const query = { query: Type.String({ examples: ['export csv'] }), searches: Type.Integer({ examples: [31] }) };

export const KnowledgeInsights = Component('KnowledgeInsights', {
  as_of: Timestamp({ description: 'The figures have all searches of before this moment; usually that of the request' }),
  from: Timestamp(),
  to: Timestamp(),
  searches: Type.Integer({ examples: [1200] }),
  without_results: Type.Integer({ description: 'Searches that found nothing', examples: [37] }),
  click_through: share('Of searches that led to a click'),
  top_queries: Type.Array(Type.Object({ ...query, click_through: share('Of these searches') })),
  missed_queries: Type.Array(
    Type.Object({
      ...query,
      variants: Type.Array(Type.String({ examples: ['exports as CSV'] }), { description: 'Ways in which it was put' }),
      last_searched_at: Timestamp(),
    }),
    { description: 'What was searched for and not found, until it is' },
  ),
  documents: Type.Array(
    Type.Object({
      document_id: Id('doc'),
      title: Nullable(Type.String({ description: 'Null when the document is gone', examples: ['Export your data'] })),
      clicks: Type.Integer({ examples: [12] }),
      helpful: Type.Integer({ examples: [5] }),
      not_helpful: Type.Integer({ examples: [1] }),
    }),
  ),
});
