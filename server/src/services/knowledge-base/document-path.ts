import { Id } from '@earshot/contract/shared/common';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { callerOf, entryIdOf } from '../../platform/api/credentials.ts';
import { HttpError } from '../../platform/api/errors.ts';
import { parseId } from '../../platform/ids.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { findReader } from './searchers.ts';
import { findIdByExternalId, findTitles } from './documents/documents-store.ts';
import type { IndexKey } from './index/vocabulary-store.ts';

/** Parameters of paths of a document. */
export const documentParams = Type.Object({
  id: Id('idx'),
  document_id: Id('doc', 'Id of the document, or its percent-encoded `external_id`'),
});

/** Returns the index that the path names. */
export const parseIndexKey = (request: FastifyRequest): IndexKey => ({
  project_id: callerOf(request).project.id,
  id: entryIdOf(request),
});

/** Returns the id of the document that the path names by its id or external id. Documents named by id may not exist. @throws {HttpError} 404 */
export async function findRequestedDocumentId(db: Db, request: FastifyRequest): Promise<string> {
  const id = await resolveId(db, parseIndexKey(request), (request.params as { document_id: string }).document_id);
  if (!id) throw new HttpError('documents.not_found');
  return id;
}

/** Returns the id of the existing document that the path names, if the caller may read it. @throws {HttpError} 404 */
export async function findExistingDocumentId(db: Db, request: FastifyRequest): Promise<string> {
  const { document_id } = request.params as { document_id: string };
  const id = await findDocumentId(db, request, document_id);
  if (!id) throw new HttpError('documents.not_found');
  return id;
}

/** Returns the id of an existing document of the index that the path names, by its id or external id, if the caller may read it. */
export async function findDocumentId(db: Db, request: FastifyRequest, text: string): Promise<string | undefined> {
  const index = parseIndexKey(request);
  const id = await resolveId(db, index, text);
  return id !== undefined && (await findTitles(db, index, [id], await findReader(db, request))).has(id) ? id : undefined;
}

const resolveId = async (db: Db, index: IndexKey, text: string): Promise<string | undefined> =>
  parseId('doc', text) ?? (text.includes('\0') ? undefined : await findIdByExternalId(db, index, text));
