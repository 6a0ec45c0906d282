// Measures how fast other products accept page views, next to Earshot in the same run:
//
//   PEER_UMAMI_URL=http://127.0.0.1:3000 PEER_UMAMI_WEBSITE=<id> npm run -w bench peers
//   PEER_PLAUSIBLE_URL=http://127.0.0.1:8000 PEER_PLAUSIBLE_WEBSITE=acme.com npm run -w bench peers
//
// You start the peers, with their own databases on the same machine, and create the website. No peer runs from the npm registry alone: its
// package of Umami (2.10.0, MIT) is the source code, and the engine of Prisma that it requires is downloaded from elsewhere.
import type { Options } from 'autocannon';
import { CONNECTIONS, load, median, printTable, startEarshot, withFolder } from '../measure.ts';
import { BROWSER, buildAddress } from '../seeding.ts';

const [ROUNDS, SECONDS, WARM_UP_S] = [3, 5, 2];
const VISITORS = 50_000;

interface PageView {
  url: string;
  referrer: string;
}
interface Target {
  name: string;
  url: string;
  headers?: Record<string, string>;
  toBody: (view: PageView) => object;
}

/** Path and body of a request with a page view, by peer. */
const PEERS: Record<string, { path: string; toBody: (view: PageView, website: string) => object }> = {
  Umami: {
    path: '/api/send',
    toBody: ({ url, referrer }, website) => ({
      type: 'event',
      payload: {
        website,
        hostname: new URL(url).hostname,
        url: new URL(url).pathname,
        referrer,
        screen: '1440x900',
        language: 'en',
      },
    }),
  },
  Plausible: {
    path: '/api/event',
    toBody: ({ url, referrer }, domain) => ({ name: 'pageview', url, referrer, domain }),
  },
};

/** Returns the peers that run, by their variables. Prints why others are left out. */
function findPeers(): Target[] {
  return Object.entries(PEERS).flatMap(([name, { path, toBody }]) => {
    const variable = `PEER_${name.toUpperCase()}`;
    const [url, website] = [process.env[`${variable}_URL`], process.env[`${variable}_WEBSITE`]];
    if (url && website) return [{ name, url: url.replace(/\/$/, '') + path, toBody: (view) => toBody(view, website) }];
    console.log(
      `${name} skipped: start it, and set ${variable}_URL and ${variable}_WEBSITE. The npm registry has no package that runs.`,
    );
    return [];
  });
}

const peers = findPeers();
if (peers.length)
  await withFolder(async (folder) => {
    const earshot = await startEarshot(folder, { EARSHOT_TRUST_PROXY: '1' });
    try {
      const url = `${earshot.url}/v1/analytics/events`;
      const own: Target = { name: 'Earshot', url, headers: { 'x-project-key': earshot.key }, toBody: (view) => view };
      const targets = [own, ...peers];
      for (const target of targets) await load({ ...toOptions(target), duration: WARM_UP_S });
      const figures = new Map(targets.map(({ name }) => [name, [] as { requestsPerSecond: number; p99Ms: number }[]]));
      // Alternately, because the speed of a machine changes.
      for (let round = 0; round < ROUNDS; round++)
        for (const target of targets) figures.get(target.name)?.push(await load({ ...toOptions(target), duration: SECONDS }));
      const findMedian = (name: string, key: 'requestsPerSecond' | 'p99Ms') =>
        median((figures.get(name) ?? []).map((one) => one[key]));
      const ownSpeed = findMedian('Earshot', 'requestsPerSecond');
      printTable([
        [`${CONNECTIONS} connections`, 'page views/s', 'p99 ms', 'Earshot / peer'],
        ...targets.map(({ name }) => [
          name,
          findMedian(name, 'requestsPerSecond').toFixed(0),
          findMedian(name, 'p99Ms').toFixed(0),
          (ownSpeed / findMedian(name, 'requestsPerSecond')).toFixed(1),
        ]),
      ]);
    } finally {
      await earshot.end('SIGTERM');
    }
  });

/** Returns requests with the page views of many visitors, whose addresses proxies report. */
function toOptions({ url, headers, toBody }: Target): Options {
  let sent = 0;
  return {
    url,
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => ({
          ...request,
          headers: {
            ...headers,
            'content-type': 'application/json',
            'user-agent': BROWSER,
            'x-forwarded-for': buildAddress(Math.floor(Math.random() * VISITORS)),
          },
          body: JSON.stringify(toBody({ url: `https://acme.com/page-${sent++ % 500}`, referrer: 'https://www.google.com/' })),
        }),
      },
    ],
  };
}
