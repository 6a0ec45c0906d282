// Creates large, reproducible data sets for benchmarks.
import type pg from 'pg';
import pino from 'pino';
import { buildRollups } from '@earshot/server/services/analytics/rollups/builder';
import { type ClickHouse, openClickHouse } from '@earshot/server/platform/clickhouse/clickhouse';
import { createTables } from '@earshot/server/platform/clickhouse/schema';
import { literal, raw, sql, type Sql, typed } from '@earshot/server/platform/clickhouse/sql';
import { readConfig } from '@earshot/server/platform/config/config';
import { openDatabase } from '@earshot/server/platform/postgres/connections';
import { load, vacuum } from './measure.ts';

const DAYS = 90;
const EVENTS_PER_VISIT = 4;

const WORDS = 'dark mode export import calendar slow crash login mobile offline search filter report invoice email'.split(' ');
const buildTitle = (n: number) => `${WORDS[n % WORDS.length]} ${WORDS[(n * 7) % WORDS.length]} ${n}`;
/** A `User-Agent` that is no bot. */
export const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Safari/537.36';
/** Returns the address of a visitor, for `X-Forwarded-For`. */
export const buildAddress = (visitor: number): string => `10.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}`;

export const submission = (n: number) =>
  JSON.stringify({ title: buildTitle(n), type: 'feature', description: 'It would spare us an hour every week.' });

/** Submits feedback entries over HTTP to an Earshot on a folder, and vacuums its tables. Returns ids of entries. */
export async function fillFeedback(
  url: string,
  headers: Record<string, string>,
  { folder, count }: { folder: string; count: number },
): Promise<string[]> {
  let n = 0;
  await load({
    url,
    amount: count,
    requests: [{ method: 'POST', headers, setupRequest: (request) => ({ ...request, body: submission(n++) }) }],
  });
  await vacuum(folder);
  const ids: string[] = [];
  for (let page = 1; page <= 10; page++) {
    const response = await fetch(`${url}?limit=100&page=${page}`, { headers });
    const { data } = (await response.json()) as { data: { id: string }[] };
    ids.push(...data.map(({ id }) => id));
  }
  return ids;
}

/** Fills a waitlist in which one of five people was referred, and referrers have moved up. Returns the number of referrals. */
export async function fillWaitlist(db: pg.Client, project: string, count: number): Promise<number> {
  await db.query(
    `INSERT INTO waitlist_entries (project_id, id, number, email, email_key, rank, referral_code, referred_by, boost, search, confirmed_at,
       created_at, updated_at)
     SELECT $1, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n, n || '@example.com', n || '@example.com',
       row_number() OVER (ORDER BY n - (n % 7) * random() * 1000), 'code' || n,
       CASE WHEN n % 5 = 0 THEN ('00000000-0000-7000-8000-' || lpad(to_hex(1 + floor(random() * n)::int), 12, '0'))::uuid END,
       CASE WHEN n % 5 = 0 THEN 1 END, '', now(), now() - interval '1 second' * ($2 - n), now()
     FROM generate_series(1, $2::int) AS n`,
    [project, count],
  );
  const { rows } = await db.query<{ count: number }>('SELECT count(*)::int FROM waitlist_entries WHERE referred_by IS NOT NULL');
  await db.query(
    `UPDATE waitlist_entries e SET referral_count = r.count
     FROM (SELECT referred_by, count(*)::int AS count FROM waitlist_entries WHERE referred_by IS NOT NULL GROUP BY 1) r WHERE e.id = r.referred_by`,
  );
  await db.query('INSERT INTO waitlist_lines (project_id, last_number, last_rank, waiting) VALUES ($1, $2, $2, $2)', [
    project,
    count,
  ]);
  await db.query(
    'INSERT INTO waitlist_rank_buckets (project_id, bucket, count) SELECT $1, rank >> 10, count(*) FROM waitlist_entries GROUP BY 2',
    [project],
  );
  await db.query('VACUUM ANALYZE waitlist_entries, waitlist_rank_buckets');
  return rows[0]?.count ?? 0;
}

/** Builds the rollups of all generated days. Returns the number of days. */
async function buildGeneratedDays(folder: string, project: string, clickhouse: ClickHouse): Promise<number> {
  const log = pino({ level: 'warn' });
  await using cleanups = new AsyncDisposableStack();
  const {
    db,
    pools: { requests: pool },
  } = await openDatabase(readConfig({ EARSHOT_DATA_DIR: folder }), log, cleanups);
  const hours = Array.from({ length: DAYS * 24 }, (_, n) => new Date(Math.floor(Date.now() / 3_600_000 - n) * 3_600_000));
  await pool.query(
    `INSERT INTO analytics_touched_hours (project_id, hour, version, touched_at)
    SELECT $1::uuid, hour, 0, now() - interval '1 day' FROM unnest($2::timestamptz[]) AS hour`,
    [project, hours],
  );
  // Batches count events by day.
  const counts = await clickhouse.query<{ day: string; events: number }>(
    sql`SELECT toString(toDate(time)) AS day, count() AS events FROM events WHERE project_id = ${typed(project, 'UUID')} GROUP BY day`,
  );
  await pool.query(
    `INSERT INTO analytics_event_counts (project_id, day, events) SELECT $1::uuid, day, events
    FROM json_to_recordset($2::json) AS counts(day date, events bigint) ON CONFLICT (project_id, day) DO UPDATE SET events = excluded.events`,
    [project, JSON.stringify(counts)],
  );
  return await buildRollups({ db, clickhouse, cluster: undefined }, { maxDays: DAYS });
}

/**
 * Generates visits of one to seven events within 90 days, of anonymous visitors and of identified users who return, and builds their
 * rollups. ClickHouse generates the events. No Earshot may run on the folder.
 */
export async function fillEvents(folder: string, project: string, count: number) {
  const visits = count / EVENTS_PER_VISIT;
  const loading = performance.now();
  const clickhouse = await openClickHouse(readConfig({ EARSHOT_DATA_DIR: folder }));
  await createTables(clickhouse, undefined);
  const today = new Date().toISOString().slice(0, 10);
  const selectVisits = (from: number, to: number) => sql`
    SELECT number, sipHash64(number) AS h, intDiv(number * ${literal(DAYS)}, ${literal(visits)}) AS day,
      toDateTime64(${`${today} 00:00:00`}, 3, 'UTC') - toIntervalDay(${literal(DAYS - 1)} - day) + toIntervalMillisecond(h % 80000000) AS start,
      1 + h % 7 AS events, bitShiftRight(h, 10) AS a, bitShiftRight(h, 20) AS b, bitShiftRight(h, 30) AS c,
      if(a % 5 = 0, concat('user-', toString(b % ${literal(Math.round(visits / 20))})), '') AS user_id,
      if(a % 5 = 0, sipHash64(user_id), sipHash64(day, b % ${literal(Math.round(visits / DAYS))})) AS person, sipHash64(number, 'visit') AS id,
      ['Google', 'Google', 'Google', '', '', 'Bing', 'Hacker News', 'X', 'example.org', 'newsletter'][1 + c % 10] AS source,
      ['DE', 'US', 'US', 'GB', 'FR', 'IN', 'BR', 'JP'][1 + b % 8] AS country, ['Desktop', 'Mobile', 'Mobile', 'Tablet'][1 + a % 4] AS device,
      ['Chrome', 'Chrome', 'Safari', 'Firefox'][1 + b % 4] AS browser, ['Windows', 'iOS', 'Android', 'macOS'][1 + a % 4] AS os
    FROM numbers(${literal(from)}, ${literal(to - from)})`;
  const origin =
    raw(`'acme.com' AS hostname, '' AS bot, if(source = '', '', concat(lower(source), '.com')) AS referrer, source, if(source = '', 'Direct', 'Referral') AS channel,
    if(c % 20 = 0, 'launch', '') AS utm_campaign, country, concat(country, '-', toString(b % 5)) AS region, concat('City ', toString(b % 300)) AS city,
    'en' AS language, device, browser, os, [390, 1440, 1920, 834][1 + a % 4] AS screen_width, user_id`);
  const page = (index: Sql) =>
    sql`concat('/page-', toString(toUInt32(pow((sipHash64(h, toUInt8(${index})) % 1000) / 1000, 3) * 500)))`;
  const isPageView = raw(`i = 0 OR sipHash64(h, i, 'kind') % 8 > 0`);
  const portion = 1_000_000;
  for (let from = 0; from < visits; from += portion) {
    const source = selectVisits(from, Math.min(from + portion, visits));
    await clickhouse.command(sql`INSERT INTO visits (project_id, person, id, sign, version, start, end, events, page_views, interactions, entry_page, entry_time,
        exit_page, exit_time, hostname, bot, referrer, source, channel, utm_campaign, country, region, city, language, device, browser, os, screen_width, user_id)
      SELECT ${project}, person, id, 1, 1, start, start + toIntervalMinute(events - 1), events,
        arrayCount(i -> ${isPageView}, range(events)) AS page_views, events - page_views, ${page(raw('0'))}, start,
        ${page(raw('last'))}, start + toIntervalMinute(last), ${origin}
      FROM (SELECT *, arrayLast(i -> ${isPageView}, range(events)) AS last FROM (${source}))`);
    await clickhouse.command(sql`INSERT INTO events (project_id, time, seq, id, person, visit, name, interactive, path, properties,
        hostname, bot, referrer, source, channel, utm_campaign, country, region, city, language, device, browser, os, screen_width, user_id)
      SELECT ${project}, start + toIntervalMinute(i), number * 8 + i, generateUUIDv4(), person, id,
        if(${isPageView}, 'page_view', 'signup'), 1, ${page(raw('i'))},
        if(i % 2 = 0, map('plan', ['free', 'free', 'pro'][1 + a % 3], 'variant', toString(b % 4)), map()), ${origin}
      FROM (${source}) ARRAY JOIN range(events) AS i`);
  }
  const loadedIn = (performance.now() - loading) / 1_000;
  const building = performance.now();
  const days = await buildGeneratedDays(folder, project, clickhouse);
  const builtIn = (performance.now() - building) / 1_000;
  const disk = await clickhouse.query<{ table: string; bytes: number }>(
    sql`SELECT table, sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND database = currentDatabase() GROUP BY table`,
  );
  await clickhouse.close();
  return { bytes: disk, loadedIn, builtIn, days };
}
