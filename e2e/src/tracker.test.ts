import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Earshot } from '@earshot/sdk';
import { parse } from 'csv-parse/sync';
import { until } from '../../server/src/testing/until.ts';
import { AS_PEOPLE, launchBrowser, openPage } from './browser.ts';
import { startEarshot } from './earshot.ts';
import { startSite } from './site.ts';

const browser = await launchBrowser();
const earshot = await startEarshot({ EARSHOT_THROTTLE: 'off' });
const accessToken = earshot.signIn();
const team = new Earshot({ accessToken, baseUrl: earshot.url });

/** A project of its own, a site that has its tracker on each page, and what it has noted. */
async function startTracked({
  attributes = '',
  body = '',
  head = '',
  scripts = {},
}: { attributes?: string; body?: string; head?: string; scripts?: Record<string, string> } = {}) {
  const project = await team.projects.create({ name: 'Acme' });
  const page = `<!doctype html><html lang="en"><title>Home</title>${head}
    <script defer src="{earshot}/t.js" data-key="${project.api_key}" ${attributes}></script>
    <body>${body}<div class="tall"></div>${Object.keys(scripts)
      .map((path) => `<script defer src="${path}"></script>`)
      .join('')}`;
  const url = await startSite(earshot.url, {
    '/': page,
    '/next': page.replace('Home', 'Next'),
    '/gone': { status: 404, body: page },
    '/before.js': {
      type: 'text/javascript',
      body: "window.earshot = (...call) => (earshot.q = earshot.q || []).push(call); earshot('early', { at: 'head' });",
    },
    '/tall.css': { type: 'text/css', body: '.tall { height: 4000px }' },
    ...Object.fromEntries(Object.entries(scripts).map(([path, code]) => [path, { type: 'text/javascript', body: code }])),
  });
  const mine = new Earshot({ accessToken, projectId: project.id, baseUrl: earshot.url });
  return { url, project, analytics: mine.analytics };
}

type Analytics = Awaited<ReturnType<typeof startTracked>>['analytics'];

interface Row {
  name: string;
  page: string;
  source: string;
  title: string;
  properties: string;
  interactive: string;
}

/** Every event as it is kept, in the order of their coming. */
const eventsOf = async (analytics: Analytics): Promise<Row[]> =>
  parse(await (await analytics.exportCsv({ period: '24h', bots: 'include' })).text(), { columns: true });

/** Waits for as many events as must have come, and some time for those that must not. */
async function settledEvents(analytics: Analytics, least: number): Promise<Row[]> {
  await until(async () => (await eventsOf(analytics)).length >= least);
  await new Promise((resolve) => setTimeout(resolve, 300));
  return await eventsOf(analytics);
}

const SINGLE_PAGE_APP = `
  let number = 0;
  document.querySelector('#go').addEventListener('click', () => {
    number++;
    const path = '/page-' + number;
    // The title follows the address, as frameworks do it; now and then the address is only mended, or set again as it is.
    if (number % 5 === 0) history.replaceState({}, '', path); else history.pushState({}, '', path);
    history.replaceState({ scroll: 1 }, '', path);
    setTimeout(() => (document.title = 'Page ' + number), 10);
  });`;

test('30 navigations of a single-page app are 30 page views, each with its referrer, title and time', async () => {
  const { url, analytics } = await startTracked({
    body: '<button id="go">Go</button>',
    head: '<link rel="stylesheet" href="/tall.css">',
    scripts: { '/app.js': SINGLE_PAGE_APP },
  });
  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  const sent: { name?: string; url: string; referrer: string; properties?: { engaged_ms?: number; scroll_depth?: number } }[] =
    [];
  page.on('request', (request) => {
    if (request.url().includes('/v1/analytics/events')) sent.push(JSON.parse(request.postData() ?? '{}'));
  });
  let began = performance.now();
  await page.goto(url, { referer: 'https://news.ycombinator.com/' });
  /** How long each page was read for: at least, and at most. */
  const stays: [number, number][] = [];
  for (let number = 1; number <= 20; number++) {
    const stay = 60 + (number % 4) * 40;
    await page.waitForTimeout(stay);
    const clicked = performance.now();
    await page.click('#go');
    await page.waitForURL(`**/page-${number}`);
    stays.push([stay, performance.now() - began]);
    began = clicked;
  }
  await page.waitForTimeout(100);
  for (let back = 0; back < 9; back++) {
    await page.goBack();
    await page.waitForTimeout(80);
  }
  await page.mouse.wheel(0, 10_000);
  await page.waitForTimeout(100);
  const last = new URL(page.url()).pathname;
  await page.close({ runBeforeUnload: true });

  const views = sent.filter(({ name }) => name === undefined);
  assert.equal(views.length, 30);
  assert.equal(views[0]?.referrer, 'https://news.ycombinator.com/');
  for (const [at, view] of views.entries()) if (at) assert.equal(view.referrer, views[at - 1]?.url, `the referrer of view ${at}`);
  const times = sent.filter(({ name }) => name === 'engagement');
  for (const [at, [least, most]] of stays.entries()) {
    const told = times[at]?.properties?.engaged_ms ?? 0;
    assert.ok(told >= least - 5 && told <= most, `${told} ms on page ${at}, where one stayed ${least} to ${most}`);
    assert.equal(times[at]?.url, views[at]?.url);
  }

  const kept = await settledEvents(analytics, 60);
  assert.equal(kept.filter(({ name }) => name === 'page_view').length, 30);
  assert.deepEqual(
    kept
      .filter(({ name }) => name === 'page_view')
      .slice(0, 4)
      .map(({ page: path, title }) => [path, title]),
    [
      ['/', 'Home'],
      ['/page-1', 'Page 1'],
      ['/page-2', 'Page 2'],
      ['/page-3', 'Page 3'],
    ],
  );
  const end = kept.findLast(({ name, page: path }) => name === 'engagement' && path === last);
  assert.equal(JSON.parse(end?.properties ?? '{}').scroll_depth, '100');
  assert.deepEqual(
    new Set(kept.filter(({ name }) => name === 'engagement').map(({ interactive }) => interactive)),
    new Set(['']),
  );
  assert.equal((await analytics.overview({ period: '24h' })).page_views.value, 30);
  assert.deepEqual(complaints, []);
});

test('reading on after long belongs to the page that was viewed, not to a visit of its own', async () => {
  const { url } = await startTracked();
  const { page } = await openPage(browser, AS_PEOPLE);
  const sent: { name?: string; timestamp?: string; properties?: { engaged_ms: number } }[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v1/analytics/events')) sent.push(JSON.parse(request.postData() ?? '{}'));
  });
  await page.clock.install();
  await page.goto(url);
  await page.clock.runFor(1_000);
  const viewedAt = await page.evaluate<number>('Date.now()');
  await page.clock.fastForward('02:00:00');
  await page.evaluate("history.pushState({}, '', '/next')");
  await until(() => sent.some(({ name }) => name === 'engagement'));
  const view = sent.find(({ name }) => name === undefined);
  const reading = sent.find(({ name }) => name === 'engagement');
  assert.equal(view?.timestamp, undefined);
  assert.ok((reading?.properties?.engaged_ms ?? 0) >= 2 * 3_600_000);
  const after = Date.parse(reading?.timestamp ?? '') - viewedAt;
  assert.ok(after > 28 * 60_000 && after < 30 * 60_000, `${after} ms after the page was viewed`);
});

test('a tab that is closed at once loses nothing, and nothing is kept in the browser', async () => {
  const { url, analytics } = await startTracked({ head: '<script src="/before.js"></script>' });
  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  await page.goto(url);
  await page.evaluate(() =>
    (globalThis as unknown as { earshot: (...call: unknown[]) => void }).earshot('bought', { price: 42, gift: true }),
  );
  const stored = await page.evaluate('[document.cookie, localStorage.length, sessionStorage.length]');
  assert.deepEqual(stored, ['', 0, 0]);
  assert.deepEqual(await page.context().cookies(), []);
  await page.close({ runBeforeUnload: true });
  const kept = await settledEvents(analytics, 4);
  assert.deepEqual(kept.map(({ name }) => name).toSorted(), ['bought', 'early', 'engagement', 'page_view']);
  assert.deepEqual(JSON.parse(kept.find(({ name }) => name === 'bought')?.properties ?? ''), { price: '42', gift: 'true' });
  assert.deepEqual(JSON.parse(kept.find(({ name }) => name === 'early')?.properties ?? ''), { at: 'head' });
  assert.deepEqual(complaints, []);
});

test('links out, downloads, marked elements and forms, and pages that are missing', async () => {
  const { url, analytics } = await startTracked({
    body: `<a id="out" href="https://example.org/x?y=1" target="_blank">Out</a> <a id="file" href="/report.PDF" download>Report</a>
      <button id="buy" data-earshot-event="buy" data-earshot-plan="pro" data-earshot-trial-days="14"><b>Buy</b></button>
      <form data-earshot-event="contact" action="javascript:void 0"><input id="field"><button id="send">Send</button></form>`,
  });
  const { page } = await openPage(browser, AS_PEOPLE);
  await page.route('https://example.org/**', (route) => route.fulfill({ body: 'out' }));
  await page.goto(`${url}/gone`);
  await page.click('#out');
  await page.click('#file');
  await page.click('#buy b');
  await page.click('#field');
  await page.click('#send');
  await page.close({ runBeforeUnload: true });
  const kept = await settledEvents(analytics, 7);
  const told = Object.fromEntries(kept.map(({ name, properties }) => [name, JSON.parse(properties)]));
  assert.deepEqual(told.outbound_click, { url: 'https://example.org/x?y=1' });
  assert.deepEqual(told.download, { url: `${url}/report.PDF` });
  assert.deepEqual(told.buy, { plan: 'pro', trialDays: '14' });
  assert.deepEqual(told.contact, {});
  assert.deepEqual(told.not_found, { status: '404' });
  for (const name of ['outbound_click', 'download', 'buy', 'contact', 'not_found', 'page_view'])
    assert.equal(kept.filter((event) => event.name === name).length, 1, name);
});

test('who asks not to be tracked is not', async () => {
  const { url, analytics } = await startTracked();
  for (const name of ['doNotTrack', 'globalPrivacyControl']) {
    const { page } = await openPage(browser, AS_PEOPLE);
    await page.addInitScript(
      `Object.defineProperty(navigator, '${name}', { get: () => ${name === 'doNotTrack' ? "'1'" : 'true'} })`,
    );
    await page.goto(url);
    await page.waitForTimeout(100);
    await page.close({ runBeforeUnload: true });
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.deepEqual(await eventsOf(analytics), []);
});

test('hashes are pages where one says so; a page from the browser’s cache is viewed again', async () => {
  const { url, analytics } = await startTracked({
    attributes: 'data-hash',
    body: '<a id="about" href="#/about">About</a><a id="next" href="/next">Next</a>',
  });
  const { page } = await openPage(browser, AS_PEOPLE);
  await page.goto(url);
  await page.click('#about');
  await page.waitForTimeout(100);
  await page.click('#next');
  await page.waitForURL('**/next');
  await page.waitForTimeout(100);
  await page.goBack();
  await page.waitForTimeout(200);
  await page.close({ runBeforeUnload: true });
  const kept = await settledEvents(analytics, 4);
  assert.deepEqual(
    kept.filter(({ name }) => name === 'page_view').map(({ page: path }) => path),
    ['/', '/about', '/next', '/about'],
  );
});

test('owners switch their own visits off by a toggle that they see', async () => {
  const { url, analytics } = await startTracked();
  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  await page.goto(`${url}/#earshot`);
  // Closed to the page, but not to people: they find it by the keyboard.
  await page.waitForTimeout(500);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const before = (await settledEvents(analytics, 1)).length;
  await page.goto(`${url}/next`);
  await page.waitForTimeout(300);
  await page.keyboard.press('Tab');
  assert.equal((await eventsOf(analytics)).filter(({ page: path }) => path === '/next').length, 0);
  await page.keyboard.press('Enter');
  await page.goto(`${url}/`);
  await settledEvents(analytics, before + 1);
  assert.deepEqual(complaints, []);
});

test('Web Vitals, where one wants them', async () => {
  const { url, analytics } = await startTracked({
    attributes: 'data-vitals',
    body: '<h1>Hello</h1><button id="b">Press</button>',
  });
  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  await page.goto(url);
  await page.waitForTimeout(300);
  await page.click('#b');
  await page.waitForTimeout(200);
  await page.close({ runBeforeUnload: true });
  await settledEvents(analytics, 5);
  const kept = (await eventsOf(analytics))
    .filter(({ name }) => name === 'web_vital')
    .map(({ properties }) => JSON.parse(properties));
  // INP is told only of what took long enough to be noticed.
  assert.deepEqual(
    new Set(kept.map(({ metric }) => metric).filter((metric) => metric !== 'INP')),
    new Set(['CLS', 'FCP', 'LCP', 'TTFB']),
  );
  for (const { value, rating } of kept) assert.ok(Number(value) >= 0 && ['good', 'needs-improvement', 'poor'].includes(rating));
  assert.deepEqual(complaints, []);
});
