import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { sql, typed } from '../../../platform/clickhouse/sql.ts';
import { normalizePagePath } from '../ingest/urls.ts';
import type { Forwarder } from '../pipeline/forwarder.ts';
import { stepCondition } from './sql/filter-conditions.ts';
import { isOfUser, mergedPerson, toPerson } from './sql/user-events.ts';

interface UsesQuery {
  success: { event?: string | undefined; page?: string | undefined };
  /** Period in milliseconds since 1970. */
  since: number;
  until: number;
  /** User ids of the people of interest. */
  people: string[][];
  /** User ids of all people who have several. */
  merged: string[][];
}

interface Found {
  person: string;
  day: number;
  people: number;
  seen_at: number;
  used_at: number;
}

const DAY_MS = 86_400_000;

/** Creates the function that counts who uses something. Events that were accepted before the call count. */
export const createUserUses =
  ({ clickhouse, forwarder }: { clickhouse: ClickHouse; forwarder: Forwarder }) =>
  /**
   * Returns the times of the first event and the first use of each person of interest who has events, by index, in milliseconds since 1970, and
   * everybody else by the day of their first use, counted from the start of the period, or -1 without a use. @throws {HttpError} 503
   */
  async (projectId: string, { success: { event, page }, since, until, people, merged }: UsesQuery) => {
    const asOf = await forwarder.flush(projectId);
    const isUse = stepCondition({ event, page: page === undefined ? undefined : normalizePagePath(page) });
    const firsts = new Map(
      people.flatMap(([first], index) => (first === undefined ? [] : [[toPerson(projectId, first), index] as const])),
    );
    const ofInterest = new Set(people.flat());
    const groups = [...people, ...merged.filter((ids) => !ids.some((id) => ofInterest.has(id)))];
    const rows = await clickhouse.query<Found>(
      sql`SELECT toString(who) AS person, day, count() AS people, min(seen) AS seen_at, min(used) AS used_at FROM (
        SELECT ${mergedPerson(projectId, groups)} AS merged, if(has(${typed([...firsts.keys()], 'Array(UInt64)')}, merged), merged, 0) AS who,
          toUnixTimestamp64Milli(min(events.time)) AS seen, toUnixTimestamp64Milli(minIf(events.time, ${isUse})) AS used,
          if(used = 0, -1, intDiv(used - ${since}, ${DAY_MS})) AS day
        FROM events WHERE ${isOfUser(projectId, { since, until })} GROUP BY merged
      ) GROUP BY who, day`,
    );
    const uses = new Map<number, { seenAt: number; usedAt: number | undefined }>();
    const others = new Map<number, number>();
    for (const { person, day, people: count, seen_at: seenAt, used_at: usedAt } of rows) {
      const index = firsts.get(BigInt(person));
      if (index === undefined) others.set(day, count);
      else uses.set(index, { seenAt, usedAt: usedAt || undefined });
    }
    return { asOf, uses, others };
  };
