import { TIMELINE_KINDS, type TimelineKind } from '@earshot/contract/instance/values';
import { invalidField } from '../../platform/api/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { TimelineEntry, TimelinePosition, TimelineSource } from '../../platform/postgres/timeline.ts';
import type { Person } from './store.ts';

/** Sources of the entries of timelines, by kind. */
export type TimelineSources = Partial<Record<TimelineKind, TimelineSource>>;

/** Position in a timeline of several kinds: entries of the same time are sorted by kind, and then by key. */
type Position = TimelinePosition & { kind: TimelineKind };

/** A text that sorts after all keys. */
const LAST_KEY = '\u{10FFFF}';

interface TimelineRequest {
  projectId: string;
  person: Pick<Person, 'emails' | 'user_ids'>;
  /** All kinds by default. */
  kinds?: TimelineKind[];
  before?: string;
  limit: number;
}

/** Returns a page of the timeline of a person. @throws {HttpError} 400 for an unknown position */
export async function readPersonTimeline(
  { db, sources }: { db: Db; sources: TimelineSources },
  { projectId, person, kinds = [...TIMELINE_KINDS], before, limit }: TimelineRequest,
) {
  const position = before === undefined ? undefined : parsePosition(before);
  const identifiers = { emails: person.emails, userIds: person.user_ids };
  const read = async (kind: TimelineKind) => {
    const page = { limit: limit + 1, ...(position && { before: toSourcePosition(kind, position) }) };
    const entries = (await sources[kind]?.(db, projectId, identifiers, page)) ?? [];
    return entries.map((entry) => ({ ...entry, kind }));
  };
  const entries = (await Promise.all([...new Set(kinds)].map(read))).flat();
  // Entries of one kind are sorted already, and keep their order.
  entries.sort((a, b) => compare(b.at, a.at) || compare(b.kind, a.kind));
  const data = entries.slice(0, limit);
  const last = entries.length > limit ? data.at(-1) : undefined;
  return { data: data.map(withoutKey), next_before: last ? formatPosition(last) : null };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const withoutKey = ({ kind, at, id, title, text, proven }: TimelineEntry & { kind: TimelineKind }) => ({
  kind,
  occurred_at: at,
  id,
  title,
  text,
  proven,
});

/** Returns the position in the entries of one kind. */
const toSourcePosition = (kind: TimelineKind, { at, kind: other, key }: Position): TimelinePosition => ({
  at,
  key: kind === other ? key : kind < other ? LAST_KEY : '',
});

const formatPosition = ({ at, kind, key }: Position): string =>
  Buffer.from(JSON.stringify([at, kind, key])).toString('base64url');

/** @throws {HttpError} 400 */
function parsePosition(text: string): Position {
  try {
    const [at, kind, key] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if (typeof at === 'string' && !Number.isNaN(Date.parse(at)) && TIMELINE_KINDS.includes(kind as TimelineKind) && isKey(key))
      return { at: new Date(at).toISOString(), kind: kind as TimelineKind, key };
  } catch {
    // Is refused below.
  }
  throw invalidField('before', 'format', 'before must be next_before of the same timeline');
}

const isKey = (key: unknown): key is string => typeof key === 'string' && key.isWellFormed() && !key.includes('\0');
