import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { parseId } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { findIndex } from '../index/indexes-store.ts';
import type { IndexKey } from '../index/vocabulary-store.ts';
import { findIdByExternalId } from './documents-store.ts';
import { findGroup } from './translations-store.ts';

/** Language of a document, and the document that it translates. */
export interface OwnLanguage {
  language: string;
  translation_of: string | null;
}

/** Fields of a request. The id of the source has a prefix. */
export interface GivenLanguage {
  language?: string;
  translation_of?: string | null;
}

/**
 * Returns the language and the source of a document: those of a request, or else the previous ones, or the language of the index.
 * @param ownId id of an existing document
 * @throws {HttpError} 400 unless the source is another document of the project, which is no translation, and the only one in its language
 */
export async function chooseLanguage(
  db: Db,
  projectId: string,
  given: GivenLanguage,
  { previous, index, ownId }: { previous: OwnLanguage | undefined; index: { language: string }; ownId: string | undefined },
): Promise<OwnLanguage> {
  const language = given.language ?? previous?.language ?? index.language;
  if (given.language === undefined && given.translation_of === undefined)
    return { language, translation_of: previous?.translation_of ?? null };
  const named = given.translation_of;
  const source = named === undefined ? (previous?.translation_of ?? null) : named && (parseId('doc', named) ?? '');
  if (source === null) return { language, translation_of: null };
  const [found, ...translations] = source && source !== ownId ? await findGroup(db, projectId, source) : [];
  if (!found || found.id !== source || found.translation_of)
    throw invalidField(
      'translation_of',
      'not_found',
      'translation_of must be the id of another document of the project that is no translation',
    );
  if (ownId && (await findGroup(db, projectId, ownId)).some(({ translation_of: of }) => of === ownId))
    throw invalidField('translation_of', 'conflict', 'translation_of must be null for a document with translations');
  if ([found, ...translations].some((other) => other.id !== ownId && other.language === language))
    throw new HttpError('documents.language_taken');
  return { language, translation_of: source };
}

/** Checks the language of a document of a batch before the others are stored. @throws {HttpError} 400, 409 */
export async function checkLanguage(db: Db, key: IndexKey, given: GivenLanguage & { external_id?: string }): Promise<void> {
  const index = given.translation_of ? await findIndex(db, key.project_id, key.id) : undefined;
  if (!index) return;
  const ownId = given.external_id === undefined ? undefined : await findIdByExternalId(db, key, given.external_id);
  await chooseLanguage(db, key.project_id, given, { previous: undefined, index, ownId });
}
