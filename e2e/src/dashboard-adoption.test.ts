import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { launchBrowser } from './browser.ts';
import { assertRouteAccessible, openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();
const earshot = await startEarshot();
const token = await earshot.signIn('ada@example.com');

test('an entry shows who of those who asked used its release, and asks the others why', async () => {
  const { page, complaints, team, user, url } = await openProject(browser, earshot.url, token);
  const wish = await user.feedback.submit({ title: 'Export as CSV' });
  const users = ['u_1', 'u_2', 'u_3', 'u_4', 'u_5'];
  for (const id of users) {
    await team.people.put(id, { name: `Person ${id}`, email: `${id}@example.com` });
    await team.feedback.voteOnBehalf(wish.id, { user_id: id });
  }
  const published = Date.now() - 10 * 86_400_000;
  const happen = (id: string, name: string, days: number) => ({
    event_id: randomUUID(),
    name,
    url: 'https://acme.example/',
    user_id: id,
    timestamp: new Date(published + days * 86_400_000).toISOString(),
  });
  const others = ['o_1', 'o_2', 'o_3', 'o_4', 'o_5'].map((id) => happen(id, 'opened', 1));
  const events = [happen('u_1', 'list_exported', 1), happen('u_2', 'list_exported', 3), happen('u_3', 'opened', 2), ...others];
  await team.analytics.import({ events });
  const entry = await team.changelog.create({
    title: 'Export as CSV',
    feedback_ids: [wish.id],
    published_at: new Date(published).toISOString(),
  });
  await team.feedback.update(wish.id, { status: 'done' });

  await page.goto(`${url}/changelog/${entry.id}`);
  const success = page.getByLabel('Success event or page');
  await page.locator('#success-events option[value="list_exported"]').waitFor({ state: 'attached' });
  await success.fill('list_exported');
  await page.getByRole('button', { name: '7 days' }).waitFor();
  await page.getByRole('button', { name: 'Save changes' }).click();
  const panel = page.getByRole('region', { name: 'Did the people who asked use it?' });
  await panel
    .getByText('2 of 5 people who asked used it (40%; 11.8% to 76.9% at 95 % confidence), half of them within 2 days.')
    .waitFor();
  await panel.getByText('Came back3').waitFor();
  const slider = panel.getByRole('slider');
  assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /People who asked 40%; Everybody else 0%$/);
  const rows = panel.locator('#silent tbody tr');
  assert.equal(await rows.count(), 3);
  const mail = rows.filter({ hasText: 'Person u_4' }).getByRole('link', { name: 'Ask why: Person u_4' });
  assert.equal(
    await mail.getAttribute('href'),
    `mailto:u_4%40example.com?subject=${encodeURIComponent('Your feedback on “Export as CSV”')}`,
  );
  await assertRouteAccessible(page, page.url());

  await page.goto(`${url}/feedback/${wish.id}`);
  await page.getByText('2 of 5 used it:').getByRole('link', { name: 'Export as CSV' }).click();
  await panel.waitFor();
  assert.deepEqual(complaints, []);
});
