import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { sql } from '../../../platform/clickhouse/sql.ts';
import type { Person } from '../../../platform/postgres/person.ts';
import type { TimelineEntry, TimelinePage } from '../../../platform/postgres/timeline.ts';
import { identifyUser } from '../ingest/visitors.ts';
import { hasId, inProject } from './erasure-store.ts';

/** Returns events with the user ids of a person, the latest first. Other events of an address have no link to a person. */
export async function findTimelineEvents(
  clickhouse: ClickHouse,
  projectId: string,
  { userIds }: Pick<Person, 'userIds'>,
  { limit, before }: TimelinePage,
): Promise<TimelineEntry[]> {
  if (!userIds.length) return [];
  const ids = userIds.map((id) => BigInt(identifyUser(projectId, id).person));
  const position = before
    ? sql`AND (toUnixTimestamp64Milli(events.time), toString(id)) < (${Date.parse(before.at)}, ${before.key})`
    : sql``;
  const rows = await clickhouse.query<{ at: string; key: string; title: string; path: string }>(
    sql`SELECT concat(replaceOne(toString(events.time), ' ', 'T'), 'Z') AS at, toString(id) AS key, name AS title, path
      FROM events WHERE ${inProject(projectId)} AND ${hasId('person', ids)} ${position}
      ORDER BY events.time DESC, key DESC LIMIT ${limit}`,
  );
  return rows.map(({ at, key, title, path }) => ({ at, key, title, text: path || null, id: null, proven: true }));
}
