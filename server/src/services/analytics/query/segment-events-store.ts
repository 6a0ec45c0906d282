import type { EventBehavior, EventCondition, EventSource } from '../../../instance/directory/segments/behavior.ts';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { toDateTime } from '../../../platform/clickhouse/schema.ts';
import { join, raw, sql, type Sql, typed } from '../../../platform/clickhouse/sql.ts';
import { normalizePagePath } from '../ingest/urls.ts';
import { stepCondition } from './sql/filter-conditions.ts';
import { isOfUser, mergedPerson, toPerson } from './sql/user-events.ts';

/** Creates the source of events for segments of people. One query counts the events of all conditions. */
export const createSegmentEvents = (clickhouse: ClickHouse): EventSource => ({
  findUserIds: async (projectId, behavior, merged) => {
    const rows = await clickhouse.query<{ users: string[] }>(
      sql`SELECT groupArray(id) AS users FROM (
        SELECT ${someUserId(behavior)} AS id FROM events WHERE ${isCounted(projectId, behavior)}
        GROUP BY ${mergedPerson(projectId, merged)} HAVING ${having(behavior)})`,
    );
    return rows[0]?.users ?? [];
  },
  matches: async (projectId, behavior, userIds) => {
    const people = userIds.map((id) => toPerson(projectId, id));
    const [row] = await clickhouse.query<{ matches: boolean | number }>(
      sql`SELECT ${having(behavior)} AS matches FROM events
        WHERE ${isCounted(projectId, behavior)} AND person IN ${typed(people, 'Array(UInt64)')}`,
    );
    return Boolean(row?.matches);
  },
});

const isEvent = ({ event, page }: EventCondition): Sql =>
  stepCondition({ event, page: page === undefined ? undefined : normalizePagePath(page) });

function describes(condition: EventCondition): Sql {
  const { since } = condition;
  return since === undefined ? isEvent(condition) : sql`(${isEvent(condition)} AND events.time >= ${toDateTime(since)})`;
}

/** Returns the condition on events that any condition counts. */
function isCounted(projectId: string, { conditions }: EventBehavior): Sql {
  const starts = conditions.map(({ since }) => since);
  const start = starts.includes(undefined) ? undefined : Math.min(...starts.flatMap((since) => since ?? []));
  return sql`${isOfUser(projectId, { since: start })} AND (${join(conditions.map(describes), ' OR ')})`;
}

/**
 * Returns the expression of a user id of a person who matches. Where everyone who matches has events of a certain condition, it keeps the ids
 * of those people only: the ids of all people would take longer than counting their events.
 */
function someUserId({ match, conditions }: EventBehavior): Sql {
  const required = match === 'all' ? conditions.filter(({ negated }) => !negated) : [];
  // Fewer people have seen a page than have any event of a name, as a rule.
  const rarest = required.find(({ page }) => page !== undefined) ?? required[0];
  return rarest && conditions.length > 1 ? sql`anyIf(user_id, ${describes(rarest)})` : raw('any(user_id)');
}

/** Returns the condition on the counted events of a person. */
function having({ match, conditions }: EventBehavior): Sql {
  const parts = conditions.map((condition) => {
    const { atLeast, negated } = condition;
    return sql`countIf(${describes(condition)}) ${raw(negated ? '<' : '>=')} ${atLeast}`;
  });
  return sql`(${join(parts, match === 'all' ? ' AND ' : ' OR ')})`;
}
