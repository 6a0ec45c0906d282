// Measures the dashboard over 100,000 feedback entries, a waitlist of a million people and 10 million events: the time until each route is
// interactive, next to the same route of an empty project, and the longest task during filtering. Writes a trace to bench/out/.
// Arguments are smaller sizes in thousands: `npm run -w bench dashboard -- 1 10 100`.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Earshot } from '@earshot/sdk';
import { pino } from 'pino';
import pg from 'pg';
import { openPage, startBrowser } from '../../e2e/src/browser.ts';
import { signIn } from '../../e2e/src/dashboard.ts';
import { parseId } from '@earshot/server/platform/ids';
import { startEmbeddedPostgres } from '@earshot/server/platform/postgres/embedded';
import { createToken, median, openProject, printTable, startEarshot, withFolder } from './measure.ts';
import { fillEvents, fillFeedback, fillWaitlist } from './seeding.ts';

const [feedback = 100, waitlist = 1_000, events = 10_000] = process.argv.slice(2).map(Number);
const ROUNDS = 5;
const OUT = fileURLToPath(new URL('../out/', import.meta.url));
const OWNER = 'bench@example.com';

type Page = Awaited<ReturnType<typeof openPage>>['page'];

/** Runs in the page from the start. Records long tasks, and when the page first had a heading and no skeletons. */
const WATCH = `
  window.__tasks = [];
  window.__readyAt = undefined;
  new PerformanceObserver((list) => window.__tasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration }))))
    .observe({ type: 'longtask', buffered: true });
  const look = () => {
    const isReady = Boolean(document.querySelector('h1')) && !document.querySelector('.skeleton');
    if (!isReady) window.__readyAt = undefined;
    else window.__readyAt ??= performance.now();
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
`;
const QUIET_MS = 600;
/** Milliseconds from the start of the navigation until the page was ready and its last long task was over, and the longest task. */
const RESULT = `(() => {
  const last = window.__tasks.at(-1);
  const interactive = Math.max(window.__readyAt ?? Infinity, last ? last.startTime + last.duration : 0);
  return { interactive, longest: Math.max(0, ...window.__tasks.map(({ duration }) => duration)), now: performance.now() };
})()`;

interface Loading {
  interactive: number;
  longest: number;
}

async function waitUntilReady(page: Page): Promise<Loading> {
  for (;;) {
    const { now, ...loading } = await page.evaluate<Loading & { now: number }>(RESULT);
    if (now - loading.interactive > QUIET_MS) return loading;
    await page.waitForTimeout(50);
  }
}

const STEADY_MS = 250;

/** Follows the reports that a page requests. `answered` waits until no report is missing, and returns the time of the last answer. */
function watchReports(page: Page) {
  const running = new Set<object>();
  let lastAt = 0;
  page.on('request', (request) => {
    // The stream of current visitors does not end.
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/v1/analytics/') && pathname !== '/v1/analytics/live') running.add(request);
  });
  const end = (request: object) => {
    if (running.delete(request)) lastAt = performance.now();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return {
    answered: async (): Promise<number> => {
      const begin = performance.now();
      const isSteady = () => lastAt >= begin && !running.size && performance.now() - lastAt >= STEADY_MS;
      while (!isSteady()) await page.waitForTimeout(20);
      return lastAt;
    },
  };
}

await withFolder(async (folder) => {
  const first = await startEarshot(folder);
  const { project, team } = await openProject(folder, first.url);
  const id = parseId('prj', project.id) as string;
  console.log(`filling in ${feedback},000 feedback entries, ${waitlist},000 on the waitlist, ${events},000 events`);
  const headers = { 'x-project-key': project.api_key, 'content-type': 'application/json' };
  const [entry = ''] = await fillFeedback(`${first.url}/v1/feedback`, headers, { folder, count: feedback * 1_000 });
  const index = await team.indexes.create({ name: 'Guides' });
  for (let number = 0; number < 100; number++)
    await team.indexes.documents.create(index.id, { content: `# Article ${number}\n\n${'How it is done. '.repeat(40)}` });
  const { id: draft } = await team.changelog.create({ title: 'News', content: 'It is **here**.' });
  await first.end('SIGTERM');

  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: pino({ level: 'warn' }) });
  const db = new pg.Client({ ...postgres.connection });
  await db.connect();
  await fillWaitlist(db, id, waitlist * 1_000);
  await db.end();
  await postgres.stop();
  await fillEvents(folder, id, events * 1_000);

  const earshot = await startEarshot(folder);
  const browser = await startBrowser();
  try {
    const accessToken = createToken({ EARSHOT_DATA_DIR: folder });
    const empty = await new Earshot({ accessToken, baseUrl: earshot.url }).projects.create({ name: 'Empty' });
    const { page } = await openPage(browser);
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, earshot.url, OWNER);
    await page.addInitScript(WATCH);
    const full = `${earshot.url}/projects/${project.slug}`;
    const bare = `${earshot.url}/projects/${empty.slug}`;
    const open = async (url: string): Promise<Loading> => {
      await page.goto(url);
      return await waitUntilReady(page);
    };

    const routes: [name: string, path: string, bare?: string][] = [
      ['first steps', ''],
      ['feedback', '/feedback'],
      ['feedback, words', '/feedback?q=calendar'],
      ['feedback, board', '/feedback/board'],
      ['feedback, one entry', `/feedback/${entry}`, '/feedback'],
      ['waitlist', '/waitlist'],
      ['testimonials', '/testimonials'],
      ['changelog', '/changelog'],
      ['changelog, editor', `/changelog/${draft}`, '/changelog'],
      ['knowledge base', '/help'],
      ['documents', `/help/${index.id}`, '/help'],
      ['search', `/help/${index.id}/search?q=done`, '/help'],
      ['analytics, 30 days', '/analytics'],
      ['analytics, 7 days', '/analytics?period=7d'],
      ['analytics, 30 days, from Google', `/analytics?filter=${encodeURIComponent('["source:is:Google"]')}`],
      ['realtime', '/analytics/realtime'],
      ['funnel', `/analytics/funnel?steps=${encodeURIComponent('["page:/page-0","event:signup"]')}`, '/analytics/funnel'],
      ['retention', '/analytics/retention'],
      ['paths', '/analytics/paths?page=/page-0', '/analytics/paths'],
      ['settings', '/settings/general'],
    ];
    const rows = [['full page load', 'interactive ms', 'slowest', 'longest task', 'empty project', 'ratio']];
    for (const [name, path, barePath = path] of routes) {
      await open(full + path);
      const rounds: { loading: Loading; baseline: Loading }[] = [];
      for (let round = 0; round < ROUNDS; round++)
        rounds.push({ baseline: await open(bare + barePath), loading: await open(full + path) });
      const times = rounds.map(({ loading }) => loading.interactive);
      rows.push([
        name,
        median(times).toFixed(0),
        Math.max(...times).toFixed(0),
        Math.max(...rounds.map(({ loading }) => loading.longest)).toFixed(0),
        median(rounds.map(({ baseline }) => baseline.interactive)).toFixed(0),
        median(rounds.map(({ loading, baseline }) => loading.interactive / baseline.interactive)).toFixed(2),
      ]);
    }
    printTable(rows);

    mkdirSync(OUT, { recursive: true });
    const filtering = [['while filtering', 'shown after ms', 'longest task']];
    await page.goto(`${full}/feedback`);
    await waitUntilReady(page);
    await browser.startTracing(page, { path: `${OUT}dashboard-trace.json`, screenshots: false });
    /** Measures from the last input to its result, whose time `shown` may return. */
    const timed = async (name: string, act: () => Promise<void>, shown: () => Promise<unknown>) => {
      await page.evaluate('window.__tasks.length = 0');
      await act();
      const begin = performance.now();
      const at = await shown();
      const took = (typeof at === 'number' ? at : performance.now()) - begin;
      await waitUntilReady(page);
      const { longest } = await page.evaluate<Loading>(RESULT);
      filtering.push([name, took.toFixed(0), longest.toFixed(0)]);
    };
    const answered = (path: string) => page.waitForResponse((response) => response.url().includes(path));
    let waiting: Promise<unknown> = Promise.resolve();
    await timed(
      'feedback: words, letter by letter',
      async () => {
        const box = page.getByRole('searchbox').first();
        await box.pressSequentially('calendar slo', { delay: 60 });
        waiting = answered('q=calendar+slow');
        await box.press('w');
      },
      () => waiting,
    );
    await page.goto(`${full}/waitlist`);
    await waitUntilReady(page);
    await timed(
      'waitlist: words, letter by letter',
      async () => {
        const box = page.getByRole('searchbox').first();
        await box.pressSequentially('12345', { delay: 60 });
        waiting = answered('q=123456');
        await box.press('6');
      },
      () => waiting,
    );
    const reports = watchReports(page);
    const countries = page.getByRole('tab', { name: 'Countries' });
    for (const value of ['/page-0', 'Google', 'Germany']) {
      await page.goto(`${full}/analytics`);
      await waitUntilReady(page);
      if (value === 'Germany') await Promise.all([reports.answered(), countries.click()]);
      await timed(
        `analytics: filter by ${value}, until the last panel`,
        () =>
          page
            .getByRole('button', { name: `Filter by ${value}`, exact: true })
            .first()
            .click(),
        reports.answered,
      );
    }
    await timed(
      'analytics: 7 days in place of 30, until the last panel',
      async () => {
        await page.getByRole('button', { name: /Last 30 days/ }).click();
        await page.getByRole('menuitem', { name: 'Last 7 days' }).click();
      },
      reports.answered,
    );
    await browser.stopTracing();
    console.log('');
    printTable(filtering);
  } finally {
    await browser.close();
    await earshot.end('SIGTERM');
  }
});
