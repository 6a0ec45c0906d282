import { Type } from 'typebox';
import {
  Body,
  Component,
  exportQuery,
  Id,
  Nullable,
  OneOf,
  Page,
  Ref,
  SLUG_PATTERN,
  Timestamp,
  Url,
} from '../../shared/common.ts';
import { errorProperties } from '../../shared/errors.ts';
import { PastTime } from '../../shared/batches.ts';
import {
  audience,
  INDEX_AUDIENCE,
  newAudience,
  newLanguage,
  READERS,
  SEGMENT,
  segmentId,
  sourceId,
  LANGUAGE_PATTERN,
  MAX_RELATED,
} from './readers.ts';
import { CONTENT_TYPES, DOCUMENT_STATUSES, MAX_CATEGORY_LENGTH, MODES } from './values.ts';

export const MAX_BATCH_DOCUMENTS = 100;

const name = () => Type.String({ minLength: 1, maxLength: 100, examples: ['Help center'] });
const externalId = (description: string) =>
  Type.String({ minLength: 1, maxLength: 200, description, examples: ['guides/export'] });
const language = () =>
  Type.String({
    pattern: LANGUAGE_PATTERN,
    description: 'ISO 639 language code, used for stemming. Can’t be changed later.',
    examples: ['en'],
  });
const synonyms = () =>
  Type.Array(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 2, maxItems: 20 }), {
    maxItems: 500,
    description: 'Groups of words or phrases with the same meaning',
    examples: [[['login', 'sign in']]],
  });
const mode = () =>
  OneOf(MODES, {
    description: 'Search mode: `lexical` ranks by words, `hybrid` also ranks by meaning and requires `EARSHOT_EMBEDDINGS_URL`',
  });
const introduction = () =>
  Type.String({
    maxLength: 300,
    description: 'Introduction below the name on the public pages',
    examples: ['Account, members and roles'],
  });
export const categoryName = () => Type.String({ minLength: 1, maxLength: MAX_CATEGORY_LENGTH, examples: ['Getting started'] });
const categories = () =>
  Type.Array(categoryName(), {
    maxItems: 200,
    description: 'Order of the categories. Other categories follow by name.',
    examples: [['Getting started', 'Billing']],
  });
export const metadata = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description,
    examples: [{ section: 'billing', version: 2 }],
  });

export const KnowledgeIndex = Component('KnowledgeIndex', {
  id: Id('idx'),
  project_id: Id('prj'),
  name: Type.String({ examples: ['Help center'] }),
  language: Type.String({ examples: ['en'] }),
  external_id: Nullable(Type.String({ examples: ['help'] })),
  description: introduction(),
  position: Nullable(
    Type.Integer({ description: 'Place among the indexes of the project, from 0. Null: after these, by name.', examples: [0] }),
  ),
  categories: categories(),
  synonyms: Type.Array(Type.Array(Type.String({ examples: ['login'] }))),
  mode: mode(),
  audience: Type.Optional(audience(`${INDEX_AUDIENCE}. Returned for session tokens.`)),
  segment_id: Type.Optional(segmentId('Segment of people who read these documents. Returned for session tokens.')),
  document_count: Type.Integer({ description: 'Number of published documents that the reader may read', examples: [120] }),
  chunk_count: Type.Integer({ description: 'Number of chunks of all documents', examples: [540] }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});

export const CreateIndex = Body(
  {
    name: name(),
    language: Type.Optional(language()),
    external_id: Type.Optional(externalId('Your own identifier, unique in the project')),
    description: Type.Optional(introduction()),
    synonyms: Type.Optional(synonyms()),
    mode: Type.Optional(mode()),
    audience: Type.Optional(audience(INDEX_AUDIENCE)),
    segment_id: Type.Optional(segmentId(SEGMENT)),
  },
  { examples: [{ name: 'Help center', language: 'en' }] },
);

export const UpdateIndex = Body(
  {
    name: Type.Optional(name()),
    external_id: Type.Optional(Nullable(externalId('Your own identifier, unique in the project'))),
    description: Type.Optional(introduction()),
    position: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000, description: 'New place among the indexes, from 0' })),
    categories: Type.Optional(categories()),
    synonyms: Type.Optional(synonyms()),
    mode: Type.Optional(mode()),
    audience: Type.Optional(audience(INDEX_AUDIENCE)),
    segment_id: Type.Optional(segmentId(SEGMENT)),
  },
  { minProperties: 1, examples: [{ synonyms: [['login', 'sign in']] }] },
);

export const ListIndexesQuery = Type.Object(Page);

const slug = () =>
  Type.String({
    maxLength: 100,
    pattern: SLUG_PATTERN,
    examples: ['export-your-data'],
    description:
      'URL segment of the page of the document, unique in the project. Derived from the title by default. Former slugs redirect.',
  });
export const documentStatus = (description: string) => OneOf(DOCUMENT_STATUSES, { description });

export const document = {
  id: Id('doc'),
  project_id: Id('prj'),
  index_id: Id('idx'),
  external_id: Nullable(Type.String({ examples: ['guides/export'] })),
  title: Type.String({ examples: ['Export your data'] }),
  status: documentStatus('Only published documents are public, searchable, and returned for API keys.'),
  slug: Type.String({ examples: ['export-your-data'] }),
  url: Nullable(Type.String({ examples: ['https://acme.example/help/export'] })),
  content_type: OneOf(CONTENT_TYPES),
  metadata: metadata('Custom data for filters, visible in search results'),
  category: Nullable(Type.String({ description: 'Category within the index', examples: ['Getting started'] })),
  position: Nullable(
    Type.Integer({ description: 'Place within the category. Null: after those with a place, by title.', examples: [2] }),
  ),
  content_sha256: Type.String({
    description: 'SHA-256 hash of the content as submitted, in hexadecimal. Shows whether a copy of the content is current.',
    examples: ['2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'],
  }),
  chunks_created: Type.Integer({
    description: 'Number of chunks of the document, 0 for a document that is not published',
    examples: [4],
  }),
  language: Type.String({ description: 'ISO 639 language code', examples: ['en'] }),
  translation_of: Type.Optional(sourceId('Document that this one translates. Returned for session tokens.')),
  is_outdated: Type.Optional(
    Type.Boolean({
      description: 'Whether the source of the translation was published after the translation. Returned for session tokens.',
    }),
  ),
  audience: Type.Optional(
    audience(`Readers of the document: ${READERS}. To others, the document does not exist. Returned for session tokens.`),
  ),
  segment_id: Type.Optional(segmentId('Segment of people who read the document. Returned for session tokens.')),
  inherits_audience: Type.Optional(
    Type.Boolean({ description: 'Whether the audience is the one of the index. Returned for session tokens.' }),
  ),
  has_pending_changes: Type.Optional(
    Type.Boolean({ description: 'Whether changes are not public yet. Returned for session tokens.' }),
  ),
  edited_at: Type.Optional(
    Timestamp({
      description: 'Time of the last change of the pending changes, or of a document without them. Returned for session tokens.',
    }),
  ),
  published_at: Nullable(Timestamp({ description: 'Time of the first publication' })),
  created_at: Timestamp(),
  updated_at: Timestamp(),
};

export const KnowledgeDocument = Component('KnowledgeDocument', document);

export const KnowledgeDocumentWithContent = Component('KnowledgeDocumentWithContent', {
  ...document,
  content: Type.String({ description: 'Content as submitted', examples: ['# Export your data\n\nEvery list has a button.'] }),
  content_html: Type.String({
    description:
      'Content rendered as sanitized HTML, without the title and with anchors for the sections linked from search results. Relative links lead to the documents with this `external_id`, other links and images are relative to `url`. Highlighted code has the classes of highlight.js.',
    examples: ['<p>Every list has a button.</p>'],
  }),
  translations: Type.Array(
    Type.Object({
      document_id: Id('doc'),
      index_id: Id('idx'),
      title: Type.String({ examples: ['Exporter les documents'] }),
      slug: Type.String({ examples: ['exporter-les-documents'] }),
      url: Nullable(Type.String({ examples: ['https://acme.example/fr/help/export'] })),
      language: Type.String({ examples: ['fr'] }),
      status: documentStatus('State of the document'),
      is_source: Type.Boolean({ description: 'Whether the others are translations of this document' }),
      is_outdated: Type.Boolean({ description: 'Whether the source was published after this translation' }),
    }),
    {
      description:
        'The source and its translations that the caller may read, with this document, the source first. Empty for a document without translations.',
    },
  ),
  related: Type.Optional(
    Type.Array(
      Type.Object({
        document_id: Id('doc'),
        index_id: Id('idx'),
        title: Type.String({ examples: ['Import your data'] }),
        slug: Type.String({ examples: ['import-your-data'] }),
        url: Nullable(Type.String({ examples: ['https://acme.example/help/import'] })),
      }),
      {
        description:
          'Up to five published documents that the caller may read: those of `related_ids`, or else those that a search for the title and the headings finds. Returned with `related=true`.',
      },
    ),
  ),
  related_ids: Type.Optional(
    Nullable(
      Type.Array(Id('doc'), { description: 'Related documents that the team chose, in order. Returned for session tokens.' }),
    ),
  ),
  pending_changes: Type.Optional(
    Nullable(
      Type.Object(
        { title: Type.String(), content: Type.String(), updated_at: Timestamp() },
        { description: 'Changes of a published document that are not public yet. Returned for session tokens.' },
      ),
    ),
  ),
});

export const newDocument = {
  content: Type.String({ description: 'Content of at most 1 MiB', examples: ['# Export your data\n\nEvery list has a button.'] }),
  content_type: Type.Optional(OneOf(CONTENT_TYPES, { default: 'markdown' })),
  title: Type.Optional(
    Type.String({
      maxLength: 300,
      description: 'Document title. Defaults to the first heading of the content.',
      examples: ['Export your data'],
    }),
  ),
  url: Type.Optional(Url({ description: 'Public URL of the document. Search results link to its sections.' })),
  external_id: Type.Optional(externalId('Your own identifier. A document with the same identifier is replaced.')),
  metadata: Type.Optional(metadata('Custom data for filters, visible in search results: a JSON object of at most 4 KiB')),
  category: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: MAX_CATEGORY_LENGTH,
        description:
          'Category within the index; null for none. Defaults to `category` of the front matter or of `metadata`, then to the category of the replaced document, then to the first folder of `external_id`.',
        examples: ['Getting started'],
      }),
    ),
  ),
  position: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: -1_000_000,
        maximum: 1_000_000,
        description:
          'Place within the category. Defaults to `sidebar_position` of the front matter or of `metadata`, then to the place of the replaced document.',
        examples: [2],
      }),
    ),
  ),
  status: Type.Optional(
    documentStatus('State of the document. Defaults to the state of the replaced document, and to `published` for a new one.'),
  ),
  slug: Type.Optional(slug()),
  ...newAudience,
  ...newLanguage,
  created_at: PastTime(
    'Time of creation, for documents of another system',
    'the creation time of the replaced document, or the current time',
  ),
  updated_at: PastTime('Time of the last change, for documents of another system'),
};

export const CreateDocument = Body(newDocument, {
  examples: [{ content: '# Export your data\n\nEvery list has a button.', external_id: 'guides/export' }],
});

const { external_id: _external, ...savedDocument } = newDocument;
export const SaveDocument = Body(savedDocument, { examples: [{ content: '# Export your data\n\nEvery list has a button.' }] });

const { content: text, title, metadata: custom } = savedDocument;
export const UpdateDocument = Body(
  {
    title,
    content: Type.Optional(text),
    content_type: Type.Optional(OneOf(CONTENT_TYPES)),
    url: Type.Optional(Nullable(Url({ description: 'Public URL of the document, or null for its page here' }))),
    metadata: custom,
    category: Type.Optional(
      Nullable(Type.String({ minLength: 1, maxLength: MAX_CATEGORY_LENGTH, description: 'Category, or null for none' })),
    ),
    position: Type.Optional(
      Nullable(
        Type.Integer({ minimum: -1_000_000, maximum: 1_000_000, description: 'Place within the category, or null for none' }),
      ),
    ),
    slug: Type.Optional(slug()),
    ...newAudience,
    ...newLanguage,
    ...newLanguage,
    related_ids: Type.Optional(
      Nullable(
        Type.Array(Id('doc'), {
          maxItems: MAX_RELATED,
          uniqueItems: true,
          description: 'Related documents in order, of any index of the project. Null for those that a search finds.',
        }),
      ),
    ),
    status: Type.Optional(
      documentStatus(
        '`published` publishes the document, with its pending changes; `draft` unpublishes it; `archived` also removes it from the work of the team. Pending changes of a document that is no longer published become its text.',
      ),
    ),
    pending_changes: Type.Optional(
      Nullable(
        Type.Object(
          {
            title: Type.String({ maxLength: 300, examples: ['Export your data'] }),
            content: Type.String({ description: 'Content of at most 1 MiB', examples: ['# Export your data'] }),
          },
          {
            additionalProperties: false,
            description: 'Replaces the pending changes of a published document, which stays as it is. Null discards them.',
          },
        ),
      ),
    ),
    expected_edited_at: Type.Optional(
      Timestamp({
        description:
          '`edited_at` of the document that you read. The request fails with `documents.edit_conflict` if the document was changed since then.',
      }),
    ),
  },
  { minProperties: 1, examples: [{ status: 'published' }] },
);

export const ExternalIdParams = Type.Object({
  id: Id('idx'),
  external_id: externalId('External id of the document, percent-encoded: `%2F` for a slash'),
});

export const CreateDocuments = Body(
  {
    documents: Type.Array(Type.Unknown({ description: 'Document in the format of `createDocument`' }), {
      minItems: 1,
      maxItems: MAX_BATCH_DOCUMENTS,
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
    { description: 'One result per document, in request order' },
  ),
});

export const DocumentQuery = Type.Object({
  related: Type.Optional(Type.Boolean({ default: false, description: 'Whether to include `related`' })),
});

export const ListDocumentsQuery = Type.Object({
  external_id: Type.Optional(Type.String({ maxLength: 200, description: 'Filter by external id' })),
  status: Type.Optional(
    documentStatus('Filter by state. Requires a session token, for which all states are returned by default.'),
  ),
  outdated: Type.Optional(Type.Boolean({ description: 'Filter by `is_outdated`. Requires a session token.' })),
  ...Page,
});

export const ExportDocumentsQuery = exportQuery(ListDocumentsQuery);
