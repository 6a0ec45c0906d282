import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import { descending, integerKey, type SortOrder, timeKey } from '../../../platform/postgres/paging.ts';

/** Condition of a segment on `people p`. */
type Segment = RawBuilder<unknown>;

/** Votes `v` for entries, by the people `p` who cast them or for whom members did. */
const votesOfPeople = sql`feedback_votes v
  JOIN people_identities i ON i.project_id = v.project_id AND i.value = substr(v.voter, 5)
    AND i.kind = CASE left(v.voter, 4) WHEN 'end:' THEN 'user_id' WHEN 'eml:' THEN 'email' END
  JOIN people p ON p.project_id = i.project_id AND p.id = i.person_id`;

const isUpvote = (segment: Segment) => sql`v.project_id = e.project_id AND v.entry_id = e.id AND v.value = 1 AND ${segment}`;

/** Returns the condition that people in a segment vote for `feedback_entries e`. */
export const hasSegmentVotes = (segment: Segment): RawBuilder<unknown> =>
  sql`EXISTS (SELECT FROM ${votesOfPeople} WHERE ${isUpvote(segment)})`;

/** Returns the order by the number of people in a segment who vote for an entry. */
export const orderBySegmentVotes = (segment: Segment): SortOrder =>
  descending(
    integerKey(sql`(SELECT count(DISTINCT p.id) FROM ${votesOfPeople} WHERE ${isUpvote(segment)})`),
    timeKey(sql`e.created_at`),
    integerKey(sql`e.number`),
  );

/** Returns the numbers of people in a segment who vote for entries, by entry. */
export async function countSegmentVotes(
  db: Db,
  projectId: string,
  { ids, segment }: { ids: string[]; segment: Segment },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ entry_id: string; count: number }>`
    SELECT v.entry_id, count(DISTINCT p.id)::int AS count FROM ${votesOfPeople}
    WHERE v.project_id = ${projectId} AND v.entry_id = ANY(${ids}::uuid[]) AND v.value = 1 AND ${segment} GROUP BY v.entry_id`.execute(
    db,
  );
  return new Map(rows.map(({ entry_id, count }) => [entry_id, count]));
}
