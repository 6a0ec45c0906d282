import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { until } from '@earshot/server/testing/until';
import { AS_PEOPLE, launchBrowser, openPage } from './browser.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();
const earshot = await startEarshot();

test('a page of another origin sends events with sendBeacon, also when it is left', async () => {
  const site = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>Acme</title><a href="/next">On</a><script>
      const send = (event) => navigator.sendBeacon(${JSON.stringify(`${earshot.url}/v1/analytics/events?key=${earshot.key}`)}, JSON.stringify(event));
      send({ url: location.href, title: document.title, screen_width: screen.width });
      addEventListener('pagehide', () => send({ name: 'left', url: location.href, interactive: false }));
    </script>`),
  );
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  after(() => site.close());
  const { port } = site.address() as { port: number };
  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  // The source of a visit is that of its first event, and two connections may exchange their order.
  const first = page.waitForResponse('**/v1/analytics/events?*');
  await page.goto(`http://127.0.0.1:${port}/?utm_source=newsletter`);
  await first;
  await page.click('a');
  await page.waitForURL('**/next');
  await page.close();
  assert.deepEqual(complaints, []);

  const token = await earshot.signIn();
  const read = async (path: string) =>
    (await (
      await fetch(earshot.url + path, { headers: { authorization: `Bearer ${token}`, 'x-project-key': earshot.key } })
    ).json()) as {
      data: { value: string; visitors: number; events: number }[];
    };
  // The page that was left and the next one send on two connections.
  await until(async () => {
    const { data } = await read('/v1/analytics/events?non_interactive=include');
    const counts = Object.fromEntries(data.map(({ value, events }) => [value, events]));
    return counts.page_view === 2 && counts.left;
  });
  const pages = await read('/v1/analytics/pages');
  assert.deepEqual(
    pages.data.map(({ value, visitors }) => [value, visitors]),
    [
      ['/', 1],
      ['/next', 1],
    ],
  );
  assert.deepEqual(
    (await read('/v1/analytics/sources')).data.map(({ value }) => value),
    ['newsletter'],
  );
  assert.deepEqual(
    (await read('/v1/analytics/breakdown?by=browser')).data.map(({ value }) => value),
    ['Chrome'],
  );
});
