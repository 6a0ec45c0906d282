import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@earshot/server/testing/until';
import type { Page } from 'playwright-core';
import type { openProject } from './dashboard.ts';

// Filters with several values, saved funnels and period keys of analytics, of which dashboard-analytics.test.ts opens the pages.

type Opened = Awaited<ReturnType<typeof openProject>>;

export interface AnalyticsSetup {
  openAnalytics: () => Promise<Pick<Opened, 'page' | 'complaints' | 'project' | 'team'> & { url: string }>;
  visit: (key: string, version: number, events: object[]) => Promise<void>;
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Selects the first option, which typing focuses. The field passes Enter to the option once it names this option. */
async function selectFirst(page: Page, name: string): Promise<void> {
  await page.locator('input[aria-activedescendant]').waitFor();
  await page.locator('[role=option][data-focused]').getByText(name).waitFor();
  await press(page, 'Enter');
  await page.locator('[role=option][aria-selected=true]').getByText(name).waitFor();
}

export function testConditions({ openAnalytics, visit }: AnalyticsSetup): void {
  test('conditions with several values are set by keyboard, edited, and undone by Back', async () => {
    const { page, complaints, project } = await openAnalytics();
    const visitors = (count: number) => page.getByRole('radio', { name: new RegExp(`^Visitors ${count}\\b`) }).waitFor();
    await visit(project.api_key, 99, [{ url: 'https://acme.example/docs', referrer: 'https://github.com/acme' }]);
    await page.reload();
    await visitors(7);
    const start = page.url();

    // Source is any of Google, GitHub, and page is /pricing, without a pointer.
    await page.getByRole('button', { name: 'Filter', exact: true }).focus();
    await press(page, 'Enter');
    const first = page.getByRole('group', { name: 'Condition 1' });
    await first.getByRole('button', { name: /Dimension$/ }).focus();
    await press(page, 'Enter');
    await page.getByRole('option', { name: 'Source', exact: true }).waitFor();
    await page.keyboard.type('Sour');
    await press(page, 'Enter');
    await first.getByRole('button', { name: 'Choose values…' }).focus();
    await press(page, 'Enter');
    await page.getByRole('option', { name: /^Google 3$/ }).waitFor();
    for (const name of ['Goo', 'GitH']) {
      await page.keyboard.type(name);
      await selectFirst(page, name);
      await page.getByRole('searchbox', { name: 'Search or enter a value' }).fill('');
      await page.getByRole('option', { name: /^Direct/ }).waitFor();
    }
    await press(page, 'Escape');
    await first.getByRole('button', { name: 'Values: Google, GitHub' }).waitFor();
    await page.getByRole('button', { name: 'Add condition' }).focus();
    await press(page, 'Enter');
    // The value of the new condition has the focus.
    await press(page, 'Enter');
    await page.getByRole('option', { name: /^\/pricing/ }).waitFor();
    await page.keyboard.type('/pric');
    await selectFirst(page, '/pricing');
    // The first Escape clears the search.
    await press(page, 'Escape', 'Escape');
    await page.getByRole('button', { name: 'Apply', exact: true }).focus();
    await press(page, 'Enter');
    await page.getByRole('button', { name: 'Edit filter Source is any of Google, GitHub' }).waitFor();
    await page.getByRole('button', { name: 'Edit filter Page is /pricing' }).waitFor();
    await visitors(3);
    assert.deepEqual(JSON.parse(new URL(page.url()).searchParams.get('filter') ?? '').toSorted(), [
      'page:is:/pricing',
      'source:is:GitHub',
      'source:is:Google',
    ]);

    // A chip opens the conditions; another operator applies to all values.
    await page.getByRole('button', { name: 'Edit filter Source is any of Google, GitHub' }).click();
    await page.getByRole('button', { name: 'Remove condition 2' }).click();
    await first.getByRole('button', { name: /Operator$/ }).click();
    await page.getByRole('option', { name: 'is none of' }).click();
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByRole('button', { name: 'Edit filter Source is none of Google, GitHub' }).waitFor();
    await visitors(3);
    await page.goBack();
    await page.getByRole('button', { name: 'Edit filter Page is /pricing' }).waitFor();
    await page.goBack();
    await page.waitForURL(start);
    await visitors(7);
    assert.deepEqual(complaints, []);
  });

  test('a funnel is saved, reloaded, compared, changed, renamed and deleted', async () => {
    const { page, complaints, team, project, url } = await openAnalytics();
    // The day before, one of one signs up.
    const before = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    await visit(project.api_key, 90, [
      { url: 'https://acme.example/pricing', timestamp: before(40) },
      { name: 'signed_up', url: 'https://acme.example/pricing', timestamp: before(39.9999) },
    ]);
    await page.goto(`${url}/funnel?period=24h`);
    await page.getByRole('heading', { name: 'Enter a page or an event' }).waitFor();
    await page.getByRole('combobox', { name: 'Step 1' }).fill('/*');
    await page.getByRole('combobox', { name: 'Step 2' }).fill('signed_up');
    const result = page.getByRole('region', { name: 'Funnel' });
    await result.getByText('3 of 6 completed all steps').waitFor();
    await page.getByRole('button', { name: 'Save funnel…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Sign-up');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const list = page.getByRole('navigation', { name: 'Saved funnels' });
    await list.getByRole('link', { name: 'Sign-up' }).and(page.locator('[aria-current=page]')).waitFor();
    const [funnel] = (await team.analytics.funnels.list()).data;
    assert.equal(new URL(page.url()).searchParams.get('funnel'), funnel?.id);
    assert.equal(new URL(page.url()).searchParams.get('steps'), null);

    // The link shows the saved steps, with the change from the day before: 50 % after 100 %.
    await page.reload();
    await page.getByRole('heading', { name: 'Sign-up' }).waitFor();
    await result.getByText('3 of 6 completed all steps').waitFor();
    await result.getByText('50.0% less than in the comparison period, 100.0% before').waitFor({ state: 'attached' });
    await list.getByRole('link', { name: 'New funnel' }).click();
    await page.getByRole('heading', { name: 'Enter a page or an event' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Sign-up' }).waitFor();

    await page.getByRole('combobox', { name: 'Step 1' }).fill('/pricing');
    await result.getByText('3 of 3 completed all steps').waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'detached' });
    await until(async () => (await team.analytics.funnels.list()).data[0]?.steps[0]?.page === '/pricing');
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Actions for Sign-up' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await choose('Rename…');
    await page.getByRole('textbox', { name: 'Name' }).fill('Sign-up');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name' }).waitFor({ state: 'detached' });
    await choose('Delete…');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await list.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save funnel…' }).waitFor();
    assert.deepEqual(complaints, []);
  });

  test('keys select the period, the previous one and the comparison, but not while typing', async () => {
    const { page, complaints, url } = await openAnalytics();
    await page.getByRole('radio', { name: /^Visitors 6/ }).waitFor();
    const shows = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).waitFor();
    for (const [key, name] of [
      ['d', 'Today'],
      ['ArrowLeft', 'Yesterday'],
      ['ArrowRight', 'Today'],
      ['w', 'Last 7 days'],
      ['m', 'This month'],
      ['ArrowLeft', 'Last month'],
      ['y', 'This year'],
      ['a', 'All time'],
      ['t', 'Last 30 days'],
    ] as const) {
      await press(page, key);
      await shows(name);
    }
    await page.goBack();
    await shows('All time');
    await page.goForward();
    await shows('Last 30 days');
    await press(page, 'x');
    await shows('No comparison');
    await press(page, 'x');
    await shows('vs. Previous period');

    await press(page, '?');
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await shortcuts.getByText('Last 7 days').waitFor();
    // Keys of a dialog and of a field are its own.
    await press(page, 'w', 'Escape', 'Escape');
    await shortcuts.waitFor({ state: 'detached' });
    await shows('Last 30 days');
    await page.goto(`${url}/funnel`);
    await page.getByRole('combobox', { name: 'Step 1' }).pressSequentially('/dwt');
    await page.waitForURL(/dwt/);
    await shows('Last 30 days');
    await page.getByRole('heading', { name: 'Steps' }).click();
    await press(page, 'r');
    await page.waitForURL(/analytics\/realtime/);
    assert.deepEqual(complaints, []);
  });
}
