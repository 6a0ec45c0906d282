// Measures ingestion: single events on 50 connections next to a bare node:http server, batches of 100, and the delay to ClickHouse.
import type { Options } from 'autocannon';
import { freePort } from '@earshot/server/testing/process';
import { compare, load, type Measured, printLine, startEarshot, startYardstick, withFolder } from './measure.ts';

const BATCH = 100;
const BATCHES = 3_000;
/** Distinguish visitors. */
const USER_AGENTS = Array.from(
  { length: 1_000 },
  (_, n) => `Mozilla/5.0 (X11; Linux x86_64; rv:${n}.0) Gecko/20100101 Firefox/${n}.0`,
);

await withFolder(async (folder) => {
  const metricsPort = await freePort();
  const earshot = await startEarshot(folder, { EARSHOT_METRICS_PORT: String(metricsPort) });
  const yardstick = await startYardstick();
  try {
    const headers = { 'x-project-key': earshot.key, 'content-type': 'application/json', 'user-agent': USER_AGENTS[0] as string };
    const url = `${earshot.url}/v1/analytics/events`;
    let sent = 0;
    const event = () => ({
      url: `https://acme.com/page-${sent++ % 500}?utm_source=newsletter`,
      referrer: 'https://www.google.com/',
    });
    const single = (make: () => object): Options => ({
      url,
      requests: [
        {
          method: 'POST',
          headers,
          setupRequest: (request) => ({
            ...request,
            headers: { ...headers, 'user-agent': USER_AGENTS[sent % USER_AGENTS.length] as string },
            body: JSON.stringify(make()),
          }),
        },
      ],
    });
    // The yardstick receives the same requests, so that the load generator works equally hard for both.
    const row = (name: string, make: () => object): Measured => {
      const options = single(make);
      return { name, options, yardstick: { ...options, url: yardstick.url } };
    };
    await compare([
      row('single event', event),
      row('single event with an event_id', () => ({ ...event(), event_id: crypto.randomUUID() })),
    ]);
    const begin = performance.now();
    await load({ ...single(() => ({ events: Array.from({ length: BATCH }, event) })), amount: BATCHES, connections: 10 });
    const tookMs = performance.now() - begin;
    const moving = performance.now();
    await untilMoved(metricsPort);
    printLine(`batches of ${BATCH}: ${Math.round((BATCHES * BATCH * 1000) / tookMs).toLocaleString('en')} events/s accepted`);
    printLine(`last event in ClickHouse after ${((performance.now() - moving) / 1000).toFixed(1)} s`);
  } finally {
    await yardstick.stop();
    await earshot.end('SIGTERM');
  }
});

async function untilMoved(metricsPort: number): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    if (/^earshot_analytics_waiting_events 0$/m.test(metrics)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
