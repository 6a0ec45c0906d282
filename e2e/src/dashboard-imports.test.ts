import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Earshot } from '@earshot/sdk';
import { until } from '@earshot/server/testing/until';
import { launchBrowser } from './browser.ts';
import { assertRouteAccessible, openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';

// A team that brings a spreadsheet: with semicolons, umlauts of Latin-1, and one wrong row.

const browser = await launchBrowser();
const earshot = await startEarshot();
const accessToken = await earshot.signIn('ada@example.com');

const CONTENT = `Wunsch;Beschreibung;Status;Eingang;Stimmen
Größere Schrift;Für müde Augen;In Arbeit;24.12.2025;2
;Ohne Titel;offen;01.02.2026;0
Dunkler Modus;;wartet;31.01.2026;
`;

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`imports a spreadsheet with one wrong row, explains the row, and undoes the import, at ${width} pixels`, () =>
    importSpreadsheet({ width, height }));

async function importSpreadsheet(size: { width: number; height: number }) {
  const { page, team, url, complaints } = await openProject(browser, earshot.url, accessToken);
  await page.setViewportSize(size);
  const assertFits = async (step: string) =>
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${step} scrolls sideways`);
  await page.goto(`${url}/settings/imports`);
  await page.getByText('No imports yet').waitFor();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files…' }).click();
  await (await choosing).setFiles({ name: 'wünsche.csv', mimeType: 'text/csv', buffer: Buffer.from(CONTENT, 'latin1') });
  await page.getByRole('button', { name: 'Upload' }).click();

  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByRole('row', { name: /Größere Schrift/ }).waitFor();
  await page.getByRole('button', { name: 'Field: Eingang' }).click();
  await page.getByRole('option', { name: 'Created at' }).click();
  await preview.getByRole('row', { name: /Größere Schrift.*Status: In progress/ }).waitFor();
  await page.getByRole('row', { name: 'wartet' }).getByRole('button', { name: 'wartet' }).click();
  await page.getByRole('option', { name: 'New', exact: true }).click();
  await preview.getByRole('row', { name: /Dunkler Modus.*Status: New/ }).waitFor();
  await preview.getByRole('row', { name: /Cannot be imported title is required/ }).waitFor();
  await assertFits('the preview');

  await page.getByRole('button', { name: 'Check all records' }).click();
  const problems = page.getByRole('region', { name: 'Problems' });
  await problems.getByRole('row', { name: /3 title is required/ }).waitFor();
  await assertFits('the list of problems');
  const importUrl = page.url();
  await page.getByRole('button', { name: /^Import 4 records/ }).click();
  await page.getByText('Finished').waitFor();
  const { data } = await team.feedback.list({ sort: 'newest' });
  assert.deepEqual(
    data.map(({ title, status, upvote_count, created_at }) => [title, status, upvote_count, created_at.slice(0, 10)]),
    [
      ['Dunkler Modus', 'new', 0, '2026-01-31'],
      ['Größere Schrift', 'in_progress', 2, '2025-12-24'],
    ],
  );
  assert.deepEqual(complaints, []);
  await assertRouteAccessible(page, importUrl);

  await page.getByRole('button', { name: 'Undo…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete records' }).click();
  await page.getByText('Undone').waitFor();
  await until(async () => (await team.feedback.list()).total === 0);
  await page.getByRole('button', { name: 'All imports' }).click();
  await page.getByRole('row', { name: /wünsche\.csv/ }).waitFor();
  await assertFits('the list of imports');
  assert.deepEqual(complaints, []);
  await assertRouteAccessible(page, `${url}/settings/imports`);
}

test('imports into a project that is created in the same step', async () => {
  const { page, complaints } = await openProject(browser, earshot.url, accessToken);
  await page.goto(`${earshot.url}/projects/new`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Wishes');
  await page.getByRole('button', { name: 'Create and import data…' }).click();
  await page.getByText('No imports yet').waitFor();
  await page.getByRole('button', { name: 'Import into' }).click();
  await page.getByRole('option', { name: 'A new project' }).click();
  await page.getByRole('textbox', { name: 'Name of the project' }).fill('Wishes of 2025');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files…' }).click();
  await (await choosing).setFiles({ name: 'wishes.csv', mimeType: 'text/csv', buffer: Buffer.from(CONTENT) });
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.waitForURL(/\/projects\/wishes-of-2025\/settings\/imports\?import=/);
  await page
    .getByRole('row', { name: /Größere Schrift/ })
    .last()
    .waitFor();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('Finished').waitFor();
  const account = new Earshot({ accessToken, baseUrl: earshot.url });
  const projects = (await account.projects.list({ limit: 100 })).data.filter(({ name }) => name.startsWith('Wishes'));
  const counts = await Promise.all(
    projects.map(async ({ id, name }) => {
      const { total } = await new Earshot({ accessToken, projectId: id, baseUrl: earshot.url }).feedback.list();
      return [name, total];
    }),
  );
  // One row has no title, another one a status that nothing was chosen for.
  assert.deepEqual(Object.fromEntries(counts), { Wishes: 0, 'Wishes of 2025': 1 });
  assert.deepEqual(complaints, []);
});

test('articles go into the chosen index, and images are taken from the named hosts', async () => {
  const { page, team, url, complaints } = await openProject(browser, earshot.url, accessToken);
  const [, second] = [await team.indexes.create({ name: 'Product' }), await team.indexes.create({ name: 'Developers' })];
  await page.goto(`${url}/settings/imports`);
  await page.getByRole('button', { name: 'Source' }).click();
  await page.getByRole('option', { name: /^Articles/ }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files…' }).click();
  const content = Buffer.from('# Webhooks\n\n![Screen](https://images.invalid/a.png)\n');
  await (await choosing).setFiles({ name: 'webhooks.md', mimeType: 'text/markdown', buffer: content });
  await page.getByRole('button', { name: 'Upload' }).click();
  const options = page.getByRole('region', { name: 'Options' });
  await options.getByRole('button', { name: 'Collection' }).click();
  await page.getByRole('option', { name: 'Developers' }).click();
  await options.getByLabel('Hosts of images').fill('images.invalid, cdn.images.invalid');
  await page.keyboard.press('Enter');
  const id = new URL(page.url()).searchParams.get('import') ?? '';
  await until(async () => (await team.imports.get(id)).options.image_hosts?.length === 2);
  assert.deepEqual((await team.imports.get(id)).options, {
    index_id: second.id,
    image_hosts: ['images.invalid', 'cdn.images.invalid'],
  });
  await assertRouteAccessible(page, page.url());
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('Finished').waitFor();
  assert.deepEqual(
    (await team.indexes.documents.list(second.id)).data.map(({ title }) => title),
    ['Webhooks'],
  );
  assert.deepEqual(complaints, []);
});

test('the totals of Plausible are shown as imported, and a switch leaves them out', async () => {
  const { page, team, url, complaints } = await openProject(browser, earshot.url, accessToken);
  await page.goto(`${url}/settings/imports`);
  await page.getByRole('button', { name: 'Source' }).click();
  await page.getByRole('option', { name: 'Plausible (ZIP of the export, or its CSV files)' }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files…' }).click();
  const content = 'date,visitors,pageviews,bounces,visits,visit_duration\n2025-03-04,3,5,1,3,240\n2025-03-05,2,2,2,2,0\n';
  await (await choosing).setFiles({ name: 'imported_visitors.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByRole('button', { name: 'Check all records' }).click();
  await page.getByRole('button', { name: /^Import 4 records/ }).click();
  await page.getByText('Finished').waitFor();

  await page.goto(`${url}/analytics?from=2025-03-01&to=2025-03-31`);
  const included = page.getByRole('switch', { name: /Include imported days/ });
  await included.waitFor();
  assert.equal(await included.isChecked(), true);
  await page.locator('.legend', { hasText: 'Imported' }).waitFor();
  await assertRouteAccessible(page, `${url}/analytics?from=2025-03-01&to=2025-03-31`);
  await page.getByText('Include imported days').click();
  await page.waitForURL(/imported=exclude/);
  await page.locator('.legend', { hasText: 'Imported' }).waitFor({ state: 'detached' });
  const query = { from: '2025-03-01', to: '2025-03-31' };
  assert.equal((await team.analytics.overview(query)).imported?.omitted_because, 'not_requested');
  await page.goto(`${url}/analytics?from=2025-03-01&to=2025-03-31&filter=${encodeURIComponent('["country:is:DE"]')}`);
  await page.getByText('Left out: totals of days cannot be filtered.').waitFor();
  assert.equal(await included.isDisabled(), true);
  assert.deepEqual(complaints, []);
});

test('an import that ended before its first batch can go on', async () => {
  const { page, team, url } = await openProject(browser, earshot.url, accessToken);
  const { id } = await team.imports.create({
    source: 'csv',
    files: [{ name: 'a.csv', size_bytes: 5 }],
  });
  const isImport = ({ pathname }: URL) => pathname === `/v1/imports/${id}`;
  for (const [status, action] of [
    ['stopped', 'Continue'],
    ['failed', 'Import'],
    ['undone', 'Import'],
  ] as const) {
    await page.route(isImport, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), status, processed: 0 } });
    });
    await page.goto(`${url}/settings/imports?import=${id}`);
    await page.getByRole('button', { name: action, exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Undo…' }).count(), 0);
    await page.unroute(isImport);
  }
});

test('an interrupted upload continues, also with files that are chosen again, or is deleted', async () => {
  const { page, team, url } = await openProject(browser, earshot.url, accessToken);
  const choose = async (name: string) => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files…' }).click();
    await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(CONTENT) });
  };
  const refused = /\/files\/0/;
  const refuse = () => page.route(refused, (route) => route.fulfill({ status: 403, json: { error: 'Not now' } }));
  await refuse();
  await page.goto(`${url}/settings/imports`);
  await choose('wishes.csv');
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByText('Not now').waitFor();
  await page.getByText('The upload is incomplete (0%).').waitFor();
  await assertRouteAccessible(page, page.url());

  // After a reload, the page does not have the files.
  await choose('others.csv');
  await page.getByText('Choose the same files again: wishes.csv is missing or has another size').waitFor();
  await page.unroute(refused);
  await choose('wishes.csv');
  await page.getByRole('region', { name: 'Preview' }).waitFor();

  await refuse();
  await page.getByRole('button', { name: 'All imports' }).click();
  await choose('again.csv');
  await page.getByRole('button', { name: 'Upload' }).click();
  const resume = page.getByRole('button', { name: 'Continue' });
  await resume.waitFor();
  await page.unroute(refused);
  await resume.click();
  await page.getByRole('region', { name: 'Preview' }).waitFor();

  const { id } = await team.imports.create({ source: 'csv', files: [{ name: 'lost.csv', size_bytes: 5 }] });
  await page.goto(`${url}/settings/imports?import=${id}`);
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('row', { name: /again\.csv/ }).waitFor();
  assert.equal(await page.getByRole('row', { name: /lost\.csv/ }).count(), 0);
});
