import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@earshot/server/testing/until';
import type { Page } from 'playwright-core';
import { AS_PEOPLE, launchBrowser, openPage } from './browser.ts';
import { recordEvents, startTracking } from './tracked.ts';

// Page views of single-page apps, and of pages that nobody has seen yet; links in all their forms.

const browser = await launchBrowser();
const { startTracked } = await startTracking();

/** Runs code in the page, and waits until the title delay of a page view is over. */
const act = async (page: Page, code: string) => {
  await page.evaluate(code);
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 120))');
};

type Sent = ReturnType<typeof recordEvents>[number];

const pathOf = ({ url }: Sent) => url.replace(/^https?:\/\/[^/]+/, '');
const viewsOf = (sent: Sent[]) => sent.filter(({ name }) => name === undefined);

test('routes in the hash are pages below the path of the page, with the queries of both', async () => {
  const { url, analytics } = await startTracked({ attributes: 'data-hash', files: {} });
  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  const sent = recordEvents(page);
  await page.goto(`${url}/?utm_source=news&utm_medium=email#/pricing`);
  await until(() => viewsOf(sent).length === 1);
  await act(page, "location.hash = '#!/docs?q=a'");
  await act(page, "location.replace('#/end')");
  await act(page, "history.pushState({}, '', '/next#/inner')");
  await page.evaluate('history.back()');
  await until(() => viewsOf(sent).length === 5);
  const campaign = 'utm_source=news&utm_medium=email';
  assert.deepEqual(viewsOf(sent).map(pathOf), [
    `/pricing?${campaign}`,
    `/docs?${campaign}&q=a`,
    `/end?${campaign}`,
    '/next/inner',
    `/end?${campaign}`,
  ]);
  await until(async () => (await analytics.overview({ period: '24h' })).page_views.value === 5);
  const { data } = await analytics.breakdown({ by: 'utm_medium', period: '24h' });
  assert.deepEqual(
    data.map(({ value }) => value),
    ['email'],
  );
  assert.deepEqual(complaints, []);
});

const RETITLE = 'setTimeout(() => (document.title = location.pathname), 10)';

test('a redirect within the title delay is one page view, with the title and the referrer of the page that is shown', async () => {
  const { url } = await startTracked({
    head: '<script src="/redirect.js"></script>',
    files: {
      '/redirect.js': {
        type: 'text/javascript',
        // The redirect of an app that adds a locale to the first URL.
        body: `addEventListener('DOMContentLoaded', () => { if (location.search === '?locale') history.replaceState({}, '', '/en'); })`,
      },
    },
  });
  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  const sent = recordEvents(page);
  await page.goto(`${url}/?locale`, { referer: 'https://news.ycombinator.com/' });
  await until(() => viewsOf(sent).length === 1);
  for (const code of [
    "history.pushState({}, '', '/a-redirect'); history.replaceState({}, '', '/b-final')",
    "history.pushState({}, '', '/private'); history.replaceState({}, '', '/sign-in'); history.replaceState({}, '', '/sign-in/')",
    "history.pushState({}, '', '/list'); history.replaceState({}, '', '/list?sort=new')",
    "history.pushState({}, '', '/first'); history.pushState({}, '', '/second')",
    "history.pushState({}, '', '/same'); history.replaceState({ scroll: 1 }, '', '/same')",
  ])
    await act(page, `${code}; ${RETITLE}`);
  assert.deepEqual(
    viewsOf(sent).map((view) => [pathOf(view), view.referrer.replace(url, ''), view.title]),
    [
      ['/en', 'https://news.ycombinator.com/', 'Home'],
      ['/b-final', '/en', '/b-final'],
      ['/sign-in/', '/b-final', '/sign-in/'],
      ['/list?sort=new', '/sign-in/', '/list'],
      // Two entries of the history are two pages.
      ['/first', '/list?sort=new', '/list'],
      ['/second', '/first', '/second'],
      ['/same', '/second', '/same'],
    ],
  );
  assert.deepEqual(complaints, []);
});

test('long titles end with a whole character', async () => {
  const { url } = await startTracked();
  const { page } = await openPage(browser, AS_PEOPLE);
  const sent = recordEvents(page);
  await page.goto(url);
  await until(() => viewsOf(sent).length === 1);
  for (const title of ['🎉'.repeat(400), `${'x'.repeat(299)}🎉🎉`, 'Größe'.repeat(80)])
    await act(page, `history.pushState({}, '', location.pathname + 'x'); document.title = '${title}'`);
  const titles = viewsOf(sent)
    .slice(1)
    .map(({ title }) => title);
  assert.deepEqual(titles, ['🎉'.repeat(300), `${'x'.repeat(299)}🎉`, 'Größe'.repeat(60)]);
});

/** Opens a page in the background, as with a middle click. The browser of the tests shows all its pages. */
const HIDDEN = `let isHidden = true;
  Object.defineProperty(document, 'hidden', { get: () => isHidden });
  window.show = (hidden = false) => { isHidden = hidden; document.dispatchEvent(new Event('visibilitychange')); };`;

test('a page in a background tab counts once it is seen', async () => {
  const { url } = await startTracked({
    head: '<script src="/before.js"></script>',
    attributes: 'data-vitals',
  });
  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  const sent = recordEvents(page);
  await page.addInitScript(HIDDEN);
  await page.goto(`${url}/gone`, { referer: 'https://news.ycombinator.com/' });
  await act(page, "earshot.identify('u_1'); earshot('loaded')");
  await act(page, "history.pushState({}, '', '/in-background')");
  await act(page, "dispatchEvent(new Event('pagehide'))");
  assert.equal(sent.length, 0);
  await act(page, 'document.title = "Seen"; show()');
  const named = sent.filter(({ name }) => name !== 'web_vital' && name !== 'engagement');
  assert.deepEqual(new Set(named.map(({ name }) => name)), new Set(['not_found', 'early', 'loaded', undefined]));
  for (const event of named)
    assert.deepEqual([pathOf(event), event.referrer, event.user_id], ['/in-background', 'https://news.ycombinator.com/', 'u_1']);
  assert.deepEqual(
    viewsOf(sent).map(({ title }) => title),
    ['Seen'],
  );
  // A page that was seen keeps counting in the background.
  await act(page, "show(true); history.pushState({}, '', '/later')");
  assert.deepEqual(viewsOf(sent).map(pathOf), ['/in-background', '/later']);
  assert.match(complaints.join('\n'), /^Failed to load resource: .* 404 \(Not Found\) \S+$/);
});

test('links in SVGs, image maps and open shadow roots are tracked, and marked elements and forms in shadow roots', async () => {
  const { url } = await startTracked({
    body: `<svg width="50" height="50"><a id="svg" href="https://example.org/svg"><rect width="50" height="50"/></a></svg>
      <svg width="50" height="50"><a id="xlink" xlink:href="https://example.org/xlink"><rect width="50" height="50"/></a></svg>
      <svg width="50" height="50"><a id="svg-file" href="report.pdf"><rect width="50" height="50"/></a></svg>
      <svg width="50" height="50"><a id="svg-own" href="#x"><rect width="50" height="50"/></a></svg>
      <map name="map"><area id="area" shape="default" href="https://example.org/area"></map>
      <a id="none">No URL</a> <a id="invalid" href="https://">Invalid</a> <a id="mail" href="mailto:a@example.org">Mail</a>
      <x-card id="card"><b>Slotted</b><form slot="form" data-earshot-event="slotted" data-earshot-plan="free"><input id="outer"></form></x-card>`,
    scripts: {
      '/card.js': `customElements.define('x-card', class extends HTMLElement {
        connectedCallback() {
          const root = this.attachShadow({ mode: 'open' });
          root.innerHTML = '<a id="in-shadow" href="https://example.org/shadow"><i>Out</i></a>' +
            '<a id="around-slot" href="https://example.org/slot"><slot></slot></a>' +
            '<button data-earshot-event="open" data-earshot-plan="pro"><b id="marked">Open</b></button>' +
            '<form data-earshot-event="contact" data-earshot-plan="team"><input id="inner"></form><slot name="form"></slot>';
        }
      });
      addEventListener('click', (event) => event.preventDefault());
      addEventListener('submit', (event) => event.preventDefault());`,
    },
  });
  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  const sent = recordEvents(page);
  await page.goto(url);
  for (const id of ['svg', 'xlink', 'svg-file', 'svg-own', 'area', 'none', 'invalid', 'mail'])
    await page.evaluate(
      `document.querySelector('#${id}').dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, cancelable: true }))`,
    );
  for (const selector of ['#svg rect', '#in-shadow i', '#card > b', '#marked']) await page.locator(selector).click();
  // The window does not receive the submission of a form in a shadow root.
  await page.evaluate("document.querySelector('#card').shadowRoot.addEventListener('submit', (event) => event.preventDefault())");
  for (const selector of ['#inner', '#outer']) await page.locator(selector).press('Enter');
  await page.evaluate("dispatchEvent(new MouseEvent('click')); document.dispatchEvent(new MouseEvent('click'))");
  await until(() => sent.some(({ name }) => name === 'slotted'));
  assert.deepEqual(
    sent.flatMap(({ name, properties }) => (name ? [[name, properties?.url ?? properties?.plan]] : [])),
    [
      ['outbound_click', 'https://example.org/svg'],
      ['outbound_click', 'https://example.org/xlink'],
      ['download', `${url}/report.pdf`],
      ['outbound_click', 'https://example.org/area'],
      ['outbound_click', 'https://example.org/svg'],
      ['outbound_click', 'https://example.org/shadow'],
      ['outbound_click', 'https://example.org/slot'],
      ['open', 'pro'],
      ['contact', 'team'],
      ['slotted', 'free'],
    ],
  );
  assert.deepEqual(complaints, []);
});
