import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@earshot/server/testing/until';
import { assertAccessible } from './axe.ts';
import { DESKTOP, focused, PHONE, shown, startProduct, tabTo } from './product.ts';

const { acme, open } = await startProduct();
const { team } = acme;
const banner = await team.changelog.create({
  title: 'Maintenance on Sunday',
  content: 'At noon.',
  published: true,
  announcement: 'banner',
});
const popup = await team.changelog.create({
  title: 'Exports are here',
  content: 'Every list has a **download** now.\n\nAs CSV.',
  published: true,
  announcement: 'popup',
  announcement_ends_at: new Date(Date.now() + 86_400_000).toISOString(),
});
await team.changelog.create({ title: 'For billing', published: true, announcement: 'popup', pages: ['/billing/*'] });
await team.changelog.create({ title: 'Für dich', published: true, announcement: 'popup', languages: ['de'] });
const viewsOf = async (id: string) => (await team.changelog.get(id)).view_count;

test('announces entries one after another, once to each visitor, without taking the focus', async () => {
  const { page, complaints } = await open('/announcement', { ...DESKTOP, reducedMotion: 'reduce' });
  const region = page.getByRole('region', { name: 'What’s new' });
  await shown(region.getByRole('heading', { name: 'Exports are here' }));
  await region.getByText('Every list has a download now.').waitFor();
  assert.equal(await region.count(), 1, 'never more than one');
  assert.equal(await page.evaluate('document.activeElement === document.body'), true);
  await until(async () => (await viewsOf(popup.id)) === 1);
  await page.addScriptTag({ url: '/axe.js' });
  await assertAccessible(page, 'popup');

  // Opens the entry in place. The page gets the focus back.
  await tabTo(page, 'Read more');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('As CSV.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await region.count(), 0);

  for (let load = 0; load < 2; load++) {
    const viewed = page.waitForResponse(/changelog\/views/);
    await page.reload();
    await shown(region.getByText('Maintenance on Sunday'));
    await viewed;
  }
  await page.addScriptTag({ url: '/axe.js' });
  await assertAccessible(page, 'banner');
  assert.equal(await viewsOf(banner.id), 1, 'a reader counts once a day');
  await page.getByRole('button', { name: 'Button' }).focus();
  await tabTo(page, 'Close');
  await page.keyboard.press('Escape');
  await region.waitFor({ state: 'detached' });
  const listed = page.waitForResponse(/announced=true/);
  await page.reload();
  await listed;
  await page.getByRole('button', { name: 'Button' }).focus();
  assert.equal(await focused(page), 'Button');
  assert.equal(await region.count(), 0, 'both were seen');
  assert.deepEqual(complaints, []);
});

test('announcements are at the other side of pages from right to left, and fit phones', async () => {
  const { page, complaints } = await open('/ar/announcement', { ...PHONE, reducedMotion: 'reduce' });
  const card = page.locator('.announcement');
  await shown(card.getByText('Exports are here'));
  const box = await card.boundingBox();
  assert.ok(box && box.x >= 0 && box.x <= 17 && box.x + box.width <= 360, JSON.stringify(box));
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
  assert.deepEqual(complaints, []);
});
