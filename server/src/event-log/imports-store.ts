import { sql } from 'kysely';
import { type Db, transact } from '../postgres/database.ts';
import { countOutcome, type InboxRow, type Outcomes, rememberIds } from './inbox-store.ts';

/** Maximum number of waiting imported events of a project. Concurrent requests can exceed it by their own events. */
export const MAX_WAITING_IMPORTS = 50_000;

interface ImportedToStore {
  json: string;
  eventId: string;
  time: number;
  isRecent: boolean;
  outcomes: string[];
}

/**
 * Stores imported events in their inbox, with a row for each calendar year. Ids of recent events, which a client could still send live,
 * are remembered like those of live events; all others are compared with stored events when they are forwarded. Returns false,
 * and stores nothing, when too many imported events of the project wait.
 */
export async function addImports(db: Db, projectId: string, events: ImportedToStore[], outcomes: Outcomes): Promise<boolean> {
  return await transact(db, async (tx) => {
    const { rows: sums } = await sql<{ waiting: number }>`
      SELECT coalesce(sum(event_count), 0)::float8 AS waiting FROM analytics_imports WHERE project_id = ${projectId}`.execute(tx);
    if (events.length && (sums[0]?.waiting ?? 0) + events.length > MAX_WAITING_IMPORTS) return false;
    const recent = events.filter(({ isRecent }) => isRecent).map(({ eventId }) => eventId);
    const newIds = await rememberIds(tx, projectId, recent);
    const kept = events.filter(({ isRecent, eventId }) => !isRecent || newIds.delete(eventId));
    const byYear = [...Map.groupBy(kept, ({ time }) => new Date(time).getUTCFullYear())].map(([year, ofYear]) => {
      const counted: Outcomes = {};
      for (const event of ofYear) countOutcome(counted, 'received', ...event.outcomes);
      return { year, events: `[${ofYear.map(({ json }) => json).join(',')}]`, event_count: ofYear.length, outcomes: counted };
    });
    // A copy, because PostgreSQL may abort the transaction, which is then repeated.
    const notKept = { ...outcomes };
    for (let n = kept.length; n < events.length; n++) countOutcome(notKept, 'received', 'dropped:duplicate');
    if (Object.keys(notKept).length)
      byYear.push({ year: new Date().getUTCFullYear(), events: '[]', event_count: 0, outcomes: notKept });
    await sql`
      INSERT INTO analytics_imports (project_id, year, events, event_count, outcomes)
      SELECT ${projectId}::uuid, year, events, event_count, outcomes FROM json_to_recordset(${JSON.stringify(byYear)}::json)
        AS given(year smallint, events text, event_count integer, outcomes jsonb)`.execute(tx);
    return true;
  });
}

/**
 * Returns the rows of the next batch of imported events, about `maxEvents` events of one project and one calendar year, in order of
 * arrival: the oldest row of the project that follows `after` in turn, and the others of its year.
 */
export async function readImports(
  db: Db,
  { maxEvents, after }: { maxEvents: number; after: string | undefined },
): Promise<InboxRow[]> {
  const next = sql`SELECT project_id FROM analytics_imports`;
  const { rows } = await sql<InboxRow>`
    WITH oldest AS (
      SELECT project_id, id, year FROM analytics_imports WHERE project_id = coalesce(
        (${next} WHERE project_id > ${after ?? null}::uuid ORDER BY project_id LIMIT 1), (${next} ORDER BY project_id LIMIT 1)
      ) ORDER BY id LIMIT 1
    ), turn AS (
      SELECT imports.project_id, imports.id, sum(imports.event_count) OVER (ORDER BY imports.id) - imports.event_count AS before
      FROM oldest JOIN analytics_imports AS imports
        ON imports.project_id = oldest.project_id AND (imports.year = oldest.year OR imports.id = oldest.id)
    ), chosen AS (
      SELECT project_id, id FROM turn WHERE before < ${maxEvents} ORDER BY id LIMIT ${maxEvents}
    )
    SELECT project_id, id, 'imports' AS kind, events, event_count, received_at, outcomes
    FROM chosen JOIN analytics_imports USING (project_id, id) ORDER BY id`.execute(db);
  return rows;
}
