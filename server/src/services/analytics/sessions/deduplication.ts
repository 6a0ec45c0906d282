import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { type AcceptedEvent, listOutcomes } from '../pipeline/event.ts';
import { buildDayKey, dayKeysAround, findStoredKeys } from './events-store.ts';
import { countOutcome, type InboxRow } from '../pipeline/inbox-store.ts';

/**
 * Removes imported events that are stored already, or that occur twice in these rows, because an import may be repeated at any time. An
 * event is identified by its project, its id and its day (UTC), or an adjacent day: the same event may be sent again with a corrected
 * time. Requires that all batches of imported events before are in ClickHouse; `saveBatch` fails if another one is saved meanwhile.
 */
export async function removeDuplicates(rows: InboxRow[], clickhouse: Pick<ClickHouse, 'query'>): Promise<InboxRow[]> {
  const parsed = rows.map((row) => ({
    row,
    events: (JSON.parse(row.events) as AcceptedEvent[]).map((event) => ({ ...event, project_id: row.project_id })),
  }));
  const known = await findStoredKeys(
    clickhouse,
    parsed.flatMap(({ events }) => events),
  );
  return parsed.map(({ row, events }) => {
    const outcomes = { ...row.outcomes };
    const kept = events.filter((event) => {
      const isNew = !dayKeysAround(event).some((key) => known.has(key));
      known.add(buildDayKey(event));
      if (!isNew) {
        for (const name of listOutcomes(event)) outcomes[name] = (outcomes[name] ?? 0) - 1;
        countOutcome(outcomes, 'dropped:duplicate');
      }
      return isNew;
    });
    return { ...row, outcomes, events: JSON.stringify(kept) };
  });
}
