import { ORIGIN_FIELDS } from '../event.ts';
import { at, type Question, type ReportDeps, scopeOf } from '../query/report-query.ts';

const ROWS = 20_000;
const DAY_MS = 86_400_000;

export const EXPORT_COLUMNS = [
  'time',
  'event_id',
  'name',
  'visitor',
  'visit',
  'page',
  'query',
  'title',
  'interactive',
  'properties',
  ...ORIGIN_FIELDS,
];

interface ExportedEvent {
  time: string;
  ms: number;
  seq: string;
  [column: string]: unknown;
}

/** Events in order of time, however many: some at once, at the reader's pace, and no state is held between. */
export async function* exportEvents({ clickhouse }: ReportDeps, question: Question): AsyncGenerator<object> {
  for (let day = question.from; day < question.to; day += DAY_MS) {
    const end = Math.min(day + DAY_MS, question.to);
    let after: { ms: number; seq: string } | undefined;
    for (;;) {
      const { bound, events } = scopeOf(question, { from: day, to: end });
      const rest: string = after
        ? `AND (events.time, events.seq) > (${at(bound, after.ms)}, ${bound.bind(BigInt(after.seq), 'UInt64')})`
        : '';
      const rows: ExportedEvent[] = await clickhouse.query<ExportedEvent>(
        `SELECT concat(replaceOne(toString(events.time), ' ', 'T'), 'Z') AS time, toUnixTimestamp64Milli(events.time) AS ms, toString(events.seq) AS seq,
          toString(events.id) AS event_id, events.name AS name, toString(events.person) AS visitor, toString(events.visit) AS visit,
          events.path AS page, toJSONString(events.properties) AS properties, ${PLAIN}
        FROM events WHERE ${events} ${rest} ORDER BY events.time, events.seq LIMIT ${ROWS}`,
        bound.params,
      );
      yield* rows;
      const last = rows.at(-1);
      if (!last || rows.length < ROWS) break;
      after = last;
    }
  }
}

const MADE = new Set(['time', 'event_id', 'name', 'visitor', 'visit', 'page', 'properties']);
const PLAIN = EXPORT_COLUMNS.filter((column) => !MADE.has(column))
  .map((column) => `events.${column} AS ${column}`)
  .join(', ');
