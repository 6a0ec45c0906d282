// Sends events at a fixed rate for minutes, and prints what is accepted, what is visible, the backlog and the delay of reports. A second
// project receives an event a second, and the time until its reports include the event is printed.
//
//   npm run -w bench flood -- --seconds 600 --rate 30000
//   npm run -w bench flood -- --seconds 600 --rate 40000 --anonymous
import { parseArgs } from 'node:util';
import { freePort } from '@earshot/server/testing/process';
import { startCalmProject } from './calm-project.ts';
import { openProject, printLine, startEarshot, withFolder } from '../measure.ts';
import { lagQuantile, type Metrics, readMetrics } from '../metrics.ts';
import { BROWSER, buildAddress } from '../seeding.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    /** Events per second. */
    rate: { type: 'string', default: '30000' },
    /** Events per request. */
    batch: { type: 'string', default: '100' },
    /** Number of visitors. */
    visitors: { type: 'string', default: '50000' },
    /** Visitors without a `user_id`. A request has the events of one browser. */
    anonymous: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const rate = Number(values.rate);
const batch = Number(values.batch);
const visitors = Number(values.visitors);

const REPORT_EVERY_MS = 10_000;
const MAX_CONNECTIONS = 40;

await withFolder(async (folder) => {
  const metricsPort = await freePort();
  const earshot = await startEarshot(folder, {
    EARSHOT_METRICS_PORT: String(metricsPort),
    EARSHOT_TRUST_PROXY: '1',
    EARSHOT_INBOX_EVENTS: '10000000',
  });
  try {
    const { project, team, accessToken } = await openProject(folder, earshot.url);
    const calm = await startCalmProject(team, { url: earshot.url, accessToken });
    const flood = startFlood(earshot);
    const reports = startReports(earshot.url, accessToken, project.id);
    const begin = Date.now();
    printLine('seconds  accepted  visible  backlog  lag p50  lag p99  report p50 ms');
    let last = await readMetrics(metricsPort);
    let lastAccepted = 0;
    while (Date.now() - begin < seconds * 1_000) {
      await new Promise((resolve) => setTimeout(resolve, REPORT_EVERY_MS));
      const metrics = await readMetrics(metricsPort);
      const perSecond = (count: number) => Math.round((count * 1_000) / REPORT_EVERY_MS).toLocaleString('en');
      printLine(
        [
          Math.round((Date.now() - begin) / 1_000),
          perSecond(flood.accepted() - lastAccepted),
          perSecond(metrics.forwarded - last.forwarded),
          metrics.waiting.toLocaleString('en'),
          quantile(metrics, last, 0.5),
          quantile(metrics, last, 0.99),
          reports.takeMedian(),
        ].join('  '),
      );
      last = metrics;
      lastAccepted = flood.accepted();
    }
    const delays = await calm.stop();
    await flood.stop();
    reports.stop();
    const drainBegin = Date.now();
    while ((await readMetrics(metricsPort)).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 100));
    const { forwarded } = await readMetrics(metricsPort);
    // Without the events of the calm project.
    const visible = forwarded - delays.length;
    printLine(`backlog empty after ${((Date.now() - drainBegin) / 1_000).toFixed(1)} s`);
    printLine(
      `an event of a calm project is visible after ${findQuantile(delays, 0.5)} ms, p95 ${findQuantile(delays, 0.95)} ms (${delays.length} events)`,
    );
    printLine(
      `${flood.accepted().toLocaleString('en')} events accepted, ${visible.toLocaleString('en')} visible, ${flood.refused()} requests refused`,
    );
  } finally {
    await earshot.end('SIGTERM');
  }
});

/** Sends requests on time. A server that falls behind is sent at most what is due for a second. */
function startFlood({ url, key }: { url: string; key: string }) {
  let [accepted, refused, sent] = [0, 0, 0];
  const running = new Set<Promise<void>>();
  let due = 0;
  let last = performance.now();
  const send = async () => {
    const first = sent;
    sent += batch;
    const events = Array.from({ length: batch }, (_, index) => ({
      url: `https://acme.com/page-${(first + index) % 500}`,
      ...(!values.anonymous && { user_id: `u${(first + index) % visitors}` }),
    }));
    const response = await fetch(`${url}/v1/analytics/events`, {
      method: 'POST',
      headers: {
        'x-project-key': key,
        'content-type': 'application/json',
        'user-agent': BROWSER,
        'x-forwarded-for': buildAddress(Math.floor(first / batch) % visitors),
      },
      body: JSON.stringify({ events }),
    }).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.status === 202) accepted += batch;
    else refused++;
  };
  const timer = setInterval(() => {
    const now = performance.now();
    due = Math.min(due + ((now - last) / 1_000) * rate, rate);
    last = now;
    const requests = Math.min(Math.floor(due / batch), MAX_CONNECTIONS - running.size);
    due -= requests * batch;
    for (let n = 0; n < requests; n++) {
      const request = send().finally(() => running.delete(request));
      running.add(request);
    }
  }, 5);
  return {
    accepted: () => accepted,
    refused: () => refused,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(running);
    },
  };
}

/** Requests an overview twice a second. */
function startReports(url: string, token: string, projectId: string) {
  let times: number[] = [];
  let isBusy = false;
  const ask = async () => {
    if (isBusy) return;
    isBusy = true;
    const headers = { authorization: `Bearer ${token}` };
    const begin = performance.now();
    const response = await fetch(`${url}/v1/analytics/overview?period=24h&project_id=${projectId}`, { headers });
    await response.arrayBuffer();
    times.push(performance.now() - begin);
    isBusy = false;
  };
  const timer = setInterval(() => void ask(), 500);
  return {
    takeMedian: () => {
      const sorted = times.toSorted((a, b) => a - b);
      times = [];
      return sorted[Math.floor(sorted.length / 2)]?.toFixed(0) ?? '–';
    },
    stop: () => clearInterval(timer),
  };
}

function quantile(now: Metrics, before: Metrics, share: number): string {
  const bound = lagQuantile(now, before, share);
  return bound === undefined ? '–' : `≤ ${bound} s`;
}

/** Returns a quantile of sorted durations, in milliseconds. */
function findQuantile(sorted: number[], share: number): string {
  return sorted[Math.ceil(sorted.length * share) - 1]?.toFixed(0) ?? '–';
}
