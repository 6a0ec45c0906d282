import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@earshot/server/testing/until';
import type { Page } from 'playwright-core';
import { AS_PEOPLE, launchBrowser, openPage } from './browser.ts';
import { recordEvents, startTracking } from './tracked.ts';

// Ways in which themes, tag managers and bundlers load the script.

const browser = await launchBrowser();
const { team, startTracked } = await startTracking();

const NO_KEY = 'Earshot: no valid data-key';
const TAG = '<script defer src="{earshot}/t.js" data-key="{key}"></script>';

/** Waits until the page has no more page views to send. */
const settle = (page: Page) => page.evaluate('new Promise((resolve) => setTimeout(resolve, 200))');

test('each way to load the script sends one page view, or logs one message', async () => {
  for (const [tags, views, complaints] of [
    [TAG + TAG, 1, []],
    [`<script src="{earshot}/t.js" data-key="{key}"></script>${TAG}`, 1, []],
    [`${TAG}<script type="module" src="{earshot}/t.js" data-key="{key}"></script>`, 1, []],
    ['<script type="module" src="{earshot}/t.js" data-key="{key}"></script>', 1, []],
    ['<script type="module" src="{earshot}/t.js?key={key}"></script>', 1, []],
    ['<script async src="{earshot}/t.js?key={key}"></script>', 1, []],
    [`<script defer src="{earshot}/t.js?v=1&amp;key={key}"></script>${TAG}`, 1, []],
    ['<script defer src="{earshot}/t.js"></script>', 0, [NO_KEY]],
    ['<script defer src="{earshot}/t.js" data-key="{{key}}"></script>', 0, [NO_KEY]],
    ['<script type="module" src="{earshot}/t.js"></script>', 0, [NO_KEY]],
    ['<script type="module" src="/import.js"></script>', 0, [NO_KEY]],
    ['<script defer src="/inject.js" data-injected="{key}"></script>', 1, []],
  ] as const) {
    const { url } = await startTracked({
      tags,
      files: {
        '/import.js': { type: 'text/javascript', body: "import '{earshot}/t.js';" },
        '/inject.js': {
          type: 'text/javascript',
          body: `const { injected } = document.currentScript.dataset;
            document.head.append(Object.assign(document.createElement('script'), { src: '{earshot}/t.js?key=' + injected }));`,
        },
      },
    });
    const { page, complaints: logged } = await openPage(browser, AS_PEOPLE);
    const sent = recordEvents(page);
    await page.goto(url);
    await settle(page);
    assert.deepEqual([tags, sent.length, logged], [tags, views, complaints]);
    await page.context().close();
  }
});

test('the scripts of two projects are two trackers', async () => {
  const other = await team.projects.create({ name: 'Agency' });
  const { url, project } = await startTracked({ tags: `${TAG}${TAG.replace('{key}', other.api_key)}${TAG}` });
  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  const sent = recordEvents(page);
  await page.goto(url);
  await until(() => sent.length === 2);
  await page.evaluate("history.pushState({}, '', '/next')");
  await settle(page);
  const views = sent.filter(({ name }) => name === undefined);
  assert.deepEqual(views.map(({ key }) => key).toSorted(), [project, other].flatMap(({ api_key: key }) => [key, key]).toSorted());
  assert.deepEqual(complaints, []);
});

test('a script that is evaluated again continues with its tracker, also when the page replaces its queue', async () => {
  const { url } = await startTracked({ head: '<script src="/before.js"></script>' });
  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  const sent = recordEvents(page);
  await page.goto(url);
  await until(() => sent.length === 2);
  // Turbo replaces the body and evaluates its scripts again.
  const visit = (path: string) =>
    page.evaluate(`(async () => {
      history.pushState({}, '', '${path}');
      for (const old of document.querySelectorAll('script')) {
        const copy = document.createElement('script');
        for (const { name, value } of old.attributes) copy.setAttribute(name, value);
        const loaded = new Promise((resolve) => copy.addEventListener('load', resolve));
        old.replaceWith(copy);
        await loaded;
      }
    })()`);
  await visit('/next');
  await settle(page);
  await visit('/gone');
  await settle(page);
  await page.evaluate("earshot('bought')");
  await until(() => sent.at(-1)?.name === 'bought');
  assert.deepEqual(
    // The view of a page and its events are sent in either order.
    sent
      .flatMap(({ name = 'page_view', url: viewed }) => (name === 'engagement' ? [] : [`${new URL(viewed).pathname} ${name}`]))
      .toSorted(),
    ['/ early', '/ page_view', '/gone bought', '/gone early', '/gone page_view', '/next early', '/next page_view'],
  );
  assert.deepEqual(complaints, []);
});

test('frames without a URL of their own send nothing and log nothing', async () => {
  const { url } = await startTracked({
    tags: '',
    scripts: {
      '/frames.js': `const tag = '<script src="{earshot}/t.js" data-key="{key}"><\\/script>';
        for (const html of [tag, tag.replace('data-key', 'data-none')]) {
          const frame = document.createElement('iframe');
          frame.srcdoc = html;
          document.body.append(frame);
        }
        const blank = document.createElement('iframe');
        document.body.append(blank);
        const script = blank.contentDocument.createElement('script');
        script.src = '{earshot}/t.js';
        script.dataset.key = '{key}';
        blank.contentDocument.body.append(script);`,
    },
  });
  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  const sent = recordEvents(page);
  const scripts: string[] = [];
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/t.js')) scripts.push(request.frame().url());
  });
  await page.goto(url);
  await until(() => scripts.length === 3);
  await settle(page);
  assert.deepEqual([sent, complaints], [[], []]);
  assert.deepEqual(scripts.toSorted(), ['about:blank', 'about:srcdoc', 'about:srcdoc']);
});
