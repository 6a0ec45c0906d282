import { sql } from 'kysely';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import { countOutcome, type InboxRow, type Outcomes, rememberIds } from './inbox-store.ts';
import { partitionOfProject } from './partitions.ts';

/** Maximum number of waiting imported events of a project. Concurrent requests can exceed it by their own events. */
export const MAX_WAITING_IMPORTS = 50_000;

export interface ImportToStore {
  json: string;
  /** Partition of its visitor. */
  partition: number;
  eventId: string;
  time: number;
  isRecent: boolean;
  outcomes: string[];
}

/**
 * Stores imported events in their inbox, with a row for each calendar year and partition. Ids of recent events, which a client could still send live,
 * are remembered like those of live events; all others are compared with stored events when they are forwarded. Returns false,
 * and stores nothing, when too many imported events of the project wait.
 */
export async function addImports(db: Db, projectId: string, events: ImportToStore[], outcomes: Outcomes): Promise<boolean> {
  return await transact(db, async (tx) => {
    const { rows: sums } = await sql<{ waiting: number }>`
      SELECT coalesce(sum(event_count), 0)::float8 AS waiting FROM analytics_imports WHERE project_id = ${projectId}`.execute(tx);
    if (events.length && (sums[0]?.waiting ?? 0) + events.length > MAX_WAITING_IMPORTS) return false;
    const recent = events.filter(({ isRecent }) => isRecent).map(({ eventId }) => eventId);
    const newIds = await rememberIds(tx, projectId, recent);
    const kept = events.filter(({ isRecent, eventId }) => !isRecent || newIds.delete(eventId));
    const rows = [...Map.groupBy(kept, ({ time, partition }) => `${new Date(time).getUTCFullYear()} ${partition}`)].map(
      ([key, group]) => {
        const [year, partition] = key.split(' ').map(Number);
        const counted: Outcomes = {};
        for (const event of group) countOutcome(counted, 'received', ...event.outcomes);
        const content = `[${group.map(({ json }) => json).join(',')}]`;
        return { year, partition, events: content, event_count: group.length, outcomes: counted };
      },
    );
    // A copy, because PostgreSQL may abort the transaction, which is then repeated.
    const notKept = { ...outcomes };
    for (let n = kept.length; n < events.length; n++) countOutcome(notKept, 'received', 'dropped:duplicate');
    if (Object.keys(notKept).length)
      rows.push({
        year: new Date().getUTCFullYear(),
        partition: partitionOfProject(projectId),
        events: '[]',
        event_count: 0,
        outcomes: notKept,
      });
    await sql`
      INSERT INTO analytics_imports (project_id, year, partition, events, event_count, outcomes)
      SELECT ${projectId}::uuid, year, partition, events, event_count, outcomes FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS given(year smallint, partition smallint, events text, event_count integer, outcomes jsonb)`.execute(tx);
    return true;
  });
}

/**
 * Returns the rows of the next batch of imported events of these partitions, about `maxEvents` events of one project and one calendar
 * year, in order of arrival: the oldest row of the project that follows `after` in turn, and the others of its year.
 */
export async function readImports(
  db: Db,
  { partitions, maxEvents, after }: { partitions: readonly number[]; maxEvents: number; after: string | undefined },
): Promise<InboxRow[]> {
  const own = sql`partition = ANY(${partitions}::smallint[])`;
  const next = sql`SELECT project_id FROM analytics_imports WHERE ${own}`;
  const { rows } = await sql<InboxRow>`
    WITH oldest AS (
      SELECT project_id, id, year FROM analytics_imports WHERE ${own} AND project_id = coalesce(
        (${next} AND project_id > ${after ?? null}::uuid ORDER BY project_id LIMIT 1), (${next} ORDER BY project_id LIMIT 1)
      ) ORDER BY id LIMIT 1
    ), turn AS (
      SELECT imports.partition, imports.project_id, imports.id,
        sum(imports.event_count) OVER (ORDER BY imports.id, imports.partition) - imports.event_count AS before
      FROM oldest JOIN analytics_imports AS imports
        ON imports.project_id = oldest.project_id AND (imports.year = oldest.year OR imports.id = oldest.id) AND imports.partition = ANY(${partitions}::smallint[])
    ), chosen AS (
      SELECT partition, project_id, id FROM turn WHERE before < ${maxEvents} ORDER BY id LIMIT ${maxEvents}
    )
    SELECT partition, project_id, id, NULL AS source_row, 'imports' AS kind, events, event_count, received_at, outcomes
    FROM chosen JOIN analytics_imports USING (partition, project_id, id) ORDER BY id, partition`.execute(db);
  return rows;
}
