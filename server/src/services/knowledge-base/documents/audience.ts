import type { ArticleAudience } from '@earshot/contract/services/knowledge-base/values';
import { findSegment } from '../../../instance/directory/segments/segments-store.ts';
import { invalidField } from '../../../platform/api/errors.ts';
import { parseId } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { OwnAudience } from '../index/audience-store.ts';

/** Fields of a request. The id of the segment has a prefix. */
export interface GivenAudience {
  /** Null for the audience of the index. */
  audience?: ArticleAudience | null;
  segment_id?: string | null;
}

/**
 * Returns the audience that a request names, null for the one of the index, or undefined when the request names none.
 * @throws {HttpError} 400 unless the audience `segment`, and no other one, has a segment of the project
 */
export async function parseAudience(
  db: Db,
  projectId: string,
  { audience, segment_id: given }: GivenAudience,
): Promise<OwnAudience | null | undefined> {
  if (audience !== 'segment') {
    if (given) throw invalidField('segment_id', 'conflict', 'segment_id must be null unless audience is segment');
    return audience ? { audience, segment_id: null } : audience;
  }
  if (!given) throw invalidField('segment_id', 'required', 'segment_id is required for the audience segment');
  const id = parseId('psg', given);
  if (!id || !(await findSegment(db, projectId, id)))
    throw invalidField('segment_id', 'not_found', 'segment_id must be the id of a segment of people');
  return { audience, segment_id: id };
}

/** The audience of a document, which may be the one of its index. */
export interface DocumentAudience extends OwnAudience {
  inherits_audience: boolean;
}

/** Returns the audience of a document: the given one, or else the previous one. */
export const chooseAudience = (
  given: OwnAudience | null | undefined,
  { previous, index }: { previous: DocumentAudience | undefined; index: OwnAudience },
): DocumentAudience => {
  if (given) return { ...pick(given), inherits_audience: false };
  return given === undefined && previous && !previous.inherits_audience
    ? { ...pick(previous), inherits_audience: false }
    : { ...pick(index), inherits_audience: true };
};

const pick = ({ audience, segment_id }: OwnAudience): OwnAudience => ({ audience, segment_id });
