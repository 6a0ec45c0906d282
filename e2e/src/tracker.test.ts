import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signUserToken } from '@earshot/sdk';
import { parse } from 'csv-parse/sync';
import { until } from '@earshot/server/testing/until';
import { AS_PEOPLE, launchBrowser, openPage } from './browser.ts';
import { recordEvents, startTracking } from './tracked.ts';

const browser = await launchBrowser();
const { team, startTracked } = await startTracking();

type Analytics = Awaited<ReturnType<typeof startTracked>>['analytics'];

interface Row {
  name: string;
  page: string;
  source: string;
  title: string;
  properties: string;
  interactive: string;
}

/** Returns all stored events. */
const eventsOf = async (analytics: Analytics): Promise<Row[]> =>
  parse(await (await analytics.exportCsv({ period: '24h', bots: 'include' })).text(), { columns: true });

/** Waits for the minimum number of events of each name, and some time for unexpected events. */
async function waitForEvents(analytics: Analytics, minimum: Record<string, number>): Promise<Row[]> {
  await until(async () => {
    const events = await eventsOf(analytics);
    return Object.entries(minimum).every(([name, count]) => events.filter((event) => event.name === name).length >= count);
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  return await eventsOf(analytics);
}

const SINGLE_PAGE_APP = `
  let number = 0;
  document.querySelector('#go').addEventListener('click', () => {
    number++;
    const path = '/page-' + number;
    // The title changes after the URL, as in frameworks; sometimes the URL is replaced, or set again unchanged.
    if (number % 5 === 0) history.replaceState({}, '', path); else history.pushState({}, '', path);
    history.replaceState({ scroll: 1 }, '', path);
    setTimeout(() => (document.title = 'Page ' + number), 10);
  });`;

test('a visitor who is identified on a page, by an id or a token, is one visitor with one visit', async () => {
  const { url, project, analytics } = await startTracked({
    scripts: {
      '/app.js': `document.addEventListener('keydown', ({ key }) => {
        if (key === 'i') earshot.identify('u_1');
        if (key === 't') earshot.identify(sessionStorage.token);
        if (key === 'o') earshot.identify();
        if (key === 's') earshot('signup');
      });`,
    },
  });
  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  const sent = recordEvents(page);
  await page.goto(url);
  await until(() => sent.length === 1);
  const secret = (await team.projects.identitySecrets.list(project.id)).data[0]?.secret ?? '';
  const token = await signUserToken({ id: 'u_1' }, { projectId: project.id, secret });
  await page.evaluate((signed) => void (sessionStorage.token = signed), token);
  for (const key of ['s', 'i', 's', 't', 's', 'o', 's']) await page.keyboard.press(key);
  await until(() => sent.length === 5);
  assert.deepEqual(
    sent.map(({ name, user_id, user_token }) => [name, user_id ?? user_token]),
    [
      [undefined, undefined],
      ['signup', undefined],
      ['signup', 'u_1'],
      ['signup', token],
      ['signup', undefined],
    ],
  );
  await waitForEvents(analytics, { page_view: 1, signup: 4 });
  const { visitors, visits } = await analytics.overview({ period: '24h' });
  assert.deepEqual([visitors.value, visits.value], [1, 1]);
  assert.deepEqual(complaints, []);
});

test('a user who is identified before the script is loaded is the user of the first page view', async () => {
  const { url, analytics } = await startTracked({
    head: '<script src="/user.js"></script>',
    scripts: { '/user.js': "window.earshot = (...call) => (earshot.q = earshot.q || []).push(call); earshot.user = 'u_1';" },
  });
  const { page } = await openPage(browser, AS_PEOPLE);
  const request = page.waitForRequest((one) => one.url().includes('/v1/analytics/events'));
  await page.goto(url);
  assert.equal(JSON.parse((await request).postData() ?? '{}').user_id, 'u_1');
  await waitForEvents(analytics, { page_view: 1 });
});

test('tracks 30 navigations of a single-page app as 30 page views with referrer, title and time', async () => {
  const { url, analytics } = await startTracked({
    body: '<button id="go">Go</button>',
    head: '<link rel="stylesheet" href="/tall.css">',
    scripts: { '/app.js': SINGLE_PAGE_APP },
  });
  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  const sent = recordEvents(page);
  let began = performance.now();
  await page.goto(url, { referer: 'https://news.ycombinator.com/' });
  /** Minimum and maximum reading time of each page in milliseconds. */
  const stays: [number, number][] = [];
  for (let number = 1; number <= 20; number++) {
    const stay = 60 + (number % 4) * 40;
    await page.waitForTimeout(stay);
    const clicked = performance.now();
    await page.click('#go');
    await page.waitForURL(`**/page-${number}`);
    stays.push([stay, performance.now() - began]);
    began = clicked;
    await until(async () => (await page.title()) === `Page ${number}`);
  }
  const viewed = (count: number) => until(() => sent.filter(({ name }) => name === undefined).length === count);
  await viewed(21);
  for (let back = 1; back <= 9; back++) {
    await page.goBack();
    await viewed(21 + back);
  }
  await page.mouse.wheel(0, 10_000);
  const isAtEnd = 'scrollY + innerHeight >= document.documentElement.scrollHeight - 1';
  await until(() => page.evaluate<boolean>(`new Promise(requestAnimationFrame).then(() => ${isAtEnd})`));
  const last = new URL(page.url()).pathname;
  await page.close({ runBeforeUnload: true });

  const views = sent.filter(({ name }) => name === undefined);
  assert.equal(views.length, 30);
  assert.equal(views[0]?.referrer, 'https://news.ycombinator.com/');
  for (const [index, view] of views.entries())
    if (index) assert.equal(view.referrer, views[index - 1]?.url, `the referrer of view ${index}`);
  const times = sent.filter(({ name }) => name === 'engagement');
  for (const [index, [min, max]] of stays.entries()) {
    const engaged = Number(times[index]?.properties?.engaged_ms);
    assert.ok(engaged >= min - 5 && engaged <= max, `${engaged} ms on page ${index}, expected ${min} to ${max}`);
    assert.equal(times[index]?.url, views[index]?.url);
  }

  const events = await waitForEvents(analytics, { page_view: 30, engagement: 30 });
  assert.equal(events.filter(({ name }) => name === 'page_view').length, 30);
  assert.deepEqual(
    events
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
  const end = events.findLast(({ name, page: path }) => name === 'engagement' && path === last);
  assert.equal(JSON.parse(end?.properties ?? '{}').scroll_depth, 100);
  assert.deepEqual(
    new Set(events.filter(({ name }) => name === 'engagement').map(({ interactive }) => interactive)),
    new Set(['false']),
  );
  assert.equal((await analytics.overview({ period: '24h' })).page_views.value, 30);
  assert.deepEqual(complaints, []);
});

test('engagement after a long pause belongs to the visit of the page view', async () => {
  const { url } = await startTracked();
  const { page } = await openPage(browser, AS_PEOPLE);
  const sent = recordEvents(page);
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
  assert.ok(Number(reading?.properties?.engaged_ms) >= 2 * 3_600_000);
  const after = Date.parse(reading?.timestamp ?? '') - viewedAt;
  assert.ok(after > 28 * 60_000 && after < 30 * 60_000, `${after} ms after the page was viewed`);
});

test('a tab that is closed immediately loses no events, and nothing is stored in the browser', async () => {
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
  const events = await waitForEvents(analytics, { bought: 1, early: 1, engagement: 1, page_view: 1 });
  assert.deepEqual(events.map(({ name }) => name).toSorted(), ['bought', 'early', 'engagement', 'page_view']);
  assert.deepEqual(JSON.parse(events.find(({ name }) => name === 'bought')?.properties ?? ''), { price: 42, gift: true });
  assert.deepEqual(JSON.parse(events.find(({ name }) => name === 'early')?.properties ?? ''), { at: 'head' });
  assert.deepEqual(complaints, []);
});

test('tracks outbound links, downloads, marked elements and forms, and missing pages', async () => {
  const { url, analytics } = await startTracked({
    body: `<a id="out" href="https://example.org/x?y=1" target="_blank">Out</a> <a id="file" href="/report.PDF" download>Report</a>
      <button id="buy" data-earshot-event="buy" data-earshot-plan="pro" data-earshot-trial-days="14" data-earshot-revenue="49.5 EUR"><b>Buy</b></button>
      <form data-earshot-event="contact" action="javascript:void 0"><input id="field"><button id="send">Send</button></form>`,
  });
  const { page } = await openPage(browser, AS_PEOPLE);
  // The link opens another page.
  await page.context().route('https://example.org/**', (route) => route.fulfill({ body: 'out' }));
  await page.goto(`${url}/gone`);
  await page.click('#out');
  await page.click('#file');
  await page.click('#buy b');
  await page.click('#field');
  await page.click('#send');
  await page.close({ runBeforeUnload: true });
  const names = ['outbound_click', 'download', 'buy', 'contact', 'not_found', 'page_view'];
  const events = await waitForEvents(analytics, Object.fromEntries(names.map((name) => [name, 1])));
  const propertiesByName = Object.fromEntries(events.map(({ name, properties }) => [name, JSON.parse(properties)]));
  assert.deepEqual(propertiesByName.outbound_click, { url: 'https://example.org/x?y=1' });
  assert.deepEqual(propertiesByName.download, { url: `${url}/report.PDF` });
  assert.deepEqual(propertiesByName.buy, {
    plan: 'pro',
    trialDays: 14,
    revenue: '49.5 EUR',
    'revenue.amount': 49.5,
    'revenue.currency': 'EUR',
  });
  assert.deepEqual(propertiesByName.contact, {});
  assert.deepEqual(propertiesByName.not_found, { status: 404 });
  for (const name of names) assert.equal(events.filter((event) => event.name === name).length, 1, name);
});

test('tracks nothing with Do Not Track or Global Privacy Control', async () => {
  const { url, analytics } = await startTracked();
  for (const name of ['doNotTrack', 'globalPrivacyControl']) {
    const { page } = await openPage(browser, AS_PEOPLE);
    await page.addInitScript(
      `Object.defineProperty(navigator, '${name}', { get: () => ${name === 'doNotTrack' ? "'1'" : 'true'} })`,
    );
    await page.goto(url);
    await page.close({ runBeforeUnload: true });
  }
  // An event that arrives after those of the other browsers.
  const { page } = await openPage(browser, AS_PEOPLE);
  await page.goto(`${url}/next`);
  const events = await waitForEvents(analytics, { page_view: 1 });
  assert.deepEqual(
    events.map(({ name, page: path }) => [name, path]),
    [['page_view', '/next']],
  );
});

test('tracks hashes as pages with data-hash, and pages from the back/forward cache again', async () => {
  const { url, analytics } = await startTracked({
    attributes: 'data-hash',
    body: '<a id="about" href="#/about">About</a><a id="next" href="/next">Next</a>',
  });
  const { page } = await openPage(browser, AS_PEOPLE);
  const sent = recordEvents(page);
  const paths = () => sent.flatMap(({ name, url: viewed }) => (name === undefined ? [new URL(viewed).pathname] : []));
  const steps = [() => page.goto(url), () => page.click('#about'), () => page.click('#next'), () => page.goBack()];
  for (const [index, act] of steps.entries()) {
    await act();
    await until(() => paths().length > index);
  }
  assert.deepEqual(paths(), ['/', '/about', '/next', '/about']);
  await waitForEvents(analytics, { page_view: 4 });
});

test('a replaced query is a page with data-query only, and pages can be tracked by name', async () => {
  for (const [attributes, pages] of [
    ['', ['/', '/list', '/step-2']],
    ['data-query', ['/', '/?filter=open', '/list', '/step-2']],
  ] as const) {
    const { url, analytics } = await startTracked({ attributes, body: '' });
    const { page } = await openPage(browser, AS_PEOPLE);
    const sent = recordEvents(page);
    const views = () => sent.filter(({ name = 'page_view' }) => name === 'page_view');
    const viewed = (count: number) => until(() => views().length === count);
    await page.goto(url);
    await viewed(1);
    await page.evaluate("history.replaceState(null, '', '/?filter=open')");
    await viewed((pages as readonly string[]).indexOf('/list'));
    await page.evaluate("history.replaceState(null, '', '/list')");
    await viewed(pages.length - 1);
    await page.evaluate(`earshot('page_view', {}, { url: new URL('/step-2', location).href })`);
    await waitForEvents(analytics, { page_view: pages.length });
    assert.deepEqual(
      views().map((view) => view.url.slice(url.length)),
      pages,
    );
  }
});

test('owners exclude their visits with the toggle', async () => {
  const { url, analytics } = await startTracked();
  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  await page.goto(`${url}/#earshot`);
  // The shadow root is closed to scripts, but the toggle is reachable by keyboard.
  const toggle = page.locator('body > div:not([class])');
  await toggle.waitFor();
  // A page view that waits for the title of its page would be excluded.
  await waitForEvents(analytics, { page_view: 1 });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.goto(`${url}/next`);
  await toggle.waitFor();
  await page.goto(`${url}/`);
  await toggle.waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.goto(`${url}/next`);
  const viewsOfNext = async () => (await eventsOf(analytics)).filter(({ page: path }) => path === '/next').length;
  await until(async () => (await viewsOfNext()) > 0);
  assert.equal(await viewsOfNext(), 1, 'the first one is excluded');
  assert.deepEqual(complaints, []);
});

test('tracks Web Vitals with data-vitals', async () => {
  const { url, analytics } = await startTracked({
    attributes: 'data-vitals',
    body: '<h1>Hello</h1><button id="b">Press</button>',
  });
  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  const sent = recordEvents(page);
  await page.goto(url);
  // The others are final once the page is used and left.
  for (const metric of ['FCP', 'TTFB']) await until(() => sent.some(({ properties }) => properties?.metric === metric));
  await page.click('#b');
  await page.close({ runBeforeUnload: true });
  const vitals = await until(async () => {
    const found = (await eventsOf(analytics))
      .filter(({ name }) => name === 'web_vital')
      .map(({ properties }) => JSON.parse(properties));
    // INP is reported only for slow interactions.
    const metrics = new Set(found.map(({ metric }) => metric));
    return ['CLS', 'FCP', 'LCP', 'TTFB'].every((metric) => metrics.has(metric)) && found;
  });
  for (const { value, rating } of vitals) assert.ok(Number(value) >= 0 && ['good', 'needs-improvement', 'poor'].includes(rating));
  assert.deepEqual(complaints, []);
});
