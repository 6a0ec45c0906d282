import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Earshot, signUserToken } from '@earshot/sdk';
import { until } from '@earshot/server/testing/until';
import { launchBrowser } from './browser.ts';
import { chooseDisplay } from './dashboard-inbox.ts';
import { assertRouteAccessible, openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();
const earshot = await startEarshot();
const token = await earshot.signIn('ada@example.com');

test('scores order the inbox by weights of sliders, and the columns of the board', async () => {
  const { page, complaints, team, user, url, project } = await openProject(browser, earshot.url, token);
  const secret = (await team.projects.identitySecrets.list(project.id)).data[0]?.secret ?? '';
  const voteAs = async (id: string, entry: string) => {
    const userToken = () => signUserToken({ id }, { projectId: project.id, secret });
    await new Earshot({ projectKey: project.api_key, baseUrl: earshot.url, userToken }).feedback.upvote(entry);
  };
  const popular = await user.feedback.submit({ title: 'Dark mode' });
  const valuable = await user.feedback.submit({ title: 'Audit log' });
  for (const id of ['u_1', 'u_2', 'u_3']) {
    await team.people.put(id, { attributes: { seats: 1 } });
    await voteAs(id, popular.id);
  }
  await team.people.put('u_4', { attributes: { seats: 500 } });
  await voteAs('u_4', valuable.id);
  // Nothing is known of this voter.
  await voteAs('u_5', valuable.id);
  await team.feedback.scores.set('seats', [
    { kind: 'attribute', attribute: 'seats', weight: 1 },
    { kind: 'voters', weight: 1 },
  ]);
  await until(async () => (await team.feedback.scores.list()).data[0]?.computed_at !== null);

  const titles = (selector: string) => page.locator(selector).allTextContents();
  await page.goto(`${url}/feedback`);
  await page.getByRole('button', { name: /Order|Sort/ }).click();
  await page.getByRole('option', { name: 'Score: seats' }).click();
  await page.getByTitle('Score', { exact: true }).first().waitFor();
  await until(async () => (await titles('.row-title')).at(0)?.includes('Audit log'));
  const unknown = page.getByTitle('1 voter of whom the score is unknown');
  await unknown.waitFor();
  assert.equal(await unknown.count(), 1);
  // Without the seats, most voters win.
  await page.getByRole('slider').first().fill('0');
  await until(async () => (await titles('.row-title')).at(0)?.includes('Dark mode'));
  await assertRouteAccessible(page, page.url());

  await page.goto(`${url}/feedback/board`);
  await until(async () => (await titles('.card-title')).at(0)?.includes('Dark mode'));
  await chooseDisplay(page, 'Score: seats');
  await until(async () => (await titles('.card-title')).at(0)?.includes('Audit log'));
  await page.locator('.card').first().getByTitle('Score', { exact: true }).waitFor();
  await page.reload();
  await until(async () => (await titles('.card-title')).at(0)?.includes('Audit log'));
  await assertRouteAccessible(page, page.url());

  // The order of the board is remembered for all projects, of which the next one has no score.
  await page.goto('about:blank');
  await team.feedback.scores.delete('seats');
  await page.goto(`${url}/feedback/board`);
  await page.getByRole('button', { name: 'Display' }).click();
  await page.locator('[role=menuitemradio][aria-checked=true]', { hasText: 'Most votes' }).waitFor();
  await until(async () => (await titles('.card-title')).at(0)?.includes('Dark mode'));
  assert.deepEqual(complaints, []);
});
