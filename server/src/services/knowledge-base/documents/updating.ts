import type { ArticleAudience, ContentType, DocumentStatus } from '@earshot/contract/services/knowledge-base/values';
import { type Actor, recordAudit } from '../../../instance/audit/audit.ts';
import { isExpected, recordVersion } from '../../../instance/versions/versions.ts';
import { TEAM } from '../../../instance/end-users/readers.ts';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { formatId } from '../../../platform/ids.ts';
import { isUniqueViolation, type Transaction, transact } from '../../../platform/postgres/database.ts';
import { lockIndex } from '../index/indexes-store.ts';
import { type IndexKey, refreshStatistics } from '../index/vocabulary-store.ts';
import { checkContentSize, type DocumentDeps, hashContent, prepareDocument } from './documents.ts';
import { chooseAudience, parseAudience } from './audience.ts';
import * as store from './documents-store.ts';
import { parseRelated } from './related.ts';
import { chooseLanguage } from './translations.ts';
import { type NewRow, replaceDocuments } from './replacement.ts';
import { deriveSlug, isDerived, recordSlugs, slugIsTaken, varySlug } from './slugs.ts';

export interface DocumentChange {
  title?: string;
  content?: string;
  content_type?: ContentType;
  url?: string | null;
  metadata?: Record<string, unknown>;
  category?: string | null;
  position?: number | null;
  slug?: string;
  audience?: ArticleAudience | null;
  segment_id?: string | null;
  related_ids?: string[] | null;
  language?: string;
  translation_of?: string | null;
  status?: DocumentStatus;
  pending_changes?: { title: string; content: string } | null;
}

type Stored = store.HashedDocument & store.Texts;

const AUDIT_ACTIONS = {
  published: 'document.published',
  draft: 'document.unpublished',
  archived: 'document.archived',
} as const;

/**
 * Changes a document. Its index entries are added when it is published, and removed when it is not published anymore.
 * @throws {HttpError} 400, 404, 409, 413
 */
export async function updateDocument(
  { db, stem, embedding }: DocumentDeps,
  key: IndexKey,
  id: string,
  { change, expectedEditedAt, actor }: { change: DocumentChange; expectedEditedAt?: string | undefined; actor: Actor },
): Promise<Stored> {
  checkCombination(change);
  const audience = await parseAudience(db, key.project_id, change);
  let hasGrown = false;
  const document = await transact(db, async (tx) => {
    const index = await lockIndex(tx, key.project_id, key.id);
    const before = index && (await store.findDocument(tx, key, id, TEAM));
    if (!before) throw new HttpError('documents.not_found');
    if (!isExpected(expectedEditedAt, before.pending_at ?? before.updated_at)) throw new HttpError('documents.edit_conflict');
    const now = new Date();
    if (change.pending_changes !== undefined) {
      const pending = toPending(before, change.pending_changes, now);
      await store.updateDocument(tx, pending);
      return pending;
    }
    const after = {
      ...(await applyChange(tx, before, { change, number: index.last_document_number + 1, now })),
      ...chooseAudience(audience, { previous: before, index }),
      ...(await chooseLanguage(tx, key.project_id, change, { previous: before, index, ownId: id })),
      ...(change.related_ids !== undefined && {
        related_ids: change.related_ids && (await parseRelated(tx, key.project_id, { given: change.related_ids, ownId: id })),
      }),
    };
    if (before.status === 'published' || after.status === 'published') {
      const removed = await store.findForRemoval(tx, key, { ids: [id], externalIds: [] });
      hasGrown = await replaceDocuments(tx, { stem, embedding }, index, { removed, added: [after], derived: new Set() });
    } else {
      after.number = before.number;
      await store.updateDocument(tx, after).catch((error: unknown) => {
        throw isUniqueViolation(error) ? slugIsTaken() : error;
      });
      await recordSlugs(tx, [{ before, after }]);
    }
    await recordVersion(tx, {
      key: { project_id: key.project_id, content_id: id },
      indexId: key.id,
      actor,
      before,
      after,
      at: now,
      isAutosaved: after.status !== 'published',
    });
    if (after.status !== before.status)
      await recordAudit(tx, {
        projectId: key.project_id,
        actor,
        action: AUDIT_ACTIONS[after.status],
        target: { id: formatId('doc', id), name: after.title },
      });
    return after;
  });
  if (hasGrown) await refreshStatistics(db);
  return document;
}

/** Pending changes are saved alone. @throws {HttpError} 400 */
function checkCombination({ pending_changes: pending, ...others }: DocumentChange): void {
  if (pending !== undefined && Object.keys(others).length)
    throw invalidField('pending_changes', 'conflict', 'pending_changes must not be combined with other fields');
}

/** Returns a published document with other pending changes, or without any. @throws {HttpError} 400, 413 */
function toPending(before: Stored, pending: NonNullable<DocumentChange['pending_changes']> | null, now: Date): Stored {
  if (pending && before.status !== 'published')
    throw invalidField(
      'pending_changes',
      'conflict',
      'pending_changes requires a published document: change its content instead',
    );
  const hasChanges = pending && (pending.title !== before.title || pending.content !== before.content);
  if (!hasChanges) return { ...before, ...WITHOUT_PENDING };
  checkContentSize(pending.content);
  return { ...before, pending_title: pending.title, pending_content: pending.content, pending_at: now };
}

/** Returns whether a change of a published document publishes a text. Publishing again confirms the text, as of a translation. */
const publishesText = (before: Stored, change: DocumentChange) =>
  before.status !== 'published' || change.status === 'published' || change.title !== undefined || change.content !== undefined;

const WITHOUT_PENDING = { pending_title: null, pending_content: null, pending_at: null };

/** Returns the changed document, with the chunks of a published one. @throws {HttpError} 400, 409, 413 */
async function applyChange(
  tx: Transaction,
  before: Stored,
  { change, number, now }: { change: DocumentChange; number: number; now: Date },
): Promise<NewRow> {
  const status = change.status ?? before.status;
  // Publishing publishes the pending changes, and a document that is not published has none.
  const takesPending = change.status !== undefined && before.pending_at !== null;
  const text = takesPending
    ? { title: before.pending_title ?? '', content: before.pending_content ?? '' }
    : // A title that is the beginning of the content changes with it.
      { title: before.has_title ? before.title : '', content: before.content };
  const input = {
    title: change.title ?? text.title,
    content: change.content ?? text.content,
    content_type: change.content_type ?? before.content_type,
    metadata: change.metadata ?? before.metadata,
  };
  const prepared = await prepareDocument({ ...input, status: status === 'published' ? 'published' : 'draft' });
  const { title, has_title, chunks } = prepared;
  const isPublished = status === 'published';
  return {
    ...before,
    ...input,
    ...(takesPending && WITHOUT_PENDING),
    number,
    title,
    has_title,
    status,
    slug: change.slug ?? (await findSlug(tx, before, title)),
    category: change.category === undefined ? before.category : (change.category ?? ''),
    position: change.position === undefined ? before.position : change.position,
    url: change.url === undefined ? before.url : change.url,
    content_sha256: hashContent(input.content),
    chunk_count: isPublished ? chunks.length : 0,
    published_at: before.published_at ?? (isPublished ? now : null),
    ...(isPublished && publishesText(before, change) && { text_published_at: now, is_outdated: false }),
    updated_at: now,
    chunks: isPublished ? chunks : [],
  };
}

/** Returns the slug of a document that keeps its slug, except for a draft that has the slug of its title and was never published. */
async function findSlug(tx: Transaction, before: Stored, title: string): Promise<string> {
  const toDerived = (from: string) => deriveSlug(from, before.external_id, before.created_at);
  const derived = toDerived(title);
  if (before.published_at || derived === toDerived(before.title) || !isDerived(before.slug, toDerived(before.title)))
    return before.slug;
  const owner = await store.findBySlug(tx, before.project_id, derived);
  return owner === undefined || owner.id === before.id ? derived : varySlug(derived);
}
