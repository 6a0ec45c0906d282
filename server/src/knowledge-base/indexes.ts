import { conflict, notFound } from '../http/errors.ts';
import { newId } from '../ids.ts';
import type { Db } from '../postgres/database.ts';
import * as store from './indexes-store.ts';

interface NewIndex {
  name: string;
  language?: string;
  external_id?: string;
  synonyms?: string[][];
}

const taken = () => conflict('name or external_id is that of another index');

/** @throws {HttpError} 404 */
export async function getIndex(db: Db, projectId: string, id: string): Promise<store.Index> {
  const index = await store.findIndex(db, projectId, id);
  if (!index) throw notFound('Index');
  return index;
}

/** @throws {HttpError} 409 */
export async function createIndex(db: Db, projectId: string, given: NewIndex): Promise<store.Index> {
  const { name, language = 'en', external_id = null, synonyms = [] } = given;
  const id = newId();
  if (!(await store.insertIndex(db, projectId, { id, name, external_id, language, synonyms }))) throw taken();
  return await getIndex(db, projectId, id);
}

/** @throws {HttpError} 404, 409 */
export async function updateIndex(
  db: Db,
  projectId: string,
  id: string,
  change: { name?: string; external_id?: string | null; synonyms?: string[][] },
): Promise<store.Index> {
  const index = await store.updateIndex(db, projectId, id, change);
  if (index === 'taken') throw taken();
  if (!index) throw notFound('Index');
  return index;
}
