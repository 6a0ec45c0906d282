import { onDays, toDateTime } from '../../../../platform/clickhouse/schema.ts';
import { joinAnd, raw, sql, type Sql, typed } from '../../../../platform/clickhouse/sql.ts';
import { identifyUser } from '../../ingest/visitors.ts';

/** Period in milliseconds since 1970. Starts with the first event and has no end by default. */
interface EventPeriod {
  since?: number | undefined;
  until?: number | undefined;
}

/** Returns the condition of the events of a project with a user id in a period. */
export const isOfUser = (projectId: string, { since, until }: EventPeriod): Sql =>
  joinAnd([
    sql`project_id = ${typed(projectId, 'UUID')}`,
    sql`events.user_id != ''`,
    ...(since === undefined
      ? []
      : [
          onDays(
            raw('events.time'),
            toDateTime(since),
            until === undefined ? raw(`addDays(now64(3, 'UTC'), 2)`) : toDateTime(until),
          ),
          sql`events.time >= ${toDateTime(since)}`,
        ]),
    ...(until === undefined ? [] : [sql`events.time < ${toDateTime(until)}`]),
  ]);

/** Returns the number of a user id in the column `person`. */
export const toPerson = (projectId: string, userId: string): bigint => BigInt(identifyUser(projectId, userId).person);

/** Returns the expression of a person, which is the same for all user ids of a merged one: the number of the first. */
export function mergedPerson(projectId: string, merged: string[][]): Sql {
  const pairs = merged.flatMap(([first = '', ...others]) => {
    const to = toPerson(projectId, first);
    return others.map((id) => ({ from: toPerson(projectId, id), to }));
  });
  if (!pairs.length) return raw('person');
  const column = (name: 'from' | 'to') =>
    typed(
      pairs.map((pair) => pair[name]),
      'Array(UInt64)',
    );
  return sql`transform(person, ${column('from')}, ${column('to')}, person)`;
}
