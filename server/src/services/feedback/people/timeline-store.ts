import type { TimelineKind } from '@earshot/contract/instance/values';
import { sql } from 'kysely';
import { formatId } from '../../../platform/ids.ts';
import { mailboxKey } from '../../../platform/postgres/mailbox.ts';
import type { Person } from '../../../platform/postgres/person.ts';
import { type NameSource, readGivenName, readTimeline, type TimelineSource } from '../../../platform/postgres/timeline.ts';
import { BY_ADDRESS } from '../authors.ts';

const toId = (id: string) => formatId('fb', id);

/** Returns the ids of a person as author or voter. */
const listAuthorIds = ({ emails, userIds }: Person) => [
  ...userIds.map((id) => `end:${id}`),
  ...emails.map((email) => `${BY_ADDRESS}:${email}`),
];

/** Entries, votes and comments of a person. The conditions match indexes. */
export const feedbackTimeline: Partial<Record<TimelineKind, TimelineSource>> = {
  feedback: (db, projectId, person, page) =>
    readTimeline(
      db,
      sql`SELECT created_at AS at, id::text AS key, id::text AS id, title, nullif(description, '') AS text,
          coalesce(submitter_id LIKE 'end:%', false) OR submitter_confirmed_at IS NOT NULL AS proven
        FROM feedback_entries WHERE project_id = ${projectId} AND (submitter_id = ANY(${listAuthorIds(person)}::text[])
          OR ${mailboxKey(sql`submitter_email`)} = ANY(${person.emails}::text[]))`,
      page,
      toId,
    ),
  vote: (db, projectId, person, page) =>
    readTimeline(
      db,
      sql`SELECT v.created_at AS at, v.entry_id::text || v.voter AS key, v.entry_id::text AS id, e.title,
          CASE v.value WHEN 1 THEN 'up' ELSE 'down' END AS text, v.on_behalf_id IS NULL AS proven
        FROM feedback_votes v JOIN feedback_entries e ON e.project_id = v.project_id AND e.id = v.entry_id
        WHERE v.project_id = ${projectId} AND ((v.voter NOT LIKE 'vis:%' AND v.voter = ANY(${listAuthorIds(person)}::text[]))
          OR (v.voter LIKE 'end:%' AND ${mailboxKey(sql`v.voter_email`)} = ANY(${person.emails}::text[])))`,
      page,
      toId,
    ),
  comment: (db, projectId, person, page) =>
    readTimeline(
      db,
      sql`SELECT c.created_at AS at, c.id::text AS key, c.entry_id::text AS id, e.title, c.body AS text, true AS proven
        FROM feedback_comments c JOIN feedback_entries e ON e.project_id = c.project_id AND e.id = c.entry_id
        WHERE c.project_id = ${projectId} AND c.author_id NOT LIKE 'vis:%' AND c.author_id = ANY(${listAuthorIds(person)}::text[])`,
      page,
      toId,
    ),
};

/** Names with entries, votes and comments. */
export const feedbackName: NameSource = (db, projectId, person) =>
  readGivenName(
    db,
    sql`
      SELECT submitter_name AS name, created_at AS at FROM feedback_entries
      WHERE project_id = ${projectId} AND submitter_id = ANY(${listAuthorIds(person)}::text[])
        AND (submitter_id LIKE 'end:%' OR submitter_confirmed_at IS NOT NULL)
      UNION ALL SELECT voter_name, created_at FROM feedback_votes
      WHERE project_id = ${projectId} AND voter NOT LIKE 'vis:%' AND voter = ANY(${listAuthorIds(person)}::text[])
      UNION ALL SELECT author_name, created_at FROM feedback_comments
      WHERE project_id = ${projectId} AND author_id NOT LIKE 'vis:%' AND author_id = ANY(${listAuthorIds(person)}::text[])`,
  );
