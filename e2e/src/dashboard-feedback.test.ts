import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { until } from '@earshot/server/testing/until';
import { launchBrowser, openPage } from './browser.ts';
import { addFilter, type Api, type OpenInbox, type ResponseBody, testInboxList } from './dashboard-inbox.ts';
import { testVoteBursts } from './dashboard-bursts.ts';
import { assertRouteAccessible, dragByKeyboard, openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();

const earshot = await startEarshot();
const token = await earshot.signIn('ada@example.com');

/** Creates a project with feedback entries, and opens the inbox as the owner. */
async function openInbox(titles: string[]): Promise<OpenInbox> {
  const { page, complaints, project, url } = await openProject(browser, earshot.url, token);
  const api: Api = async (method, path, body) => {
    const response = await fetch(`${earshot.url}/v1${path}`, {
      method,
      headers: {
        'x-project-key': project.api_key,
        ...(body && { 'content-type': 'application/json' }),
        // Submits feedback with the API key; all other requests use the session token.
        ...((method !== 'POST' || path !== '/feedback') && { authorization: `Bearer ${token}` }),
      },
      body: body && JSON.stringify(body),
    });
    return (await response.json()) as ResponseBody;
  };
  for (const title of titles) await api('POST', '/feedback', { title });
  await page.goto(`${url}/feedback`);
  await (
    titles.length
      ? page.getByRole('link', { name: titles.at(-1) ?? '', exact: true })
      : page.getByRole('heading', { name: 'No feedback yet' })
  ).waitFor();
  return { page, complaints, api, url };
}

const statusOf = async (api: Api, title: string) =>
  (await api('GET', '/feedback?limit=100')).data.find((entry: { title: string }) => entry.title === title)?.status;

/** Waits until the server has a value that the page shows immediately. */
const eventually = (read: () => Promise<unknown>, expected: unknown) => until(async () => (await read()) === expected);

const focusedText = (page: Page) => page.evaluate<string>('document.activeElement.textContent');

test('triages feedback by keyboard: status, tags, merge, undo, comments', async () => {
  const { page, complaints, api } = await openInbox(['Export as CSV', 'Dark mode', 'Export to CSV files', 'Login fails']);
  await page.keyboard.press('j');
  assert.match(await focusedText(page), /Login fails/);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  assert.match(await focusedText(page), /Dark mode/);
  await page.keyboard.press('k');
  assert.match(await focusedText(page), /Export to CSV files/);

  // A key sets the status; the toast reverts it.
  await page.keyboard.press('3');
  await page.getByText('Moved to Planned').waitFor();
  await page.getByRole('button', { name: 'Status: Planned' }).waitFor();
  await eventually(() => statusOf(api, 'Export to CSV files'), 'planned');
  await page.getByRole('button', { name: 'Undo' }).click();
  await eventually(() => statusOf(api, 'Export to CSV files'), 'new');

  // Changes several selected entries together.
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

  // The merge dialog suggests similar entries first.
  await page.keyboard.press('j');
  assert.match(await focusedText(page), /Export to CSV files/);
  await page.keyboard.press('m');
  await page.getByRole('option', { name: 'Export as CSV' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'Export as CSV' }).waitFor();
  await page.locator('.merge-result dd').nth(1).filter({ hasText: /^\d/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Merged into “Export as CSV”').waitFor();
  await page.getByRole('link', { name: 'Export to CSV files' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await page.getByText('Merge undone').waitFor();
  await page.getByRole('link', { name: 'Export to CSV files' }).waitFor();

  // Opens an entry, adds an internal note, and returns to the list.
  await page.getByRole('link', { name: 'Dark mode' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Dark mode' }).waitFor();
  await page.keyboard.press('c');
  await page.keyboard.type('We are on it.');
  await page.keyboard.press('Tab');
  for (const key of ['ArrowRight', 'ArrowRight', 'Space', 'Tab', 'Enter']) await page.keyboard.press(key);
  await page.getByText('Internal', { exact: true }).waitFor();
  await page.getByText('We are on it.').first().waitFor();
  await page.locator('h1').click();
  await page.keyboard.press('5');
  await page.getByText('Moved to Done').waitFor();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByText('“Under review”').first().waitFor();
  await page.locator('h1').click();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Login fails' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('keeps filters in the URL, and searches in any language', async () => {
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
  await addFilter(page, 'Status', ['Planned']);
  await page.getByRole('link', { name: 'Dunkler Modus' }).waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).searchParams.get('status'), 'planned');
  // The URL restores the filters.
  await page.reload();
  await page.getByRole('link', { name: 'Login fails' }).waitFor();
  assert.equal(await page.getByRole('list', { name: 'Entries' }).getByRole('listitem').count(), 1);
  await addFilter(page, 'Type', ['Feature']);
  await page.getByRole('heading', { name: 'No feedback matches these filters' }).waitFor();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: '夜間モード' }).waitFor();
});

testInboxList(openInbox);
testVoteBursts(openInbox, () => earshot.runScheduled('feedback.report-votes'));

test('moves cards on the board by mouse and by keyboard', async () => {
  const { page, complaints, api } = await openInbox(['Export as CSV', 'Dark mode']);
  await page.getByRole('link', { name: 'Board' }).click();
  const column = (name: string) => page.getByRole('grid', { name: new RegExp(`^${name}`) });
  await column('New').getByText('Dark mode').waitFor();

  await column('New').getByText('Dark mode').dragTo(column('Planned'));
  await column('Planned').getByText('Dark mode').waitFor();
  await eventually(() => statusOf(api, 'Dark mode'), 'planned');

  // A number key moves the focused card to a column.
  await column('New').getByRole('row', { name: 'Export as CSV' }).focus();
  await page.keyboard.press('4');
  await column('In progress').getByText('Export as CSV').waitFor();
  await eventually(() => statusOf(api, 'Export as CSV'), 'in_progress');

  // Drags by keyboard: handle, Enter, column, Enter.
  await column('In progress').getByRole('row', { name: 'Export as CSV' }).focus();
  await page.keyboard.press('ArrowRight');
  await dragByKeyboard(page, 'Tab', 'Done');
  // Collapsed columns accept cards, too.
  await page.getByRole('button', { name: 'Done' }).click();
  await column('Done').getByText('Export as CSV').waitFor();
  await eventually(() => statusOf(api, 'Export as CSV'), 'done');
  assert.deepEqual(complaints, []);
});

test('the command palette opens pages and finds entries', async () => {
  const { page, api } = await openInbox(['Export as CSV', 'Dark mode']);
  await api('POST', '/feedback', { title: 'Bright evenings', description: 'Too bright after the dark.' });
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('searchbox').waitFor();
  await page.keyboard.type('dark');
  await page.getByRole('menuitem', { name: 'Bright evenings' }).waitFor();
  // Entries with the text in their title are first, and Enter opens the first result.
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Dark mode' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('searchbox').waitFor();
  await page.keyboard.type('getting st');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Getting started' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await page.getByRole('link', { name: 'Dark mode' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Set to Planned').waitFor();
});

test('keys after the shortcut of the palette are its search, also while it loads', async () => {
  const { page, api } = await openInbox(['Export as CSV']);
  const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>();
  await page.route('**/command-palette-*.js', async (route) => {
    await isAllowed;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('link', { name: 'Export as CSV' }).focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('3x#');
  await page.keyboard.press('Backspace');
  allow();
  const field = page.getByRole('dialog').getByRole('searchbox');
  await until(async () => (await field.inputValue()) === '3x');
  await page.keyboard.type('y');
  assert.equal(await field.inputValue(), '3xy');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  assert.equal(await statusOf(api, 'Export as CSV'), 'new');

  // The page has a search of its own, which its shortcut opens, and which is listed once.
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await list.getByText('Search feedback').waitFor();
  assert.equal(await list.getByText('/', { exact: true }).count(), 1);
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  assert.equal(await page.locator(':focus').getAttribute('aria-label'), 'Search feedback');
});

test('the board fits the window: columns scroll, long titles are cut, and final columns are collapsed', async () => {
  const { page, api, url } = await openInbox([]);
  const long = 'A long title with many words in it, '.repeat(5).trim();
  for (let number = 0; number < 14; number++) await api('POST', '/feedback', { title: `${number} ${long}` });
  const declined = await api('POST', '/feedback', { title: 'An app for watches' });
  await api('PATCH', `/feedback/${declined.id}`, { status: 'declined' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${url}/feedback/board`);
  const card = page.getByRole('row', { name: `0 ${long}`, exact: true });
  await card.waitFor();
  assert.equal(await page.evaluate('document.documentElement.scrollHeight'), 900);
  const heading = page.getByRole('heading', { name: /^Declined/ });
  const box = await heading.boundingBox();
  assert.ok(box && box.x + box.width <= 1440, 'the last column is in the window');
  const lines = await page.evaluate<number>(
    `(() => {
      const title = document.querySelector('.card-title');
      return title.clientHeight / parseFloat(getComputedStyle(title).lineHeight);
    })()`,
  );
  assert.equal(Math.round(lines), 4);
  // The name of the column stays above the last card.
  const name = page.getByRole('heading', { name: /^New/ });
  const { y } = (await name.boundingBox()) ?? {};
  await card.scrollIntoViewIfNeeded();
  assert.equal((await name.boundingBox())?.y, y);

  assert.equal(await page.getByText('An app for watches').count(), 0);
  await heading.getByRole('button').click();
  await page.getByText('An app for watches').waitFor();
  await page.reload();
  await page.getByText('An app for watches').waitFor();
  await heading.getByRole('button').click();
  await page.getByText('An app for watches').waitFor({ state: 'detached' });

  // On a phone, the controls neither overlap nor leave the window.
  await page.setViewportSize({ width: 390, height: 844 });
  const readEdges = () =>
    page.evaluate<[left: number, right: number, top: number][]>(
      `[...document.querySelectorAll('.tabs-row button:not(.search-field *)')].map((one) => one.getBoundingClientRect()).map(({ left, right, top }) => [left, right, top])`,
    );
  await until(async () => (await readEdges()).length === 2);
  const edges = await readEdges();
  assert.equal(Math.round(edges[0]?.[2] ?? 0), Math.round(edges[1]?.[2] ?? 0), 'one row');
  for (const [index, [left, right, top]] of edges.entries()) {
    assert.ok(right <= 390 - 8, `control ${index} ends at ${right}`);
    const before = edges[index - 1];
    assert.ok(!before || Math.round(before[2]) !== Math.round(top) || before[1] <= left, `control ${index} overlaps`);
  }

  for (const { id } of (await api('GET', '/feedback?limit=100')).data) await api('DELETE', `/feedback/${id}`);
  await page.reload();
  await page.getByRole('heading', { name: 'No feedback yet' }).waitFor();
});

test('a tag leads to the entries with it, and the history of a merged entry names its target', async () => {
  const { page, api, url } = await openInbox(['Export as CSV', 'Dark mode', 'CSV please']);
  const { data } = await api('GET', '/feedback?limit=100');
  const idOf = (title: string) => data.find((entry: { title: string }) => entry.title === title)?.id;
  await api('PATCH', `/feedback/${idOf('Dark mode')}`, { tags: ['theme'] });
  await page.reload();
  await page.getByRole('list', { name: 'Entries' }).getByRole('link', { name: 'theme' }).click();
  await page.getByRole('link', { name: 'Export as CSV' }).waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).searchParams.get('tag'), 'theme');
  await page.getByRole('link', { name: 'Dark mode' }).click();
  await page.getByRole('heading', { name: 'Dark mode', level: 1 }).waitFor();
  await page.getByRole('complementary', { name: 'Details' }).getByRole('link', { name: 'theme' }).click();
  await page.waitForURL(`${url}/feedback?tag=theme`);

  await api('POST', `/feedback/${idOf('CSV please')}/merge`, { into: idOf('Export as CSV') });
  await page.goto(`${url}/feedback/${idOf('CSV please')}`);
  await api('PATCH', `/feedback/${idOf('Export as CSV')}`, { pinned: true });
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('listitem').filter({ hasText: 'merge' }).getByRole('link', { name: 'Export as CSV' }).click();
  await page.getByRole('heading', { name: 'Export as CSV', level: 1 }).waitFor();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('listitem').filter({ hasText: 'pinned this entry' }).waitFor();
});

test('shows a placeholder while the API is slow, and keeps the navigation on unknown pages', async () => {
  const { page, url } = await openInbox(['Export as CSV']);
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/v1/auth/token', async (route) => {
    await isAnswered;
    await route.continue();
  });
  await page.goto(`${url}/feedback/export/csv`);
  await page.getByRole('status', { name: 'Loading' }).waitFor();
  answer();
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Feedback' }).click();
  await page.getByRole('link', { name: 'Export as CSV' }).waitFor();
});

test('reverts a rejected change and shows the reason', async () => {
  const { page, api } = await openInbox(['Export as CSV']);
  const { data } = await api('GET', '/feedback');
  // The page gets to know about the deletion by its own change.
  const refused = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.route('**/v1/feedback?*', (route) => refused.then(() => route.continue()));
  await page.keyboard.press('j');
  await api('DELETE', `/feedback/${data[0].id}`);
  await page.keyboard.press('3');
  await page
    .getByRole('alertdialog')
    .getByText(/not found/i)
    .waitFor();
  await page.getByRole('heading', { name: 'No feedback yet' }).waitFor();
});

test('keeps the page while Earshot is unavailable, and continues afterwards', async () => {
  const { page, url } = await openInbox(['Export as CSV', 'Dark mode']);
  // The scripts of the page are loaded with another entry.
  const loading = new Set<Request>();
  page.on('request', (request) => request.resourceType() === 'script' && loading.add(request));
  page.on('requestfinished', (request) => loading.delete(request));
  await page.getByRole('link', { name: 'Dark mode' }).click();
  await page.getByRole('heading', { name: 'Dark mode' }).waitFor();
  await until(() => loading.size === 0);
  await page.goBack();
  await page.getByRole('link', { name: 'Export as CSV' }).waitFor();
  const notice = page.getByRole('status').filter({ hasText: 'Connection lost.' });
  await page.route('**/v1/**', (route) => route.abort());
  await page.getByRole('link', { name: 'Export as CSV' }).click();
  await notice.waitFor();
  await page.unrouteAll();
  await page.getByRole('heading', { name: 'Export as CSV' }).waitFor();
  assert.match(page.url(), new RegExp(`^${url}/feedback/fb_`));
  await notice.waitFor({ state: 'detached' });
});

test('renders Markdown of descriptions and comments, and runs no scripts', async () => {
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

test('pages have no axe violations and fit the window', async () => {
  const { page, api, url } = await openInbox(['Export as CSV', 'Dark mode']);
  const { data } = await api('GET', '/feedback');
  await api('POST', `/feedback/${data[0].id}/comments`, { body: 'A note', internal: true });
  await api('PATCH', `/feedback/${data[0].id}`, { status: 'planned', tags: ['ui', 'theme'] });
  for (const path of [
    '',
    '/feedback',
    '/feedback?status=done',
    '/feedback?status=planned&tag_not=none&max_age_days=7',
    '/feedback/board',
    `/feedback/${data[0].id}`,
    '/feedback/fb_01kaga0zrefb8tqs3yh4kx9m2d',
  ])
    await assertRouteAccessible(page, url + path);
  const { page: stranger } = await openPage(browser);
  await assertRouteAccessible(stranger, `${earshot.url}/sign-in`);
  for (const path of ['/account', '/projects/new', '/device', '/authorize', '/projects/none-of-theirs'])
    await assertRouteAccessible(page, earshot.url + path);
});
