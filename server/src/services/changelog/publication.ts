import { checkPastTimes } from '../../instance/imports/importer.ts';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import type { Entry } from './store.ts';

type Publication = Pick<Entry, 'status' | 'published_at' | 'scheduled_at'>;

/** Fields of a request that publish an entry, or take it back. */
export interface PublicationFields {
  published?: boolean;
  /** In the past: the entry is published without an announcement. */
  published_at?: string;
  scheduled_at?: string | null;
}

/**
 * Returns the new publication state of an entry. @throws {HttpError} when the request is contradictory or the entry is already
 * published
 */
export function publication(
  entry: Publication,
  { published, published_at, scheduled_at }: PublicationFields,
  at: Date,
): Publication {
  if (published_at !== undefined) {
    if (published === false || scheduled_at)
      throw invalidField('published_at', 'conflict', 'published_at must be omitted for an entry that is not published');
    checkPastTimes({ published_at });
    return { status: 'published', published_at: new Date(published_at), scheduled_at: null };
  }
  if (published && scheduled_at)
    throw invalidField('scheduled_at', 'conflict', 'scheduled_at must be omitted when published is true');
  if (published) {
    if (entry.status === 'published') return pick(entry);
    return { status: 'published', published_at: at, scheduled_at: null };
  }
  if (scheduled_at) {
    const time = new Date(scheduled_at);
    if (time <= at) throw invalidField('scheduled_at', 'too_small', 'scheduled_at must be in the future');
    if (entry.status === 'published' && published !== false) throw new HttpError('changelog.published');
    return { status: 'scheduled', published_at: null, scheduled_at: time };
  }
  const isTakenBack = published === false || (scheduled_at === null && entry.status === 'scheduled');
  return isTakenBack ? { status: 'draft', published_at: null, scheduled_at: null } : pick(entry);
}

const pick = ({ status, published_at, scheduled_at }: Publication) => ({ status, published_at, scheduled_at });
