import { PAGE_VIEW } from '../event.ts';
import { type Question, type ReportDeps, scopeOf, timestamp } from '../query/report-query.ts';
import { type Step, stepCondition } from '../query/steps.ts';

const OF_PAGE = 'p';
const OF_EVENT = 'e';

interface Asked {
  from: Step;
  direction: 'next' | 'previous';
  steps: number;
  limit: number;
}

/** Where visits went on from a page or an event, or where they came from. A page that is viewed again at once is no step. */
export async function paths({ clickhouse }: ReportDeps, question: Question, { from, direction, steps, limit }: Asked) {
  const { bound, events } = scopeOf(question);
  const anchor = stepCondition(from, bound);
  // One text for a step is much faster than two: its first character says what it names.
  const label = `if(events.name = '${PAGE_VIEW}', concat('${OF_PAGE}', events.path), concat('${OF_EVENT}', events.name))`;
  // From the first time on that a visit was there.
  const part = direction === 'next' ? 'arraySlice(trail, place)' : 'arrayReverse(arraySlice(trail, 1, place))';
  const rows = await clickhouse.query<{ path: string[]; visits: number; total: number }>(
    `SELECT path, count() AS visits, sum(count()) OVER () AS total FROM (
        SELECT arraySort(groupArray((events.time, events.seq, label, is_anchor))) AS trail, arrayFirstIndex(e -> e.4, trail) AS place,
          arraySlice(arrayCompact(arrayMap(e -> e.3, ${part})), 2, ${steps}) AS path
        FROM (
          SELECT events.visit, events.time, events.seq, ${label} AS label, ${anchor} AS is_anchor FROM events
          WHERE ${events} AND events.visit IN (SELECT events.visit FROM events WHERE ${events} AND ${anchor})
        ) AS events GROUP BY events.visit
      ) GROUP BY path ORDER BY visits DESC, path LIMIT ${limit}`,
    bound.params,
  );
  return {
    from: timestamp(question.from),
    to: timestamp(question.to),
    timezone: question.timezone,
    visits: rows[0]?.total ?? 0,
    paths: rows.map(({ path, visits }) => ({
      steps: path.map((step) =>
        step.startsWith(OF_PAGE) ? { event: null, page: step.slice(1) } : { event: step.slice(1), page: null },
      ),
      visits,
    })),
  };
}
