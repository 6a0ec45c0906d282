import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '@earshot/server/testing/until';

// oxlint-disable-next-line typescript/no-explicit-any -- responses of any route
export type ResponseBody = any;
export type Api = (method: string, path: string, body?: object) => Promise<ResponseBody>;

export interface OpenInbox {
  page: Page;
  complaints: string[];
  api: Api;
  url: string;
}

/** Adds a filter with the bar above the list. */
export async function addFilter(page: Page, field: string, values: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: field }).click();
  for (const value of values) await page.getByRole('option', { name: value }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: field }).waitFor({ state: 'detached' });
}

/** Selects one of several ways in which the inbox or the board shows its entries. */
export async function chooseDisplay(page: Page, option: string): Promise<void> {
  await page.getByRole('button', { name: 'Display' }).click();
  await page.getByRole('menuitemradio', { name: option, exact: true }).click();
}

/** Tests of the list: filters, views, selection, length and live updates. */
export function testInboxList(openInbox: (titles: string[]) => Promise<OpenInbox>): void {
  test('names probable duplicates on a row, which are dismissed or merged', async () => {
    const { page, api, complaints } = await openInbox(['Dark mode for tables', 'Please add a dark mode', 'Dark mode']);
    const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Dark mode', exact: true }) });
    await row.getByRole('button', { name: '2 similar' }).click();
    await page.getByRole('dialog', { name: '2 similar entries' }).waitFor();
    await page.getByRole('button', { name: 'Not a duplicate: Dark mode for tables' }).click();
    const dialog = page.getByRole('dialog', { name: '1 similar entry' });
    await dialog.getByRole('button', { name: 'Merge…' }).click();
    await page.getByRole('button', { name: 'Merge 2 entries' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await row.getByRole('button', { name: 'similar' }).waitFor({ state: 'detached' });
    const { data } = await api('GET', '/feedback?limit=100&similar=true');
    assert.deepEqual(
      data.map(({ title, similar }: { title: string; similar: object[] }) => [title, similar.length]),
      [
        ['Dark mode', 0],
        ['Dark mode for tables', 0],
      ],
    );
    assert.deepEqual(complaints, []);
  });

  test('filters by several values, excludes values, and saves a view for the team', async () => {
    const { page, complaints, api, url } = await openInbox(['Export as CSV', 'Dark mode', 'Login fails']);
    const { data } = await api('GET', '/feedback');
    const change = (title: string, body: object) =>
      api('PATCH', `/feedback/${data.find((entry: ResponseBody) => entry.title === title).id}`, body);
    await change('Dark mode', { status: 'planned', tags: ['theme'] });
    await change('Login fails', { status: 'done', tags: ['auth'] });
    await page.reload();
    const titles = page.getByRole('list', { name: 'Entries' }).locator('.row-title');
    const shows = (...expected: string[]) =>
      until(async () => JSON.stringify(await titles.allTextContents()) === JSON.stringify(expected));
    await addFilter(page, 'Status', ['New', 'Planned']);
    await shows('Dark mode', 'Export as CSV');
    await page.getByRole('group', { name: 'Status is any of New, Planned' }).waitFor();
    await page.getByRole('button', { name: 'Condition of Status' }).click();
    await page.getByRole('menuitem', { name: 'is none of' }).click();
    await shows('Login fails');
    await addFilter(page, 'Created', ['In the last 7 days']);
    await page.getByRole('button', { name: 'Remove filter: Status' }).click();
    await shows('Login fails', 'Dark mode', 'Export as CSV');
    await addFilter(page, 'Tag', ['theme', 'auth']);
    await shows('Login fails', 'Dark mode');

    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save as view…' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Recent');
    await page.getByText('Share with the team').click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('View saved').waitFor();
    const [view] = (await api('GET', '/feedback/views')).data;
    assert.deepEqual([view.name, view.shared, view.filters], ['Recent', true, { max_age_days: 7, tag: ['theme', 'auth'] }]);
    await page.goto(`${url}/feedback`);
    await shows('Login fails', 'Dark mode', 'Export as CSV');
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Recent 2' }).click();
    await shows('Login fails', 'Dark mode');
    await page.locator('[aria-current=page]', { hasText: 'Recent' }).waitFor();
    assert.deepEqual(complaints, []);
  });

  test('filters by assignee: me, nobody, teammates and none of them', async () => {
    const { page, complaints, api, url } = await openInbox(['Export as CSV', 'Dark mode', 'Login fails']);
    const { data } = await api('GET', '/feedback');
    const assign = (title: string, id: string) =>
      api('PATCH', `/feedback/${data.find((entry: ResponseBody) => entry.title === title).id}`, { assignee_id: id });
    const { user } = await api('GET', '/auth/session');
    const grace = await api('POST', `/projects/${data[0].project_id}/members`, { email: 'grace@example.com', role: 'member' });
    await assign('Dark mode', user.id);
    await assign('Login fails', grace.user_id);
    await page.reload();
    const titles = page.getByRole('list', { name: 'Entries' }).locator('.row-title');
    const shows = (...expected: string[]) =>
      until(async () => JSON.stringify(await titles.allTextContents()) === JSON.stringify(expected));
    await page.getByTitle(`Assignee: ${grace.email}`).waitFor();
    await addFilter(page, 'Assignee', ['Me', 'No assignee']);
    await shows('Dark mode', 'Export as CSV');
    await page.getByRole('group', { name: 'Assignee is any of Me, No assignee' }).waitFor();
    await page.getByRole('button', { name: 'Condition of Assignee' }).click();
    await page.getByRole('menuitem', { name: 'is none of' }).click();
    await shows('Login fails');

    await page.getByRole('button', { name: 'Clear filters' }).click();
    await addFilter(page, 'Assignee', [grace.email]);
    await shows('Login fails');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save as view…' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Grace');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('View saved').waitFor();
    await page.goto(`${url}/feedback`);
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Grace' }).click();
    await shows('Login fails');

    // Entries of former members stay assigned to them.
    await api('DELETE', `/projects/${data[0].project_id}/members/${grace.user_id}`);
    await page.reload();
    await page.getByRole('group', { name: 'Assignee is Former member' }).waitFor();
    assert.deepEqual(complaints, []);
  });

  test('selects ranges and everything, undoes the last action, and renders what is in view', async () => {
    const count = 60;
    const { page, api, url } = await openInbox([]);
    await Promise.all(Array.from({ length: count }, (_, index) => api('POST', '/feedback', { title: `Idea ${index}` })));
    await page.goto(`${url}/feedback`);
    const rows = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
    await page.getByText('60 entries').waitFor();
    assert.ok((await rows.count()) < 50, 'rows below the window are not rendered');
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    const { data } = await api('GET', '/feedback?sort=oldest&limit=1');
    await page.getByRole('link', { name: data[0].title, exact: true }).waitFor();
    await page.evaluate('scrollTo(0, 0)');
    await rows.first().and(page.locator('[data-index="0"]')).waitFor();

    await rows.nth(1).getByRole('checkbox').click({ force: true });
    await rows
      .nth(4)
      .getByRole('checkbox')
      .click({ force: true, modifiers: ['Shift'] });
    await page.getByText('4 selected').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('4 selected').waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+J');
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('3 selected').waitFor();
    await page.keyboard.press('Shift+K');
    await page.getByText('2 selected').waitFor();

    // Assigns the selection, and takes it back.
    const assigned = async () => (await api('GET', '/feedback?assignee=me&limit=1')).total;
    await page.getByRole('toolbar').getByRole('button', { name: 'Assign' }).click();
    await page.getByRole('menuitem', { name: '(you)' }).click();
    await page.getByText(/^2 assigned to /).waitFor();
    await until(async () => (await assigned()) === 2);
    await page.keyboard.press('Control+z');
    await until(async () => (await assigned()) === 0);

    await page.keyboard.press('Control+a');
    await page.getByText('60 selected').waitFor();
    await page.keyboard.press('3');
    const planned = async () => (await api('GET', '/feedback?status=planned&limit=1')).total;
    await until(async () => (await planned()) === count);
    await page.keyboard.press('Control+z');
    await until(async () => (await planned()) === 0);
    await page.getByRole('checkbox', { name: 'Select all entries' }).click({ force: true });
    await page.getByText('60 selected').waitFor();
  });

  test('sends an edit once, and keeps the dialog of a deletion that failed', async () => {
    const { page, api, url } = await openInbox(['Export as CSV']);
    const { data } = await api('GET', '/feedback');
    await page.goto(`${url}/feedback/${data[0].id}`);
    await page.getByRole('heading', { name: 'Export as CSV' }).waitFor();
    let patches = 0;
    page.on('request', (request) => (patches += Number(request.method() === 'PATCH')));
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Title' }).fill('Export as Excel');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Export as Excel' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Export as CSV' }).waitFor();
    assert.equal(patches, 2, 'the edit and its undo');

    let isFailing = true;
    await page.route(`**/v1/feedback/${data[0].id}*`, async (route) => {
      if (!isFailing || route.request().method() !== 'DELETE') return await route.continue();
      isFailing = false;
      return await route.fulfill({ status: 403, json: { error: 'Not now' } });
    });
    await page.keyboard.press('#');
    const dialog = page.getByRole('dialog', { name: 'Delete this entry?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('Not now.').waitFor();
    assert.equal(await page.getByText('Deleted', { exact: true }).count(), 0);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Deleted', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'No feedback yet' }).waitFor();
  });

  test('shows changes of teammates, and readable rows on phones', async () => {
    const { page, api } = await openInbox(['Export as CSV', 'Dark mode for the evening']);
    const { data } = await api('GET', '/feedback');
    // Changes before the stream is open are not sent.
    let number = 0;
    await until(async () => {
      await api('PATCH', `/feedback/${data[0].id}`, { title: `Dark mode, version ${++number}` });
      return (await page.getByRole('link', { name: /^Dark mode, version/ }).count()) === 1;
    });

    await page.setViewportSize({ width: 390, height: 844 });
    const row = page.getByRole('listitem').filter({ hasText: 'Export as CSV' });
    const [title, status] = [await row.getByRole('link').boundingBox(), await row.getByRole('button').boundingBox()];
    const main = await row.locator('.row-main').boundingBox();
    assert.ok(title && status && main);
    assert.ok(main.width > 280, 'the title has the width of the window');
    assert.ok(status.y > title.y + title.height, 'the status is below the title');
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 390);
  });
}
