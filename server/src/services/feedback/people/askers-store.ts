import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import { mailboxKey } from '../../../platform/postgres/mailbox.ts';
import { BY_ADDRESS } from '../authors.ts';

/** People who asked for entries. */
export interface Askers {
  /** Ids of people. */
  people: string[];
  /** Number of those who are not identified. */
  unknown: number;
}

/** Returns the condition that an identity `i` has the id of an author or voter. */
const isIdentity = (projectId: string, alias: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql`
  ${alias}.project_id = ${projectId} AND ${alias}.value = substr(${id}, 5)
  AND ${alias}.kind = CASE left(${id}, 4) WHEN 'end:' THEN 'user_id' WHEN ${sql.lit(`${BY_ADDRESS}:`)} THEN 'email' END`;

/** Returns the condition that an author or voter is no member of the team. */
const isOutside = (id: RawBuilder<unknown>) => sql`left(${id}, 4) NOT IN ('usr:', 'svc:')`;

/**
 * Returns the people who upvoted or submitted entries, or entries merged into them, and their confirmed followers. An unconfirmed address
 * identifies nobody. Members of the team are left out.
 */
export async function findAskers(db: Db, projectId: string, entryIds: string[]): Promise<Askers> {
  const { rows } = await sql<Askers>`
    WITH RECURSIVE linked AS (
      SELECT unnest(${entryIds}::uuid[]) AS id
      UNION SELECT e.id FROM feedback_entries e JOIN linked ON e.merged_into = linked.id WHERE e.project_id = ${projectId}
    ), asked AS (
      SELECT v.voter AS key, i.person_id FROM feedback_votes v
      LEFT JOIN people_identities i ON ${isIdentity(projectId, sql`i`, sql`v.voter`)}
      WHERE v.project_id = ${projectId} AND v.entry_id IN (SELECT id FROM linked) AND v.value = 1 AND ${isOutside(sql`v.voter`)}
      UNION ALL
      SELECT coalesce(e.submitter_id, ${`${BY_ADDRESS}:`} || ${mailboxKey(sql`e.submitter_email`)}), coalesce(c.person_id, i.person_id)
      FROM feedback_entries e
      LEFT JOIN people_identities i ON ${isIdentity(projectId, sql`i`, sql`e.submitter_id`)}
      LEFT JOIN people_identities c ON c.project_id = ${projectId} AND c.kind = 'email'
        AND c.value = ${mailboxKey(sql`e.submitter_email`)} AND e.submitter_confirmed_at IS NOT NULL
      WHERE e.project_id = ${projectId} AND e.id IN (SELECT id FROM linked) AND (e.submitter_id IS NOT NULL OR e.submitter_email IS NOT NULL)
        AND (e.submitter_id IS NULL OR ${isOutside(sql`e.submitter_id`)})
      UNION ALL
      SELECT ${`${BY_ADDRESS}:`} || s.email, i.person_id FROM feedback_subscribers s
      LEFT JOIN people_identities i ON i.project_id = ${projectId} AND i.kind = 'email' AND i.value = s.email
      WHERE s.project_id = ${projectId} AND s.entry_id IN (SELECT id FROM linked) AND s.confirmed_at IS NOT NULL
    ), askers AS (
      SELECT key, (array_agg(person_id) FILTER (WHERE person_id IS NOT NULL))[1] AS person_id FROM asked GROUP BY key
    )
    SELECT coalesce(array_agg(DISTINCT person_id) FILTER (WHERE person_id IS NOT NULL), '{}') AS people,
      count(*) FILTER (WHERE person_id IS NULL)::int AS unknown FROM askers`.execute(db);
  return rows[0] as Askers;
}
