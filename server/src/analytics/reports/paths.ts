import { PAGE_VIEW } from '../event.ts';
import { type Question, type ReportDeps, scopeOf, timestamp } from './question.ts';
import { type Step, stepCondition } from './steps.ts';

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
  const label = `if(events.name = '${PAGE_VIEW}', ('', toString(events.path)), (toString(events.name), ''))`;
  const trail = 'arrayMap(e -> (e.3, e.4), arraySort(groupArray((events.time, events.seq, label, is_anchor))))';
  // From the first time on that a visit was there.
  const part =
    direction === 'next'
      ? `arraySlice(trail, arrayFirstIndex(e -> e.2, trail))`
      : `arrayReverse(arraySlice(trail, 1, arrayFirstIndex(e -> e.2, trail)))`;
  const labels = 'arrayMap(e -> e.1, part)';
  const rows = await clickhouse.query<{ path: [string, string][]; visits: number; total: number }>(
    `SELECT path, count() AS visits, sum(count()) OVER () AS total FROM (
        SELECT ${part} AS part, ${labels} AS labels,
          arraySlice(arrayFilter((l, i) -> i = 1 OR l != labels[i - 1], labels, arrayEnumerate(labels)), 2, ${steps}) AS path
        FROM (
          SELECT ${trail} AS trail FROM (
            SELECT events.visit, events.time, events.seq, ${label} AS label, ${anchor} AS is_anchor FROM events WHERE ${events}
          ) AS events GROUP BY events.visit
        ) WHERE arrayExists(e -> e.2, trail)
      ) GROUP BY path ORDER BY visits DESC, path LIMIT ${limit}`,
    bound.params,
  );
  return {
    from: timestamp(question.from),
    to: timestamp(question.to),
    timezone: question.timezone,
    visits: rows[0]?.total ?? 0,
    paths: rows.map(({ path, visits }) => ({
      steps: path.map(([event, page]) => ({ event: event || null, page: event ? null : page })),
      visits,
    })),
  };
}
