import type { TimelineKind } from '@earshot/contract/instance/values';
import { sql } from 'kysely';
import { formatId } from '../../platform/ids.ts';
import { readTimeline, type TimelineSource } from '../../platform/postgres/timeline.ts';

/** The subscription of a person to the changelog. */
export const changelogTimeline: Partial<Record<TimelineKind, TimelineSource>> = {
  subscription: (db, projectId, { emails }, page) =>
    readTimeline(
      db,
      sql`SELECT created_at AS at, id::text AS key, id::text AS id, 'changelog' AS title, NULL::text AS text,
          confirmed_at IS NOT NULL AS proven
        FROM changelog_subscribers WHERE project_id = ${projectId} AND email = ANY(${emails}::text[])`,
      page,
      (id) => formatId('sub', id),
    ),
};
