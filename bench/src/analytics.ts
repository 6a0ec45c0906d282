// Questions over 1, 10 and 100 million events of one project in 90 days, and what they take on disk and in memory: by rollups of settled
// days, by events alone (asked about bots too, of which there are none), and while events come in. The engine makes the events itself.
// Sizes in millions are arguments: `npm run -w bench analytics -- 1 10`.
import { readFileSync } from 'node:fs';
import pino from 'pino';
import { settleDays } from '../../server/src/analytics/settling.ts';
import { type ClickHouse, openClickHouse } from '../../server/src/clickhouse/clickhouse.ts';
import { createTables } from '../../server/src/clickhouse/schema.ts';
import { readConfig } from '../../server/src/config.ts';
import { parseId } from '../../server/src/ids.ts';
import { openDatabase } from '../../server/src/server.ts';
import { createToken, median, printTable, startEarshot, withFolder } from './measure.ts';

const DAYS = 90;
const ROUNDS = 11;
/** Batches of events that come in meanwhile. */
const BATCH = 100;
const BATCHES_PER_SECOND = 10;
const EVENTS_PER_VISIT = 4;

const sizes = process.argv.slice(2).map(Number);

for (const millions of sizes.length ? sizes : [1, 10]) await withFolder((folder) => measure(folder, millions));

async function measure(folder: string, millions: number): Promise<void> {
  const first = await startEarshot(folder);
  const token = createToken({ EARSHOT_DATA_DIR: folder });
  const headers = { authorization: `Bearer ${token}` };
  const { data } = (await (await fetch(`${first.url}/v1/projects`, { headers })).json()) as { data: { id: string }[] };
  const project = data[0]?.id as string;
  await first.end('SIGTERM');
  const { bytes, loadedIn, settledIn, days } = await fill(
    folder,
    parseId('prj', project) as string,
    (millions * 1e6) / EVENTS_PER_VISIT,
  );

  const earshot = await startEarshot(folder);
  try {
    const ask = async (path: string, query: Record<string, string> = {}, body?: object): Promise<void> => {
      const search = new URLSearchParams({ project_id: project, period: '30d', ...query });
      const response = await fetch(`${earshot.url}/v1/analytics/${path}?${search.toString()}`, {
        method: body ? 'POST' : 'GET',
        headers: { ...headers, 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
      });
      if (response.status !== 200) throw new Error(await response.text());
      await response.arrayBuffer();
    };
    const steps = [{ page: '/page-0' }, { page: '/page-1' }, { event: 'signup' }];
    const questions: [name: string, ask: () => Promise<void>, aim: string][] = [
      ['an answer of nothing', () => ask('goals'), ''],
      ['overview, 30 of 90 days, with the 30 before', () => ask('overview'), '50'],
      ['overview alone', () => ask('overview', { compare: 'none' }), '50'],
      ['overview, 90 days', () => ask('overview', { compare: 'none', period: '90d' }), ''],
      ['visitors by day', () => ask('timeseries'), '50'],
      ['visits by day', () => ask('timeseries', { metric: 'visits' }), '50'],
      ['pages', () => ask('pages'), '50'],
      ['sources', () => ask('sources'), '50'],
      ['countries', () => ask('countries'), '50'],
      ['devices', () => ask('devices'), '50'],
      ['entry pages', () => ask('breakdown', { by: 'entry_page' }), '50'],
      ['pages of a source', () => ask('pages', { filter: 'source:is:Google' }), '100'],
      ['overview of a source', () => ask('overview', { filter: 'source:is:Google', compare: 'none' }), '100'],
      ['overview of a property', () => ask('overview', { filter: 'property:plan:is:pro', compare: 'none' }), '150'],
      ['funnel of three steps', () => ask('funnel', {}, { steps }), '250'],
      ['retention by week', () => ask('retention'), ''],
    ];
    const asEvents = (query: Record<string, string> = {}) => ({ bots: 'include', ...query });
    const rows: string[][] = [];
    for (const [name, run, aim] of questions) rows.push([name, ...(await timesOf(run)), aim]);
    for (const [name, run] of [
      ['overview alone, by events', () => ask('overview', asEvents({ compare: 'none' }))],
      ['visitors by day, by events', () => ask('timeseries', asEvents())],
      ['pages, by events', () => ask('pages', asEvents())],
      ['sources, by events', () => ask('sources', asEvents())],
    ] as const)
      rows.push([name, ...(await timesOf(run)), '']);
    const sending = sendEvents(earshot);
    for (const [name, run, aim] of questions) rows.push([`${name}, while events come`, ...(await timesOf(run)), aim]);
    await sending.stop();
    console.log(
      `\n${millions} million events, loaded in ${loadedIn.toFixed(0)} s; ${days} days summed up in ${settledIn.toFixed(0)} s; ${sending.count()} more came`,
    );
    printTable([['question', 'median ms', 'p95 ms', 'aim at 10 million'], ...rows]);
    const status = readFileSync(`/proc/${earshot.child.pid}/status`, 'utf8');
    const megabytes = (field: string) => Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
    console.log(
      `bytes an event on disk: ${bytes.map(({ table, bytes: size }) => `${table} ${(size / millions / 1e6).toFixed(1)}`).join(', ')}; the process has ${megabytes('RssAnon')} MB of memory now, ${megabytes('VmHWM')} MB with files at most`,
    );
  } finally {
    await earshot.end('SIGTERM');
  }
}

/** Medians, or why it has none: what is too much for the engine's limits is a figure too. */
async function timesOf(run: () => Promise<void>): Promise<[median: string, p95: string]> {
  const failed = await run().then(
    () => undefined,
    (error: Error) => error,
  );
  if (failed) return ['failed', failed.message];
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const begin = performance.now();
    await run();
    times.push(performance.now() - begin);
  }
  const p95 = times.toSorted((a, b) => a - b)[Math.ceil(ROUNDS * 0.95) - 1] as number;
  return [median(times).toFixed(0), p95.toFixed(0)];
}

/** Sends batches at a steady rate until it is stopped. */
function sendEvents({ url, key }: { url: string; key: string }) {
  const stopping = new AbortController();
  let count = 0;
  const headers = { 'x-project-key': key, 'content-type': 'application/json' };
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const events = Array.from({ length: BATCH }, () => ({ url: `/page-${count++ % 500}`, user_id: `new-${count % 20_000}` }));
      const pause = new Promise((resolve) => setTimeout(resolve, 1_000 / BATCHES_PER_SECOND));
      const { status } = await fetch(`${url}/v1/analytics/events`, { method: 'POST', headers, body: JSON.stringify({ events }) });
      if (status !== 202) throw new Error(`events were answered ${status}`);
      await pause;
    }
  })();
  return {
    count: () => count,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Days as they would have settled by now. */
async function sumUp(folder: string, project: string, clickhouse: ClickHouse): Promise<number> {
  const log = pino({ level: 'warn' });
  const stops: (() => unknown)[] = [];
  const { pool, db } = await openDatabase(readConfig({ EARSHOT_DATA_DIR: folder }), log, stops);
  const hours = Array.from({ length: DAYS * 24 }, (_, n) => new Date(Math.floor(Date.now() / 3_600_000 - n) * 3_600_000));
  await pool.query(
    `INSERT INTO analytics_touched_hours (project_id, hour, version, touched_at)
    SELECT $1::uuid, hour, 0, now() - interval '1 day' FROM unnest($2::timestamptz[]) AS hour`,
    [project, hours],
  );
  const days = await settleDays({ db, clickhouse, cluster: undefined });
  for (const stop of stops.toReversed()) await stop();
  return days;
}

/** Makes visits of one to seven events each, of people who come for a day, and of some who sign in and come again, and sums up their days. */
async function fill(folder: string, project: string, visits: number) {
  const loading = performance.now();
  const clickhouse = await openClickHouse(readConfig({ EARSHOT_DATA_DIR: folder }));
  await createTables(clickhouse, undefined);
  const today = new Date().toISOString().slice(0, 10);
  const visit = `
    SELECT number, sipHash64(number) AS h, intDiv(number * ${DAYS}, ${visits}) AS day,
      toDateTime64('${today} 00:00:00', 3, 'UTC') - toIntervalDay(${DAYS - 1} - day) + toIntervalMillisecond(h % 80000000) AS start,
      1 + h % 7 AS events, bitShiftRight(h, 10) AS a, bitShiftRight(h, 20) AS b, bitShiftRight(h, 30) AS c,
      if(a % 5 = 0, concat('user-', toString(b % ${Math.round(visits / 20)})), '') AS user_id,
      if(a % 5 = 0, sipHash64(user_id), sipHash64(day, b % ${Math.round(visits / DAYS)})) AS person, sipHash64(number, 'visit') AS id,
      ['Google', 'Google', 'Google', '', '', 'Bing', 'Hacker News', 'X', 'example.org', 'newsletter'][1 + c % 10] AS source,
      ['DE', 'US', 'US', 'GB', 'FR', 'IN', 'BR', 'JP'][1 + b % 8] AS country, ['Desktop', 'Mobile', 'Mobile', 'Tablet'][1 + a % 4] AS device,
      ['Chrome', 'Chrome', 'Safari', 'Firefox'][1 + b % 4] AS browser, ['Windows', 'iOS', 'Android', 'macOS'][1 + a % 4] AS os
    FROM numbers({from}, {count})`;
  const origin = `'acme.com' AS hostname, '' AS bot, if(source = '', '', concat(lower(source), '.com')) AS referrer, source, if(source = '', 'Direct', 'Referral') AS channel,
    if(c % 20 = 0, 'launch', '') AS utm_campaign, country, concat(country, '-', toString(b % 5)) AS region, concat('City ', toString(b % 300)) AS city,
    'en' AS language, device, browser, os, [390, 1440, 1920, 834][1 + a % 4] AS screen_width, user_id`;
  const page = (place: string) => `concat('/page-', toString(toUInt32(pow((sipHash64(h, ${place}) % 1000) / 1000, 3) * 500)))`;
  const portion = 1_000_000;
  for (let from = 0; from < visits; from += portion) {
    const source = visit.replace('{from}', String(from)).replace('{count}', String(Math.min(portion, visits - from)));
    await clickhouse.command(`INSERT INTO visits (project_id, person, id, sign, version, start, end, events, page_views, interactions, entry_page, entry_time,
        exit_page, exit_time, hostname, bot, referrer, source, channel, utm_campaign, country, region, city, language, device, browser, os, screen_width, user_id)
      SELECT '${project}', person, id, 1, 1, start, start + toIntervalMinute(events - 1), events,
        arrayCount(i -> i = 0 OR sipHash64(h, i, 'kind') % 8 > 0, range(events)) AS page_views, events - page_views, ${page('0')}, start,
        ${page('events - 1')}, start + toIntervalMinute(events - 1), ${origin} FROM (${source})`);
    await clickhouse.command(`INSERT INTO events (project_id, time, seq, id, person, visit, name, interactive, path, properties,
        hostname, bot, referrer, source, channel, utm_campaign, country, region, city, language, device, browser, os, screen_width, user_id)
      SELECT '${project}', start + toIntervalMinute(i), number * 8 + i, generateUUIDv4(), person, id,
        if(i = 0 OR sipHash64(h, i, 'kind') % 8 > 0, 'page_view', 'signup'), 1, ${page('i')},
        if(i % 2 = 0, map('plan', ['free', 'free', 'pro'][1 + a % 3], 'variant', toString(b % 4)), map()), ${origin}
      FROM (${source}) ARRAY JOIN range(events) AS i`);
  }
  const loadedIn = (performance.now() - loading) / 1_000;
  const settling = performance.now();
  const days = await sumUp(folder, project, clickhouse);
  const settledIn = (performance.now() - settling) / 1_000;
  const disk = await clickhouse.query<{ table: string; bytes: number }>(
    'SELECT table, sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND database = currentDatabase() GROUP BY table',
  );
  await clickhouse.close();
  return { bytes: disk, loadedIn, settledIn, days };
}
