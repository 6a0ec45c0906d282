import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Earshot } from '@earshot/sdk';
import type { Page } from 'playwright-core';
import { until } from '@earshot/server/testing/until';
import { AS_PEOPLE, launchBrowser, openPage } from './browser.ts';
import { startEarshot } from './earshot.ts';
import { startSite } from './site.ts';

const browser = await launchBrowser();
const earshot = await startEarshot();
const accessToken = await earshot.signIn();
const team = new Earshot({ accessToken, baseUrl: earshot.url });

/** Opens a page of another origin with a strict policy, and the SDK as the global `earshot`. */
async function openShop() {
  const project = await team.projects.create({ name: 'Shop' });
  const site = await startSite(earshot.url, {
    '/': '<!doctype html><title>Shop</title><script type="module" src="/shop.js"></script>',
    '/elsewhere': '<!doctype html><title>Elsewhere</title>',
    '/shop.js': {
      type: 'text/javascript',
      body: `import { Earshot, ConflictError } from '{earshot}/sdk.js';
        globalThis.earshot = new Earshot({ projectKey: '${project.api_key}', baseUrl: '{earshot}' });
        globalThis.ConflictError = ConflictError;`,
    },
  });
  const { page, complaints } = await openPage(browser, AS_PEOPLE);
  const open = () => page.goto(site);
  await open();
  const shopTeam = new Earshot({ accessToken, projectId: project.id, baseUrl: earshot.url });
  const counted = async () =>
    Object.fromEntries(
      (await shopTeam.analytics.events({ period: '24h', bots: 'include' })).data.map(({ value, events }) => [value, events]),
    );
  /** Waits until the server has confirmed all events. */
  const emptyQueue = () =>
    until(() => page.evaluate<boolean>('!Object.keys(localStorage).some((name) => name.startsWith("earshot.queue"))'));
  return { page, complaints, site, open, counted, emptyQueue };
}

const track = (page: Page, name: string, times: number) =>
  page.evaluate(`for (let number = 0; number < ${times}; number++) earshot.analytics.track('${name}', { number })`);

test('long titles of pages end with a whole character', async () => {
  const { page } = await openShop();
  const sending = page.waitForRequest('**/v1/analytics/events**');
  await page.evaluate(`document.title = '${'x'.repeat(299)}🎉🎉'; earshot.analytics.page(); earshot.analytics.flush()`);
  const { events } = (await sending).postDataJSON() as { events: { title: string }[] };
  assert.equal(events[0]?.title, `${'x'.repeat(299)}🎉`);
});

test('submits feedback, votes once, and gets typed errors in a browser', async () => {
  const { page, complaints } = await openShop();
  const counts = await page.evaluate(`(async () => {
    const { id } = await earshot.feedback.submit({ title: 'Export as CSV' });
    const first = await earshot.feedback.upvote(id);
    const second = await earshot.feedback.upvote(id);
    return [first.upvote_count, second.upvote_count, second.viewer_vote];
  })()`);
  assert.deepEqual(counts, [1, 1, 'up']);
  const again = await page.evaluate(`(async () => {
    await earshot.waitlist.join({ email: 'ada@example.com' });
    return await earshot.waitlist.join({ email: 'ada@example.com' }).catch((error) => [error instanceof ConflictError, error.status]);
  })()`);
  assert.deepEqual(again, [true, 409]);
  assert.deepEqual(
    complaints.filter((text) => !text.includes('409')),
    [],
  );
});

test('works on pages without TLS, where crypto.randomUUID is missing', async () => {
  const { page, complaints, open, counted } = await openShop();
  await page.addInitScript('delete Crypto.prototype.randomUUID');
  await open();
  const vote = await page.evaluate(`(async () => {
    const { id } = await earshot.feedback.submit({ title: 'Without TLS' });
    return (await earshot.feedback.upvote(id)).viewer_vote;
  })()`);
  assert.equal(vote, 'up');
  await track(page, 'untold', 3);
  await until(async () => (await counted()).untold === 3);
  assert.deepEqual(complaints, []);
});

test('sends events tracked offline after reconnecting, also across a reload', async () => {
  const { page, counted, open, emptyQueue } = await openShop();
  await page.context().setOffline(true);
  await Promise.all([page.waitForEvent('requestfailed'), track(page, 'offline', 120)]);
  await track(page, 'offline', 5);
  await page.context().setOffline(false);
  await until(async () => (await counted()).offline === 125);

  await page.route(`${earshot.url}/v1/**`, (route) => route.abort());
  await Promise.all([page.waitForEvent('requestfailed'), track(page, 'reloaded', 7)]);
  await open();
  await track(page, 'reloaded', 1);
  await page.unroute(`${earshot.url}/v1/**`);
  await emptyQueue();
  assert.deepEqual(await counted(), { offline: 125, reloaded: 8 });
});

test('a page that is left sends queued events, which count once when they are sent again', async () => {
  const { page, counted, open, site, emptyQueue } = await openShop();
  await track(page, 'left', 3);
  await page.goto(`${site}/elsewhere`);
  await until(async () => (await counted()).left === 3);
  await open();
  await emptyQueue();
  assert.deepEqual(await counted(), { left: 3 });
  await track(page, 'closed', 2);
  await page.close({ runBeforeUnload: true });
  await until(async () => (await counted()).closed === 2);
});
