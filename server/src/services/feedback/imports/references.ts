import type { Static, TObject } from 'typebox';
import { isRefused } from '../../../instance/imports/importer.ts';
import { type HttpError, invalidField } from '../../../platform/api/errors.ts';
import { parseId } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { type EntryReference, findReferences } from './references-store.ts';

/** Record of an activity on an entry. */
interface Referring {
  feedback_id?: string;
  feedback_external_id?: string;
}

export type RecordOf<Schema extends TObject> = Static<Schema>;

/** The entry of a record. Undefined for an entry that an earlier record of a dry run would create. */
export type Referenced = EntryReference | undefined;

/** Returns a function that finds the entry of a record, or the reason why there is none. */
export async function readReferences(
  db: Db,
  projectId: string,
  records: Referring[],
  upcoming: ReadonlySet<string> | undefined,
): Promise<(record: Referring) => Referenced | HttpError> {
  const toUuid = ({ feedback_id: id }: Referring) => (id === undefined ? undefined : parseId('fb', id));
  const found = await findReferences(db, projectId, {
    ids: records.flatMap((record) => toUuid(record) ?? []),
    externalIds: records.flatMap(({ feedback_external_id: id }) => id ?? []),
  });
  const byId = new Map(found.map((entry) => [entry.id, entry]));
  const byExternalId = new Map(found.map((entry) => [entry.external_id, entry]));
  return (record) => {
    const { feedback_id: id, feedback_external_id: externalId } = record;
    if (id !== undefined && externalId !== undefined)
      return invalidField('feedback_external_id', 'conflict', 'feedback_external_id can’t be combined with feedback_id');
    if (id !== undefined)
      return (
        byId.get(toUuid(record) ?? '') ?? invalidField('feedback_id', 'not_found', 'feedback_id is not an entry of the project')
      );
    if (externalId === undefined)
      return invalidField('feedback_id', 'required', 'feedback_id or feedback_external_id is required');
    const entry = byExternalId.get(externalId);
    if (entry || upcoming?.has(externalId)) return entry;
    return invalidField(
      'feedback_external_id',
      'not_found',
      'feedback_external_id is not the external id of an entry of the project',
    );
  };
}

/** Returns the items without the reasons why records are refused. */
export const listValid = <T>(items: (T | HttpError)[]): T[] => items.filter((item): item is T => !isRefused(item));
