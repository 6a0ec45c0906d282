import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@earshot/server/testing/until';
import { launchBrowser, openPage } from './browser.ts';
import { addFilter, chooseDisplay } from './dashboard-inbox.ts';
import { assertRouteAccessible, dragByKeyboard, openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();

const earshot = await startEarshot();
const token = await earshot.signIn('ada@example.com');

test('boards are created, ordered, chosen for entries, filtered and deleted', async () => {
  const { page, complaints, team, user, url } = await openProject(browser, earshot.url, token);
  await user.feedback.submit({ title: 'Login fails' });
  await user.feedback.submit({ title: 'Dark mode' });

  await page.goto(`${url}/settings/feedback`);
  await page.getByText('no language model (EARSHOT_LLM_URL), so nothing is suggested').waitFor();
  await page.getByRole('button', { name: 'New board…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Bugs');
  await page.getByRole('dialog').getByLabel('Description').fill('What does not work?');
  await page.getByRole('button', { name: /Who may read/ }).click();
  await page.getByRole('option', { name: 'Team', exact: true }).click();
  await page.getByRole('button', { name: 'Create board' }).click();
  await page.getByText('Board saved').waitFor();
  const row = page.getByRole('row', { name: /Bugs/ });
  await row.getByText('Team', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Move Bugs up' }).click();
  await page.getByRole('row').nth(1).getByText('Bugs').first().waitFor();
  assert.deepEqual(
    (await team.feedback.boards.list()).data.map(({ name, access }) => [name, access]),
    [
      ['Bugs', 'team'],
      ['Feedback', 'public'],
    ],
  );

  // A board for a segment of people.
  const segment = await team.people.segments.create({
    name: 'Voters',
    definition: { match: 'all', conditions: [{ kind: 'vote' }] },
  });
  await page.getByRole('button', { name: 'Edit Bugs' }).click();
  await page.getByRole('button', { name: /Who may read/ }).click();
  await page.getByRole('option', { name: 'Segment of people' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Segment/ })
    .last()
    .click();
  await page.getByRole('option', { name: 'Voters' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await row.getByText('Segment of people').waitFor();
  assert.equal((await team.feedback.boards.list()).data[0]?.segment_id, segment.id);

  await page.goto(`${url}/feedback`);
  await page.getByRole('link', { name: 'Login fails' }).click();
  await page
    .getByRole('button', { name: /Feedback Board$|Board/ })
    .last()
    .click();
  await page.getByRole('option', { name: 'Bugs' }).click();
  const [bugs] = (await team.feedback.boards.list()).data;
  await until(async () => (await team.feedback.list({ board_id: bugs?.id ?? '' })).total === 1);
  await page.goto(`${url}/feedback`);
  await addFilter(page, 'Board', ['Bugs']);
  await page.getByRole('link', { name: 'Dark mode' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Login fails' }).waitFor();

  await page.goto(`${url}/settings/feedback`);
  await page.getByRole('button', { name: 'Delete Bugs' }).click();
  await page.getByText('One entry moves to the selected board.').waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('Board deleted').waitFor();
  assert.deepEqual(
    (await team.feedback.boards.list()).data.map(({ feedback_count: count }) => count),
    [2],
  );
  await assertRouteAccessible(page, `${url}/settings/feedback`);
  assert.deepEqual(complaints, []);
});

test('the page of a board has tabs, and a form that opens the widget for the board', async () => {
  const { team, user, project } = await openProject(browser, earshot.url, token);
  const ideas = await team.feedback.boards.create({ name: 'Ideas', description: 'What should we build next?' });
  await team.feedback.boards.create({ name: 'Contact', access: 'submit_only' });
  await user.feedback.submit({ title: 'On the default board' });
  await user.feedback.submit({ title: 'Idea', board_id: ideas.id });
  const { page, complaints } = await openPage(browser);
  await page.goto(`${earshot.url}/p/${project.slug}/feedback`);
  const tabs = page.getByRole('navigation', { name: 'Boards' });
  await tabs.getByRole('link', { name: 'Ideas' }).click();
  await page.getByRole('heading', { name: 'Idea', exact: true }).waitFor();
  assert.equal(await page.getByText('On the default board').count(), 0);
  await page.getByRole('link', { name: 'Give feedback' }).click();
  await page
    .getByRole('dialog')
    .getByLabel('Title')
    .or(page.getByRole('dialog').getByRole('textbox').first())
    .first()
    .fill('By widget');
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('dialog').getByText('Thank').first().waitFor();
  assert.equal((await team.feedback.list({ board_id: ideas.id })).total, 2);
  assert.deepEqual(complaints, []);
});

test('arranges cards of the board by hand, which stays after a reload, in lanes and in small cards', async () => {
  const { page, complaints, user, team, url } = await openProject(browser, earshot.url, token);
  for (const title of ['Export as CSV', 'Dark mode', 'Print view']) await user.feedback.submit({ title });
  await page.goto(`${url}/feedback/board`);
  const titles = async () => (await page.getByRole('grid', { name: /^New/ }).locator('.card-title').allInnerTexts()).join();
  const shows = (expected: string) => until(async () => (await titles()) === expected);
  const stores = (expected: string) =>
    until(async () => (await team.feedback.list({ sort: 'manual' })).data.map(({ title }) => title).join() === expected);
  await chooseDisplay(page, 'Manual');
  await shows('Print view,Dark mode,Export as CSV');

  // By keyboard: the handle, Enter, the place before the first card, Enter.
  await page.getByRole('row', { name: 'Export as CSV' }).focus();
  await page.keyboard.press('ArrowRight');
  await dragByKeyboard(page, 'ArrowUp', 'Insert before Print view');
  await shows('Export as CSV,Print view,Dark mode');
  await stores('Export as CSV,Print view,Dark mode');

  // By mouse, to the lower half of a card.
  const target = page.getByRole('row', { name: 'Print view' });
  const { height = 0 } = (await target.boundingBox()) ?? {};
  await page.getByRole('row', { name: 'Export as CSV' }).dragTo(target, { targetPosition: { x: 60, y: height - 4 } });
  await stores('Print view,Export as CSV,Dark mode');
  await page.reload();
  await shows('Print view,Export as CSV,Dark mode');

  await chooseDisplay(page, 'Compact');
  await chooseDisplay(page, 'Type');
  const cell = page.getByRole('grid', { name: 'Planned, Feedback', exact: true });
  await page.getByText('Dark mode').dragTo(cell);
  await cell.getByText('Dark mode').waitFor();
  await until(async () => (await team.feedback.list({ status: 'planned' })).data.length === 1);
  await assertRouteAccessible(page, `${url}/feedback/board`);
  assert.deepEqual(complaints, []);
});
