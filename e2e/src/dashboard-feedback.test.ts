import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../server/src/testing/until.ts';
import { launchBrowser, openPage } from './browser.ts';
import { assertRouteAccessible, openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();

const earshot = await startEarshot();
const token = earshot.signIn('ada@example.com');

/** A new project with that feedback, and its owner at the inbox. */
async function openInbox(titles: string[]): Promise<{ page: Page; complaints: string[]; api: Api; url: string }> {
  const { page, complaints, project, url } = await openProject(browser, earshot.url, token);
  const api: Api = async (method, path, body) => {
    const response = await fetch(`${earshot.url}/v1${path}`, {
      method,
      headers: {
        'x-project-key': project.api_key,
        ...(body && { 'content-type': 'application/json' }),
        // Feedback is submitted by key, everything else is done by the team.
        ...((method !== 'POST' || path !== '/feedback') && { authorization: `Bearer ${token}` }),
      },
      body: body && JSON.stringify(body),
    });
    return (await response.json()) as Answer;
  };
  for (const title of titles) await api('POST', '/feedback', { title });
  await page.goto(`${url}/feedback`);
  await page.getByRole('link', { name: titles.at(-1) ?? '' }).waitFor();
  return { page, complaints, api, url };
}

// oxlint-disable-next-line typescript/no-explicit-any -- answers of any route
type Answer = any;
type Api = (method: string, path: string, body?: object) => Promise<Answer>;

const statusOf = async (api: Api, title: string) =>
  (await api('GET', '/feedback?limit=100')).data.find((entry: { title: string }) => entry.title === title)?.status;

/** What is shown at once is known to the server soon. */
const eventually = (what: () => Promise<unknown>, expected: unknown) => until(async () => (await what()) === expected);

const focusedText = (page: Page) => page.evaluate<string>('document.activeElement.textContent');

test('feedback is gone through by keyboard alone: read, judged, tagged, merged, and taken back', async () => {
  const { page, complaints, api } = await openInbox(['Export as CSV', 'Dark mode', 'Export to CSV files', 'Login fails']);
  await page.keyboard.press('j');
  assert.match(await focusedText(page), /Login fails/);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  assert.match(await focusedText(page), /Dark mode/);
  await page.keyboard.press('k');
  assert.match(await focusedText(page), /Export to CSV files/);

  // One key judges; the toast takes it back.
  await page.keyboard.press('3');
  await page.getByText('Moved to Planned').waitFor();
  await page.getByRole('button', { name: 'Status: Planned' }).waitFor();
  await eventually(() => statusOf(api, 'Export to CSV files'), 'planned');
  await page.getByRole('button', { name: 'Undo' }).click();
  await eventually(() => statusOf(api, 'Export to CSV files'), 'new');

  // A selection is judged as one.
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await page.getByText('2 selected').waitFor();
  await page.keyboard.press('t');
  await page.getByLabel('Tag', { exact: true }).waitFor();
  await page.keyboard.type('later');
  await page.keyboard.press('Enter');
  await page.getByText('2 tagged “later”').waitFor();
  await page.keyboard.press('2');
  await page.getByText('2 moved to Under review').waitFor();
  for (const title of ['Dark mode', 'Login fails']) await eventually(() => statusOf(api, title), 'under_review');

  // Merging: what is similar is offered first.
  await page.keyboard.press('j');
  assert.match(await focusedText(page), /Export to CSV files/);
  await page.keyboard.press('m');
  await page.getByRole('option', { name: 'Export as CSV' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('Merged into “Export as CSV”').waitFor();
  await page.getByRole('link', { name: 'Export to CSV files' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await page.getByText('The merge is undone').waitFor();
  await page.getByRole('link', { name: 'Export to CSV files' }).waitFor();

  // Into the entry and back; a note for the team, an answer for all.
  await page.getByRole('link', { name: 'Dark mode' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Dark mode' }).waitFor();
  await page.keyboard.press('c');
  await page.keyboard.type('We are on it.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Internal', { exact: true }).waitFor();
  await page.getByText('We are on it.').first().waitFor();
  await page.locator('h1').click();
  await page.keyboard.press('5');
  await page.getByText('Moved to Done').waitFor();
  await page.getByText('“Under review”').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Login fails' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('filters stand in the address, and find by words of any language', async () => {
  const { page, api } = await openInbox(['Dunkler Modus für Übersicht', 'Login fails', '夜間モード']);
  const { data } = await api('GET', '/feedback?limit=100');
  const login = data.find((entry: { title: string }) => entry.title === 'Login fails');
  await api('PATCH', `/feedback/${login.id}`, { status: 'planned', type: 'bug', tags: ['auth'] });
  await page.getByRole('searchbox', { name: 'Search feedback' }).fill('Übers');
  await page.getByRole('link', { name: 'Login fails' }).waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('list', { name: 'Entries' }).getByRole('listitem').count(), 1);
  assert.equal(new URL(page.url()).searchParams.get('q'), 'Übers');
  await page.getByRole('searchbox', { name: 'Search feedback' }).fill('');
  await page.getByRole('link', { name: '夜間モード' }).waitFor();
  await page.getByRole('button', { name: /^Status: All/ }).click();
  await page.getByRole('option', { name: 'Planned' }).click();
  await page.getByRole('link', { name: 'Dunkler Modus' }).waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).searchParams.get('status'), 'planned');
  // Whoever gets the address sees the same.
  await page.reload();
  await page.getByRole('link', { name: 'Login fails' }).waitFor();
  assert.equal(await page.getByRole('list', { name: 'Entries' }).getByRole('listitem').count(), 1);
  await page.getByRole('button', { name: /^Type: All/ }).click();
  await page.getByRole('option', { name: 'Feature' }).click();
  await page.getByRole('heading', { name: 'Nothing fits these filters' }).waitFor();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: '夜間モード' }).waitFor();
});

test('the board moves cards by mouse, and without one', async () => {
  const { page, complaints, api } = await openInbox(['Export as CSV', 'Dark mode']);
  await page.getByRole('link', { name: 'Board' }).click();
  const column = (name: string) => page.getByRole('grid', { name: new RegExp(`^${name}`) });
  await column('New').getByText('Dark mode').waitFor();

  await column('New').getByText('Dark mode').dragTo(column('Planned'));
  await column('Planned').getByText('Dark mode').waitFor();
  await eventually(() => statusOf(api, 'Dark mode'), 'planned');

  // A number sends the card with the focus to that column.
  await column('New').getByRole('row', { name: 'Export as CSV' }).focus();
  await page.keyboard.press('4');
  await column('In progress').getByText('Export as CSV').waitFor();
  await eventually(() => statusOf(api, 'Export as CSV'), 'in_progress');

  // Dragging by keyboard: to the handle, Enter, on to the column, Enter.
  await column('In progress').getByRole('row', { name: 'Export as CSV' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  for (let hops = 0; hops < 8 && !(await focusedLabel(page)).startsWith('Done'); hops++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await column('Done').getByText('Export as CSV').waitFor();
  await eventually(() => statusOf(api, 'Export as CSV'), 'done');
  assert.deepEqual(complaints, []);
});

/** The name of what has the focus, as it is read out. */
const focusedLabel = (page: Page) =>
  page.evaluate<string>(
    `(document.activeElement.closest('section')?.querySelector('h2')?.textContent ?? '') + (document.activeElement.getAttribute('aria-label') ?? '')`,
  );

test('the command palette goes everywhere and finds entries', async () => {
  const { page } = await openInbox(['Export as CSV', 'Dark mode']);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('searchbox').waitFor();
  await page.keyboard.type('dark');
  await page.getByRole('menuitem', { name: 'Dark mode' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Dark mode' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('searchbox').waitFor();
  await page.keyboard.type('first st');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await page.getByRole('link', { name: 'Dark mode' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Set to Planned').waitFor();
});

test('a change that the server refuses is shown as it was, with the reason', async () => {
  const { page, api } = await openInbox(['Export as CSV']);
  const { data } = await api('GET', '/feedback');
  await api('DELETE', `/feedback/${data[0].id}`);
  await page.keyboard.press('j');
  await page.keyboard.press('3');
  await page
    .getByRole('alertdialog')
    .getByText(/not found/i)
    .waitFor();
  await page.getByRole('heading', { name: 'No feedback yet' }).waitFor();
});

test('while Earshot is away, the page says so, keeps what it showed, and goes on when it is back', async () => {
  const { page, url } = await openInbox(['Export as CSV']);
  // Pointing at a link loads its page.
  await page.getByRole('link', { name: 'Export as CSV' }).hover();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Export as CSV' }).click();
  await page.getByText('Earshot can’t be reached at the moment.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Export as CSV' }).waitFor();
  await page.getByText('Earshot can’t be reached at the moment.').waitFor({ state: 'detached' });
  assert.match(page.url(), new RegExp(`^${url}/feedback/fb_`));
});

test('descriptions and comments are read as their authors meant them, and run nothing', async () => {
  const { page, complaints, api, url } = await openInbox(['Export as CSV']);
  const { data } = await api('GET', '/feedback');
  const text = '**Weekly**, see [here](https://acme.example) <img src=x onerror=alert(1)>';
  await api('PATCH', `/feedback/${data[0].id}`, { description: text });
  await api('POST', `/feedback/${data[0].id}/comments`, { body: '- _one_\n- two' });
  await page.goto(`${url}/feedback/${data[0].id}`);
  await page.locator('strong', { hasText: 'Weekly' }).waitFor();
  await page.getByRole('link', { name: 'here' }).waitFor();
  await page.getByRole('listitem').locator('em', { hasText: 'one' }).waitFor();
  assert.equal(await page.locator('img[src=x]').count(), 0);
  assert.deepEqual(complaints, []);
});

test('axe finds nothing on any of these pages, and none is wider than the window', async () => {
  const { page, api, url } = await openInbox(['Export as CSV', 'Dark mode']);
  const { data } = await api('GET', '/feedback');
  await api('POST', `/feedback/${data[0].id}/comments`, { body: 'A note', internal: true });
  await api('PATCH', `/feedback/${data[0].id}`, { status: 'planned', tags: ['ui', 'theme'] });
  for (const path of [
    '',
    '/feedback',
    '/feedback?status=done',
    '/feedback/board',
    `/feedback/${data[0].id}`,
    '/feedback/fb_01kaga0zrefb8tqs3yh4kx9m2d',
  ])
    await assertRouteAccessible(page, url + path);
  const { page: stranger } = await openPage(browser);
  await assertRouteAccessible(stranger, `${earshot.url}/sign-in`);
  for (const path of ['/account', '/projects/new', '/device', '/projects/none-of-theirs'])
    await assertRouteAccessible(page, earshot.url + path);
});
