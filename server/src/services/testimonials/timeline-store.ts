import type { TimelineKind } from '@earshot/contract/instance/values';
import { sql } from 'kysely';
import { formatId } from '../../platform/ids.ts';
import { mailboxKey } from '../../platform/postgres/mailbox.ts';
import { type NameSource, readGivenName, readTimeline, type TimelineSource } from '../../platform/postgres/timeline.ts';

/** Testimonials with the address of a person. */
export const testimonialsTimeline: Partial<Record<TimelineKind, TimelineSource>> = {
  testimonial: (db, projectId, { emails }, page) =>
    readTimeline(
      db,
      sql`SELECT created_at AS at, id::text AS key, id::text AS id, rating::text AS title, content AS text, false AS proven
        FROM testimonials WHERE project_id = ${projectId} AND author_email IS NOT NULL
          AND ${mailboxKey(sql`author_email`)} = ANY(${emails}::text[])`,
      page,
      (id) => formatId('tm', id),
    ),
};

/** The name of a testimonial that the team approved. */
export const testimonialsName: NameSource = (db, projectId, { emails }) =>
  readGivenName(
    db,
    sql`SELECT author_name AS name, created_at AS at FROM testimonials
      WHERE project_id = ${projectId} AND author_email IS NOT NULL AND status = 'approved'
        AND ${mailboxKey(sql`author_email`)} = ANY(${emails}::text[])`,
  );
