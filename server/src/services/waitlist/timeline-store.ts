import type { TimelineKind } from '@earshot/contract/instance/values';
import { sql } from 'kysely';
import { formatId } from '../../platform/ids.ts';
import { type NameSource, readGivenName, readTimeline, type TimelineSource } from '../../platform/postgres/timeline.ts';

/** The sign-up of a person. */
export const waitlistTimeline: Partial<Record<TimelineKind, TimelineSource>> = {
  waitlist: (db, projectId, { emails }, page) =>
    readTimeline(
      db,
      sql`SELECT created_at AS at, id::text AS key, id::text AS id, status AS title, referral_source AS text,
          coalesce(confirmed_at > created_at, false) AS proven
        FROM waitlist_entries WHERE project_id = ${projectId} AND email_key = ANY(${emails}::text[])`,
      page,
      (id) => formatId('wl', id),
    ),
};

/** The name of a sign-up whose address was confirmed. */
export const waitlistName: NameSource = (db, projectId, { emails }) =>
  readGivenName(
    db,
    sql`SELECT name, created_at AS at FROM waitlist_entries
      WHERE project_id = ${projectId} AND email_key = ANY(${emails}::text[]) AND confirmed_at > created_at`,
  );
