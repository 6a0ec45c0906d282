import { truncate } from '@earshot/contract/shared/text';
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  type ArticleAudience,
  type ContentType,
  type DocumentStatus,
  MAX_CATEGORY_LENGTH,
} from '@earshot/contract/services/knowledge-base/values';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { parseTime } from '../../../instance/imports/decisions.ts';
import { checkPastTimes } from '../../../instance/imports/importer.ts';
import { checkMetadata } from '../../../platform/api/validation.ts';
import { newId } from '../../../platform/ids.ts';
import { type Db, type Transaction, transact } from '../../../platform/postgres/database.ts';
import { deleteVersions } from '../../../instance/versions/store.ts';
import { type Author, recordVersion } from '../../../instance/versions/versions.ts';
import * as store from './documents-store.ts';
import type { EmbeddingJobs } from '../semantic/embedding-jobs.ts';
import { type Index, lockIndex } from '../index/indexes-store.ts';
import type { OwnAudience } from '../index/audience-store.ts';
import { chooseAudience, parseAudience } from './audience.ts';
import { checkLanguage, chooseLanguage } from './translations.ts';
import { releaseTranslations } from './translations-store.ts';
import { type Chunk, splitIntoChunks } from './chunking.ts';
import { deleteFormerSlugs } from './former-slugs-store.ts';
import { parseDocument, parsePosition } from './parsing.ts';
import { type NewRow, replaceDocuments } from './replacement.ts';
import { checkSlug, deriveSlug, slugIsTaken } from './slugs.ts';
import type { StemDeps } from '../index/stemmer.ts';
import { type IndexKey, refreshStatistics } from '../index/vocabulary-store.ts';

export interface DocumentDeps extends StemDeps {
  /** Undefined when no embedding model is configured. */
  embedding: EmbeddingJobs | undefined;
}

export interface NewDocument {
  content: string;
  content_type?: ContentType;
  title?: string;
  url?: string;
  external_id?: string;
  metadata?: Record<string, unknown>;
  category?: string | null;
  position?: number | null;
  status?: DocumentStatus;
  slug?: string;
  audience?: ArticleAudience | null;
  segment_id?: string | null;
  language?: string;
  translation_of?: string | null;
  /** In the past, like the time of the last change. */
  created_at?: string;
  updated_at?: string;
}

const MAX_CONTENT_BYTES = 1024 * 1024;
/** Characters. */
const MAX_TITLE_LENGTH = 300;
/** Characters of a title that is the beginning of the content. */
const MAX_DERIVED_TITLE_LENGTH = 80;

export const hashContent = (content: string) => createHash('sha256').update(content).digest('hex');

export interface PreparedDocument {
  input: NewDocument;
  title: string;
  has_title: boolean;
  chunks: Chunk[];
  /** Category and position that the document itself names, in the request, in front matter or in metadata. */
  category: string | undefined;
  position: number | null | undefined;
}

/** A document of a request. */
export interface PreparedNewDocument extends PreparedDocument {
  /** Null for the audience of the index, undefined for the previous one. */
  audience: OwnAudience | null | undefined;
}

/** Validates a new document like `prepareDocument`. @throws {HttpError} 400, 413 */
export const prepareNewDocument = async (db: Db, projectId: string, input: NewDocument): Promise<PreparedNewDocument> => ({
  audience: await parseAudience(db, projectId, input),
  ...(await prepareDocument(input)),
});

/** Validates a document and splits it into chunks, before the index is locked. @throws {HttpError} 400, 413 */
export async function prepareDocument(input: NewDocument): Promise<PreparedDocument> {
  const { content, content_type = 'markdown', metadata = {} } = input;
  if (!content && input.status !== 'draft') throw invalidField('content', 'required', 'content is required');
  checkContentSize(content);
  checkMetadata(metadata);
  checkPastTimes(input);
  if (input.created_at && input.updated_at && new Date(input.updated_at) < new Date(input.created_at))
    throw invalidField('updated_at', 'too_small', 'updated_at must not be before created_at');
  const { pieces, title: ownTitle, front } = await parseDocument(content, content_type);
  const fullTitle = input.title || ownTitle;
  const title = fullTitle
    ? shorten(fullTitle, MAX_TITLE_LENGTH)
    : shorten(pieces[0]?.text ?? 'Untitled', MAX_DERIVED_TITLE_LENGTH);
  const chunks = splitIntoChunks(pieces, title);
  // A document without text, such as one with images only, is found by its title.
  const empty = { content: '', headings: [], anchor: '', start: 0, end: content.length, length: 0 };
  return {
    input,
    title,
    has_title: Boolean(fullTitle),
    chunks: chunks.length ? chunks : [empty],
    category: input.category === undefined ? parseCategory(front?.category ?? metadata.category) : (input.category ?? ''),
    position: input.position === undefined ? (front?.position ?? parsePosition(metadata.sidebar_position)) : input.position,
  };
}

const parseCategory = (value: unknown) =>
  typeof value === 'string' && value.trim() ? truncate(value.trim(), MAX_CATEGORY_LENGTH) : undefined;

/** @throws {HttpError} 413 */
export function checkContentSize(content: string): void {
  if (Buffer.byteLength(content) > MAX_CONTENT_BYTES) throw new HttpError('documents.content_too_large');
}

function shorten(text: string, maxLength: number): string {
  const line = (text.split('\n')[0] ?? '').trim();
  return line.length <= maxLength ? line : `${truncate(line, maxLength - 1)}…`;
}

/** Adds a document, or replaces the document with the same external id. @throws {HttpError} 400, 404, 413 */
export async function saveDocument(
  deps: DocumentDeps,
  key: IndexKey,
  input: NewDocument,
  actor: Author,
): Promise<store.HashedDocument> {
  const [document] = await storeDocuments(deps, key, [await prepareNewDocument(deps.db, key.project_id, input)], {
    actor,
    isImport: false,
  });
  return document as store.HashedDocument;
}

type Result = { ok: true; document: store.HashedDocument } | { ok: false; error: HttpError };

/**
 * Adds or replaces documents. Each has its own result: invalid documents do not affect the others.
 * @param check returns a valid document, or throws an `HttpError`
 * @param actor saves the documents; undefined for documents without versions
 * @throws {HttpError} 404
 */
export async function saveDocuments(
  deps: DocumentDeps,
  key: IndexKey,
  documents: unknown[],
  check: (document: unknown) => NewDocument,
  actor?: Author,
): Promise<Result[]> {
  const prepared: PreparedNewDocument[] = [];
  /** Position in the batch by external id. */
  const externalIds = new Map<string, number>();
  const slugs = new Set<string>();
  const outcomes: ({ at: number } | { error: HttpError })[] = [];
  for (const [position, document] of documents.entries()) {
    // Lets other requests run between two documents.
    await setImmediate();
    try {
      const input = check(document);
      const first = input.external_id === undefined ? undefined : externalIds.get(input.external_id);
      if (first !== undefined)
        throw invalidField('external_id', 'duplicate', `external_id is already used by documents[${first}]`);
      await checkSlug(deps.db, key, input);
      await checkLanguage(deps.db, key, input);
      if (input.slug !== undefined && slugs.has(input.slug)) throw slugIsTaken();
      const preparedDocument = await prepareNewDocument(deps.db, key.project_id, input);
      if (input.slug !== undefined) slugs.add(input.slug);
      if (input.external_id !== undefined) externalIds.set(input.external_id, position);
      outcomes.push({ at: prepared.push(preparedDocument) - 1 });
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      outcomes.push({ error });
    }
  }
  const saved = prepared.length ? await storeDocuments(deps, key, prepared, { actor, isImport: true }) : [];
  return outcomes.map((outcome) =>
    'at' in outcome ? { ok: true, document: saved[outcome.at] as store.HashedDocument } : { ok: false, error: outcome.error },
  );
}

export async function storeDocuments(
  { db, stem, embedding }: DocumentDeps,
  key: IndexKey,
  prepared: PreparedNewDocument[],
  { actor, isImport, importId = null }: { actor: Author | undefined; isImport: boolean; importId?: string | null },
): Promise<store.HashedDocument[]> {
  let hasGrown = false;
  const documents = await transact(db, async (tx) => {
    const index = await lockIndex(tx, key.project_id, key.id);
    if (!index) throw new HttpError('indexes.not_found');
    const externalIds = prepared.flatMap(({ input }) => input.external_id ?? []);
    const replaced = externalIds.length ? await store.findForRemoval(tx, key, { ids: [], externalIds }) : [];
    const replacedById = new Map(replaced.map((document) => [document.external_id, document]));
    const now = new Date();
    const added: NewRow[] = [];
    for (const [position, document] of prepared.entries()) {
      const previous = document.input.external_id === undefined ? undefined : replacedById.get(document.input.external_id);
      const built = buildDocument(document, {
        index,
        number: index.last_document_number + 1 + position,
        previous,
        importId,
        now,
      });
      const language = await chooseLanguage(tx, key.project_id, document.input, { previous, index, ownId: previous?.id });
      added.push({ ...built, ...language });
    }
    if (actor) await recordVersions(tx, key, { added, replaced: replacedById, actor, isImport, now });
    const derived = added.filter(
      ({ id }, position) => prepared[position]?.input.slug === undefined && !replaced.some((one) => one.id === id),
    );
    hasGrown = await replaceDocuments(tx, { stem, embedding }, index, {
      removed: replaced,
      added,
      derived: new Set(derived.map(({ id }) => id)),
    });
    return added;
  });
  // PostgreSQL analyzes tables once a minute. Until then it would plan queries as if a table that was just filled were empty.
  if (hasGrown) await refreshStatistics(db);
  return documents;
}

/** Returns the document to store. A replaced document keeps its state, its slug and its pending changes. */
function buildDocument(
  { input, title, has_title, chunks, category, position, audience }: PreparedNewDocument,
  {
    index,
    number,
    previous,
    importId,
    now,
  }: { index: Index; number: number; previous: store.RemovedDocument | undefined; importId: string | null; now: Date },
): Omit<NewRow, 'language' | 'translation_of'> {
  const status = input.status ?? previous?.status ?? 'published';
  const isPublished = status === 'published';
  const createdAt = parseTime(input.created_at) ?? previous?.created_at ?? parseTime(input.updated_at) ?? now;
  const external_id = input.external_id ?? null;
  const content_sha256 = hashContent(input.content);
  const isSameText = previous?.status === 'published' && previous.title === title && previous.content_sha256 === content_sha256;
  return {
    project_id: index.project_id,
    index_id: index.id,
    id: previous?.id ?? newId(),
    number,
    external_id,
    status,
    ...chooseAudience(audience, { previous, index }),
    slug: input.slug ?? previous?.slug ?? deriveSlug(title, external_id, createdAt),
    title,
    has_title,
    url: input.url ?? null,
    content: input.content,
    content_sha256,
    content_type: input.content_type ?? 'markdown',
    metadata: input.metadata ?? {},
    category: category ?? previous?.category ?? null,
    position: position === undefined ? (previous?.position ?? null) : position,
    chunk_count: isPublished ? chunks.length : 0,
    published_at: previous?.published_at ?? (isPublished ? createdAt : null),
    related_ids: previous?.related_ids ?? null,
    text_published_at: isPublished ? (isSameText ? previous.text_published_at : now) : (previous?.text_published_at ?? null),
    is_outdated: false,
    pending_title: isPublished ? (previous?.pending_title ?? null) : null,
    pending_content: isPublished ? (previous?.pending_content ?? null) : null,
    pending_at: isPublished ? (previous?.pending_at ?? null) : null,
    created_at: createdAt,
    updated_at: parseTime(input.updated_at) ?? now,
    import_id: previous ? previous.import_id : importId,
    chunks: isPublished ? chunks : [],
  };
}

/** Adds changed texts to their versions. New documents of an import have no history until their first change. */
async function recordVersions(
  tx: Transaction,
  key: IndexKey,
  {
    added,
    replaced,
    actor,
    isImport,
    now,
  }: {
    added: (store.HashedDocument & { content: string })[];
    replaced: Map<string | null, store.Document>;
    actor: Author;
    isImport: boolean;
    now: Date;
  },
): Promise<void> {
  const known = added.filter(({ external_id: externalId }) => externalId !== null && replaced.has(externalId));
  const changed = known.length ? await store.findChangedContents(tx, key, known) : new Map<string, string>();
  for (const document of added) {
    const previous = document.external_id === null ? undefined : replaced.get(document.external_id);
    const content = changed.get(document.id);
    if (previous ? content === undefined : isImport) continue;
    await recordVersion(tx, {
      key: { project_id: key.project_id, content_id: document.id },
      indexId: key.id,
      actor,
      before: previous && content !== undefined ? { ...previous, content } : undefined,
      after: document,
      at: now,
      isAutosaved: false,
    });
  }
}

/** Deletes documents, and returns those that existed. @throws {HttpError} 404 */
export async function deleteDocuments(
  { db, stem, embedding }: DocumentDeps,
  key: IndexKey,
  ids: string[],
): Promise<{ title: string }[]> {
  return await transact(db, async (tx) => {
    const index = await lockIndex(tx, key.project_id, key.id);
    if (!index) throw new HttpError('indexes.not_found');
    const removed = await store.findForRemoval(tx, key, { ids, externalIds: [] });
    if (!removed.length) return [];
    await replaceDocuments(tx, { stem, embedding }, index, { removed, added: [], derived: new Set() });
    await deleteFormerSlugs(tx, key.project_id, ids);
    await releaseTranslations(tx, key.project_id, ids);
    await deleteVersions(tx, key.project_id, ids);
    return removed;
  });
}
