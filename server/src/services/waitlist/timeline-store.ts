import type { TimelineKind } from '@earshot/contract/instance/values';
import { sql } from 'kysely';
import { formatId } from '../../platform/ids.ts';
import { type NameSource, readGivenName, readTimeline, type TimelineSource } from '../../platform/postgres/timeline.ts';

/** Condition that an entry has an answer that fits the question `q`, as `pickAnswers` has it. */
const fits = sql`jsonb_typeof(answers -> (q.value ->> 'key')) = CASE q.value ->> 'type'
    WHEN 'number' THEN 'number' WHEN 'boolean' THEN 'boolean' WHEN 'multi_select' THEN 'array' ELSE 'string' END
  AND (q.value ->> 'type' NOT IN ('select', 'multi_select') OR q.value -> 'options' @> (answers -> (q.value ->> 'key')))`;

/** The sign-up of a person. */
export const waitlistTimeline: Partial<Record<TimelineKind, TimelineSource>> = {
  waitlist: (db, projectId, { emails }, page) =>
    readTimeline(
      db,
      sql`SELECT created_at AS at, id::text AS key, id::text AS id, status AS title, nullif(concat_ws(' · ', 'Source: ' || referral_source, (
            SELECT string_agg(q.value ->> 'label' || ' ' || CASE jsonb_typeof(answers -> (q.value ->> 'key'))
              WHEN 'array' THEN array_to_string(ARRAY(SELECT jsonb_array_elements_text(answers -> (q.value ->> 'key'))), ', ')
              WHEN 'boolean' THEN CASE answers ->> (q.value ->> 'key') WHEN 'true' THEN 'Yes' ELSE 'No' END
              ELSE answers ->> (q.value ->> 'key') END, ' · ' ORDER BY q.ordinality)
            FROM projects p, jsonb_array_elements(p.settings #> '{waitlist,questions}') WITH ORDINALITY q
            WHERE p.id = ${projectId} AND ${fits})), '') AS text,
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
