import { type RawBuilder, sql } from 'kysely';
import type { RecordCondition, RecordSource } from '../../../instance/directory/segments/behavior.ts';
import { mailboxKey } from '../../../platform/postgres/mailbox.ts';
import { BY_ADDRESS } from '../authors.ts';

/** Returns the id of `people_identities i` as author or voter. */
export const voterOfIdentity: RawBuilder<string> = sql`(CASE i.kind WHEN 'user_id' THEN 'end:' ELSE ${sql.lit(`${BY_ADDRESS}:`)} END || i.value)`;

/** Returns the conditions on records and identities `i` of a condition of a segment. */
const isMeant = (createdAt: RawBuilder<unknown>, { since, personId }: RecordCondition) => sql`
  ${since ? sql`AND ${createdAt} >= ${since}` : sql``} ${personId === undefined ? sql`` : sql`AND i.person_id = ${personId}`}`;

/**
 * Returns the condition that `people p` submitted a number of entries, as identified users or with their confirmed address. Merged
 * entries count.
 */
export const hasSubmitted: RecordSource = (projectId, condition) => sql`p.id IN (
  SELECT person_id FROM (
    SELECT i.person_id, e.id FROM people_identities i
    JOIN feedback_entries e ON e.project_id = i.project_id AND e.submitter_id = ${voterOfIdentity}
    WHERE i.project_id = ${projectId} ${isMeant(sql`e.created_at`, condition)}
    UNION
    SELECT i.person_id, e.id FROM people_identities i
    JOIN feedback_entries e ON e.project_id = i.project_id AND i.kind = 'email' AND ${mailboxKey(sql`e.submitter_email`)} = i.value
    WHERE i.project_id = ${projectId} AND e.submitter_confirmed_at IS NOT NULL ${isMeant(sql`e.created_at`, condition)}
  ) AS submitted GROUP BY person_id HAVING count(*) >= ${condition.atLeast})`;

/** Returns the condition that `people p` vote for a number of entries, up or down. Votes on behalf of them count. */
export const hasVoted: RecordSource = (projectId, condition) => sql`p.id IN (
  SELECT i.person_id FROM people_identities i
  JOIN feedback_votes v ON v.project_id = i.project_id AND v.voter = ${voterOfIdentity}
  WHERE i.project_id = ${projectId} ${isMeant(sql`v.created_at`, condition)}
  GROUP BY i.person_id HAVING count(*) >= ${condition.atLeast})`;
