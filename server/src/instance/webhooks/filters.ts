import { toTagKey } from '../../platform/text/tags.ts';
import type { Endpoint } from './store.ts';

export type EventFilter = Pick<Endpoint, 'types' | 'statuses' | 'tags' | 'min_votes' | 'include_internal_notes'>;

/** State of the feedback entry that an event is about. */
export interface EntryState {
  status: string;
  tags: string[];
  upvote_count: number;
}

/**
 * Returns whether an endpoint receives an event. Internal notes of the team are sent only to endpoints that include
 * them. Statuses, tags and votes restrict the events about feedback entries only: `data` is an
 * entry, or has one in `feedback`.
 */
export function matchesFilter(filter: EventFilter, type: string, data: object): boolean {
  const { types, statuses, tags, min_votes, include_internal_notes: includesNotes } = filter;
  if (types.length && !types.includes(type)) return false;
  if (!includesNotes && 'internal' in data && data.internal === true) return false;
  const entry = findEntry(data);
  if (!entry) return true;
  const ofStatus = !statuses.length || statuses.includes(entry.status);
  const keys = tags.map(toTagKey);
  const ofTag = !keys.length || entry.tags.some((tag) => keys.includes(toTagKey(tag)));
  return ofStatus && ofTag && entry.upvote_count >= min_votes;
}

function findEntry(data: { feedback?: EntryState } & Partial<EntryState>): EntryState | undefined {
  const { status, tags, upvote_count } = data.feedback ?? data;
  return status !== undefined && tags && upvote_count !== undefined ? { status, tags, upvote_count } : undefined;
}
