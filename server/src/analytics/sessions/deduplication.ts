import type { ClickHouse } from '../../clickhouse/clickhouse.ts';
import { type AcceptedEvent, outcomesOf } from '../event.ts';
import { dayKeyOf, findStored, keysAround } from './events-store.ts';
import { countOutcome, type InboxRow } from '../../event-log/inbox-store.ts';

/**
 * Removes imported events that are stored already, or that occur twice in these rows: an import may be repeated at any time. An event is
 * known by its project, its id and its day (UTC), or that before or after: a corrected time makes no other event. Before a batch of these rows, when all batches before it are in ClickHouse: then no
 * other copy can be on its way, because `saveBatch` fails if another batch was made meanwhile.
 */
export async function removeDuplicates(rows: InboxRow[], clickhouse: Pick<ClickHouse, 'query'>): Promise<InboxRow[]> {
  const parsed = rows.map((row) => ({
    row,
    events: (JSON.parse(row.events) as AcceptedEvent[]).map((event) => ({ ...event, project_id: row.project_id })),
  }));
  const known = await findStored(
    clickhouse,
    parsed.flatMap(({ events }) => events),
  );
  return parsed.map(({ row, events }) => {
    const outcomes = { ...row.outcomes };
    const kept = events.filter((event) => {
      const isNew = !keysAround(event).some((key) => known.has(key));
      known.add(dayKeyOf(event));
      if (!isNew) {
        for (const name of outcomesOf(event)) outcomes[name] = (outcomes[name] ?? 0) - 1;
        countOutcome(outcomes, 'dropped:duplicate');
      }
      return isNew;
    });
    return { ...row, outcomes, events: JSON.stringify(kept) };
  });
}
