import { MAX_ORDERED_DOCUMENTS } from '@earshot/contract/services/knowledge-base/arrangement';
import { TEAM } from '../../../instance/end-users/readers.ts';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { parseId } from '../../../platform/ids.ts';
import { type Db, type Transaction, transact } from '../../../platform/postgres/database.ts';
import { type Index, lockIndex } from '../index/indexes-store.ts';
import type { IndexKey } from '../index/vocabulary-store.ts';
import { findNamed, type ListedDocument, listInOrder, orderCategories, placeDocuments } from './arrangement-store.ts';

interface GivenCategory {
  /** Null for documents without a category. */
  name: string | null;
  /** Ids or external ids. */
  document_ids: string[];
}

export interface OrderedCategory {
  name: string | null;
  documents: ListedDocument[];
}

/** Returns the first documents of an index by category, in their order. Categories that the index orders are returned without documents as well. */
export async function listOrder(db: Db, index: Index): Promise<OrderedCategory[]> {
  const documents = await listInOrder(db, index, { reader: TEAM, limit: MAX_ORDERED_DOCUMENTS, offset: 0 });
  const groups = Map.groupBy(documents, ({ category }) => category);
  const names = new Set([...(groups.has('') ? [''] : []), ...index.categories, ...groups.keys()]);
  return [...names].map((name) => ({ name: name || null, documents: groups.get(name) ?? [] }));
}

/** Sets the order of the categories of an index, and of the documents in them. Changes nothing when a document is unknown. @throws {HttpError} 400, 404 */
export async function orderDocuments(db: Db, key: IndexKey, categories: GivenCategory[]): Promise<OrderedCategory[]> {
  checkCategories(categories);
  return await transact(db, async (tx) => {
    const index = await lockIndex(tx, key.project_id, key.id);
    if (!index) throw new HttpError('indexes.not_found');
    const names = categories.flatMap(({ name }) => name ?? []);
    await placeDocuments(tx, key, await resolveDocuments(tx, key, categories));
    await orderCategories(tx, key, names);
    return await listOrder(tx, { ...index, categories: names });
  });
}

/** @throws {HttpError} 400 */
function checkCategories(categories: GivenCategory[]): void {
  const names = categories.map(({ name }) => name);
  const repeated = names.findIndex((name, index) => names.indexOf(name) < index);
  if (repeated >= 0)
    throw invalidField(
      `categories[${repeated}].name`,
      'duplicate',
      `categories[${repeated}].name repeats the name of another category`,
    );
  const count = categories.reduce((sum, { document_ids: ids }) => sum + ids.length, 0);
  if (count > MAX_ORDERED_DOCUMENTS)
    throw invalidField(
      'categories',
      'too_many',
      `categories must have at most ${MAX_ORDERED_DOCUMENTS.toLocaleString('en')} documents`,
    );
}

/** Returns the documents with their new places. @throws {HttpError} 400 */
async function resolveDocuments(tx: Transaction, key: IndexKey, categories: GivenCategory[]) {
  const given = categories.flatMap(({ name, document_ids: ids }, category) =>
    ids.map((text, position) => ({
      path: `categories[${category}].document_ids[${position}]`,
      text,
      parsed: parseId('doc', text),
      category: name ?? '',
      position,
    })),
  );
  const found = await findNamed(tx, key, {
    ids: given.flatMap(({ parsed }) => parsed ?? []),
    externalIds: given.flatMap(({ parsed, text }) => (parsed ? [] : text)),
  });
  const known = new Map(found.flatMap(({ id, external_id: externalId }) => [[id, id] as const, [externalId, id] as const]));
  const seen = new Set<string>();
  return given.map(({ path, text, parsed, category, position }) => {
    const id = known.get(parsed ?? text);
    if (!id) throw invalidField(path, 'not_found', `${path} must be the id or the external_id of a document of this index`);
    if (seen.has(id)) throw invalidField(path, 'duplicate', `${path} repeats a document`);
    seen.add(id);
    return { id, category, position };
  });
}
