import type { ArticleAudience, Mode } from '@earshot/contract/services/knowledge-base/values';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import { TEAM } from '../../instance/end-users/readers.ts';
import { newId } from '../../platform/ids.ts';
import { type Db, transact } from '../../platform/postgres/database.ts';
import { parseAudience } from './documents/audience.ts';
import { passAudience } from './index/audience-store.ts';
import type { DocumentDeps } from './documents/documents.ts';
import * as store from './index/indexes-store.ts';

interface NewIndex {
  name: string;
  language?: string;
  external_id?: string;
  description?: string;
  synonyms?: string[][];
  mode?: Mode;
  audience?: ArticleAudience;
  segment_id?: string | null;
}

const FOR_EVERYONE = { audience: 'everyone' as const, segment_id: null };

type IndexChange = Partial<Pick<store.Index, 'name' | 'external_id' | 'description' | 'categories' | 'synonyms' | 'mode'>> &
  Pick<NewIndex, 'audience' | 'segment_id'> & { position?: number };

const nameTakenError = () => new HttpError('indexes.name_taken');

/** Returns an index that a reader may know of. @throws {HttpError} 404 */
export async function getIndex(db: Db, projectId: string, id: string, reader = TEAM): Promise<store.Index> {
  const index = await store.findIndex(db, projectId, id, reader);
  if (!index) throw new HttpError('indexes.not_found');
  return index;
}

/** @throws {HttpError} 400, 409 */
export async function createIndex({ db, embedding }: DocumentDeps, projectId: string, input: NewIndex): Promise<store.Index> {
  const { name, language = 'en', external_id = null, description = '', synonyms = [], mode = 'lexical' } = input;
  checkMode(mode, embedding);
  const { audience, segment_id } = (await parseAudience(db, projectId, input)) ?? FOR_EVERYONE;
  const id = newId();
  if (
    !(await store.insertIndex(db, projectId, {
      id,
      name,
      external_id,
      language,
      description,
      synonyms,
      mode,
      audience,
      segment_id,
    }))
  )
    throw nameTakenError();
  return await getIndex(db, projectId, id);
}

/**
 * Updates an index. A change of the mode enqueues a job that embeds its chunks, or drops its graph.
 * @throws {HttpError} 400, 404, 409
 */
export async function updateIndex(
  { db, embedding }: DocumentDeps,
  projectId: string,
  id: string,
  { position, audience, segment_id, ...change }: IndexChange,
): Promise<store.Index> {
  checkMode(change.mode, embedding);
  checkCategories(change.categories);
  const own = await parseAudience(db, projectId, { audience, segment_id });
  return await transact(db, async (tx) => {
    // First, because it locks all indexes in order. Two changes that had locked their own index would wait for each other.
    if (position !== undefined) await store.placeIndex(tx, projectId, id, position);
    const index = await store.updateIndex(tx, projectId, id, { ...change, ...own });
    if (index === 'taken') throw nameTakenError();
    if (!index) throw new HttpError('indexes.not_found');
    if (change.mode) await embedding?.enqueue(tx, index);
    if (own) await passAudience(tx, index, own);
    return own ? await getIndex(tx, projectId, id) : index;
  });
}

/** @throws {HttpError} 404 */
export async function deleteIndex({ db, embedding }: DocumentDeps, projectId: string, id: string): Promise<{ name: string }> {
  return await transact(db, async (tx) => {
    const deleted = await store.deleteIndex(tx, projectId, id);
    if (!deleted) throw new HttpError('indexes.not_found');
    await embedding?.enqueue(tx, { project_id: projectId, id });
    return deleted;
  });
}

/** @throws {HttpError} 400 */
function checkCategories(categories: string[] = []): void {
  const repeated = categories.findIndex((name, index) => categories.indexOf(name) < index);
  if (repeated >= 0)
    throw invalidField(`categories[${repeated}]`, 'duplicate', `categories[${repeated}] repeats the name of another category`);
}

function checkMode(mode: Mode | undefined, embedding: DocumentDeps['embedding']): void {
  if (mode === 'hybrid' && !embedding)
    throw invalidField('mode', 'not_allowed', 'mode must be lexical: hybrid search requires EARSHOT_EMBEDDINGS_URL');
}
