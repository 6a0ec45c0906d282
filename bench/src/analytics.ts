// Measures reports over 1, 10 or 100 million events of one project in 90 days, and their disk and memory usage: with rollups, from events
// alone (`bots=include` rules rollups out), during ingestion, and after it. The baseline is plain statements over a plain table. ClickHouse
// generates the events. Arguments are sizes in millions: `npm run -w bench analytics -- 1 10`. `--rate 5000` sends that many events per
// second during ingestion, 1,000 by default.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseId } from '@earshot/server/platform/ids';
import { createToken, median, printLine, printTable, startEarshot, withFolder } from './measure.ts';
import { askPlainTable } from './plain-table.ts';
import { fillEvents } from './seeding.ts';

const ROUNDS = 21;
/** Events in a batch that is sent during the reports. */
const BATCH = 100;
const BATCHES_PER_SECOND = 10;
/** Reports wait for earlier events at first. After this time the project counts as a stream, and reports no longer wait. */
const STREAM_MS = 5_000;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { rate: { type: 'string', default: '1000' } } });
/** Events per second during ingestion, a multiple of `BATCH` times `BATCHES_PER_SECOND`. */
const RATE = Number(values.rate);

for (const millions of positionals.length ? positionals.map(Number) : [1, 10])
  await withFolder((folder) => measure(folder, millions));

async function measure(folder: string, millions: number): Promise<void> {
  const first = await startEarshot(folder);
  const token = createToken({ EARSHOT_DATA_DIR: folder });
  const headers = { authorization: `Bearer ${token}` };
  const { data } = (await (await fetch(`${first.url}/v1/projects`, { headers })).json()) as { data: { id: string }[] };
  const project = data[0]?.id as string;
  await first.end('SIGTERM');
  const projectId = parseId('prj', project) as string;
  const { bytes, loadedIn, builtIn, days } = await fillEvents(folder, projectId, millions * 1e6);
  const baseline = await askPlainTable(folder, projectId, measureTimes);

  const earshot = await startEarshot(folder);
  try {
    const get = async (path: string, query: Record<string, string> = {}, body?: object): Promise<void> => {
      const search = new URLSearchParams({ project_id: project, ...query });
      const response = await fetch(`${earshot.url}/v1/analytics/${path}?${search.toString()}`, {
        method: body ? 'POST' : 'GET',
        headers: { ...headers, 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
      });
      if (response.status !== 200) throw new Error(await response.text());
      await response.arrayBuffer();
    };
    const ask = (path: string, query: Record<string, string> = {}, body?: object) => get(path, { period: '30d', ...query }, body);
    const steps = [{ page: '/page-0' }, { page: '/page-1' }, { event: 'signup' }];
    const questions: [name: string, ask: () => Promise<void>, aim: string][] = [
      ['baseline request', () => get('goals'), ''],
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
      ['visitors by day of a source', () => ask('timeseries', { filter: 'source:is:Google' }), '100'],
      ['sources of a page', () => ask('sources', { filter: 'page:is:/page-3' }), '100'],
      ['visitors by day of a page', () => ask('timeseries', { filter: 'page:is:/page-3' }), '100'],
      ['overview of a property', () => ask('overview', { filter: 'property:plan:is:pro', compare: 'none' }), '150'],
      ['visitors by day of a property', () => ask('timeseries', { filter: 'property:plan:is:pro' }), '150'],
      ['funnel of three steps', () => ask('funnel', {}, { steps }), '250'],
      ['funnel of three steps, approximate', () => ask('funnel', { precision: 'approximate' }, { steps }), ''],
      ['funnel by source', () => ask('funnel', {}, { steps, breakdown_by: 'source' }), '500'],
      ['countries by device', () => ask('pivot', { by: 'country', across: 'device' }), '250'],
      ['pages by source', () => ask('pivot', { by: 'page', across: 'source' }), '500'],
      ['retention by week', () => ask('retention'), ''],
    ];
    const asEvents = (query: Record<string, string> = {}) => ({ bots: 'include', ...query });
    const rows: string[][] = [];
    for (const [name, run, aim] of questions) rows.push([name, ...(await measureTimes(run)), aim]);
    for (const [name, run] of [
      ['overview alone, from events', () => ask('overview', asEvents({ compare: 'none' }))],
      ['visitors by day, from events', () => ask('timeseries', asEvents())],
      ['pages, from events', () => ask('pages', asEvents())],
      ['sources, from events', () => ask('sources', asEvents())],
    ] as const)
      rows.push([name, ...(await measureTimes(run)), '']);
    const sending = sendEvents(earshot);
    await new Promise((resolve) => setTimeout(resolve, STREAM_MS));
    for (const [name, run, aim] of questions) rows.push([`${name}, during ingestion`, ...(await measureTimes(run)), aim]);
    await sending.stop();
    // The events of the ingestion are in the current day, which has no rollups.
    for (const [name, run, aim] of questions) rows.push([`${name}, after ingestion`, ...(await measureTimes(run)), aim]);
    printLine(
      `${millions} million events, loaded in ${loadedIn.toFixed(0)} s; ${days} days rolled up in ${builtIn.toFixed(0)} s; ${sending.count()} events during ingestion`,
    );
    rows.push(...baseline.map(([name, times]) => [`plain table: ${name}`, ...times, '']));
    printTable([['question', 'median ms', 'p95 ms', 'aim at 10 million'], ...rows]);
    const status = readFileSync(`/proc/${earshot.child.pid}/status`, 'utf8');
    const megabytes = (field: string) => Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
    printLine(
      `bytes per event on disk: ${bytes.map(({ table, bytes: size }) => `${table} ${(size / millions / 1e6).toFixed(1)}`).join(', ')}; anonymous memory ${megabytes('RssAnon')} MB, maximum including files ${megabytes('VmHWM')} MB`,
    );
  } finally {
    await earshot.end('SIGTERM');
  }
}

/** Returns median and p95 in milliseconds, or the reason of a failure, such as a limit of the engine. */
async function measureTimes(run: () => Promise<void>): Promise<[median: string, p95: string]> {
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

/** Sends batches at a steady rate, each sender a part of it, until it is stopped. */
function sendEvents({ url, key }: { url: string; key: string }) {
  const stopping = new AbortController();
  let count = 0;
  const headers = { 'x-project-key': key, 'content-type': 'application/json' };
  const send = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const events = Array.from({ length: BATCH }, () => ({ url: `/page-${count++ % 500}`, user_id: `new-${count % 20_000}` }));
      const pause = new Promise((resolve) => setTimeout(resolve, 1_000 / BATCHES_PER_SECOND));
      const { status } = await fetch(`${url}/v1/analytics/events`, { method: 'POST', headers, body: JSON.stringify({ events }) });
      if (status !== 202) throw new Error(`events were answered ${status}`);
      await pause;
    }
  };
  const running = Promise.all(Array.from({ length: RATE / (BATCH * BATCHES_PER_SECOND) }, send));
  return {
    count: () => count,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
