// The baseline of reports: the same figures from plain statements over one plain table, ordered by time, in which each event has the
// columns of its visit. No rollups, and visits never change. Runs in the process, without HTTP.
import { openClickHouse } from '@earshot/server/platform/clickhouse/clickhouse';
import { raw, sql, type Sql } from '@earshot/server/platform/clickhouse/sql';
import { readConfig } from '@earshot/server/platform/config/config';

const COLUMNS =
  raw(`project_id UUID, time DateTime64(3, 'UTC'), person UInt64, visit UInt64, name LowCardinality(String), path String,
  source LowCardinality(String), country LowCardinality(String), device LowCardinality(String), browser LowCardinality(String),
  os LowCardinality(String), properties Map(LowCardinality(String), String)`);
const MONTHS = 4;

/** Copies the events of a project, measures, and removes the copy. No Earshot may run on the folder. */
export async function askPlainTable<T>(folder: string, project: string, timesOf: (ask: () => Promise<void>) => Promise<T>) {
  const clickhouse = await openClickHouse(readConfig({ EARSHOT_DATA_DIR: folder }));
  try {
    await clickhouse.command(
      sql`CREATE TABLE plain (${COLUMNS}) ENGINE = MergeTree PARTITION BY toYYYYMM(time) ORDER BY (project_id, time)`,
    );
    for (let month = 0; month < MONTHS; month++)
      await clickhouse.command(
        sql`INSERT INTO plain SELECT project_id, time, person, visit, name, path, source, country, device, browser, os, properties FROM events
         WHERE project_id = ${project} AND toYYYYMM(time) = toYYYYMM(now() - toIntervalMonth(${month}))`,
      );
    const source = sql`FROM plain WHERE project_id = ${project} AND time >= toStartOfDay(now64(3)) - toIntervalDay(29) AND time < now64(3)`;
    const selectTotals = (count: Sql) =>
      sql`SELECT ${count}(person), ${count}(visit), countIf(name = 'page_view'), count() ${source}`;
    const statements: [name: string, statement: Sql][] = [
      ['people, visits, views, about', selectTotals(raw('uniq'))],
      ['the same, exactly', selectTotals(raw('uniqExact'))],
      [
        'visits, bounces, duration',
        sql`SELECT count(), countIf(views = 1), avg(took) FROM (
           SELECT countIf(name = 'page_view') AS views, max(time) - min(time) AS took ${source} GROUP BY visit)`,
      ],
      [
        'pages of a source, exactly',
        sql`SELECT path, uniqExact(person) AS people, uniqExact(visit), count() ${source} AND source = 'Google' AND name = 'page_view'
         GROUP BY path ORDER BY people DESC LIMIT 20`,
      ],
      ['people, visits, views of two filters, about', sql`${selectTotals(raw('uniq'))} AND source = 'Google' AND country = 'US'`],
      ['people, visits, views of a property, about', sql`${selectTotals(raw('uniq'))} AND properties['plan'] = 'pro'`],
      [
        'funnel of three steps',
        sql`SELECT level, count() FROM (
           SELECT windowFunnel(86400)(toDateTime(time), path = '/page-0', path = '/page-1', name = 'signup') AS level ${source} GROUP BY person
         ) GROUP BY level`,
      ],
    ];
    const rows: [name: string, times: T][] = [];
    for (const [name, statement] of statements)
      rows.push([name, await timesOf(async () => void (await clickhouse.query(statement)))]);
    return rows;
  } finally {
    await clickhouse.command(sql`DROP TABLE IF EXISTS plain SYNC`);
    await clickhouse.close();
  }
}
