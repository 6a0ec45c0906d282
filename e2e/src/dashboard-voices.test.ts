import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { Earshot } from '@earshot/sdk';
import { startMailServer } from '@earshot/server/testing/mail-server';
import { until } from '@earshot/server/testing/until';
import { assertAccessible, AXE } from './axe.ts';
import { launchBrowser } from './browser.ts';
import { assertRouteAccessible, createProject, openProject, typeDate } from './dashboard.ts';
import { testWalls } from './dashboard-walls.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();
const smtp = await startMailServer();
after(() => smtp.close());
const earshot = await startEarshot({
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  EARSHOT_MAIL_FROM: 'Earshot <hello@acme.example>',
});
const accessToken = await earshot.signIn('ada@example.com');

async function openPart(path: string) {
  const opened = await openProject(browser, earshot.url, accessToken);
  return { ...opened, show: () => opened.page.goto(opened.url + path) };
}

test('the waitlist shows growth, previews and sends invitations, and exports entries', async () => {
  const { page, complaints, user, team, url, show } = await openPart('/waitlist');
  await team.people.put('u_grace', { email: 'grace@example.com', attributes: { plan: 'pro' } });
  const conditions = [{ kind: 'attribute', attribute: 'plan', operator: 'is', value: 'pro' } as const];
  const segment = await team.people.segments.create({ name: 'Customers', definition: { match: 'all', conditions } });
  await show();
  await page.getByRole('heading', { name: 'No sign-ups yet' }).waitFor();
  const first = await user.waitlist.join({ email: 'grace@example.com', name: 'Grace', referral_source: 'newsletter' });
  await user.waitlist.join({ email: 'alan@example.com', referral_code: first.referral_code });
  await user.waitlist.join({ email: 'edsger@example.com' });
  await show();
  const table = page.getByRole('region', { name: 'Waitlist' });
  await table.getByRole('row').nth(3).waitFor();
  await page.getByText('newsletter').first().waitFor();

  await page.getByRole('button', { name: 'Invite…' }).click();
  await page.getByText('You’re invited to').waitFor();
  // People are invited only once the mail has a link.
  await page.getByLabel('Invitation URL').fill('https://acme.example/start');
  await page.getByRole('button', { name: 'Save link' }).click();
  await page.getByLabel('Number of people').fill('2');
  const chooseSegment = async (label: RegExp, name: string) => {
    await page.getByRole('button', { name: label }).click();
    await page.getByRole('option', { name }).click();
  };
  const dialog = page.getByRole('dialog');
  const invited = dialog.getByRole('list', { name: 'Invited next' }).getByRole('listitem');
  await until(async () => (await invited.allInnerTexts()).join() === 'Grace,alan@example.com');
  await page.keyboard.press('Escape');
  // People who match the filters of the list, and selected ones.
  await chooseSegment(/Segment: All/, 'Customers');
  await table.getByRole('row').nth(2).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Invite…' }).click();
  await dialog.getByText('All who match the filters').click();
  await page.getByRole('button', { name: 'Invite 1 person' }).waitFor();
  await page.keyboard.press('Escape');
  await chooseSegment(/Customers/, 'Segment: All');
  for (const name of ['Grace', 'alan@example.com']) await table.getByRole('row', { name }).locator('.checkbox').click();
  await page.getByRole('toolbar', { name: '2 selected' }).getByRole('button', { name: 'Invite…' }).click();
  await page.getByRole('button', { name: 'Invite 2 people' }).click();
  await page.getByText('2 people invited').waitFor();
  await until(async () => (await smtp.mails()).find(({ recipients }) => recipients[0] === 'grace@example.com'));
  await table
    .getByRole('row', { name: /Invited/ })
    .nth(1)
    .waitFor();
  assert.equal(await table.getByRole('row', { name: /Invited/ }).count(), 2);

  // Analytics are limited to the same segment.
  user.analytics.track('opened', {}, { user_id: 'u_grace', url: 'https://acme.example/' });
  user.analytics.track('opened', {}, { user_id: 'u_alan', url: 'https://acme.example/' });
  await user.analytics.flush();
  await page.goto(`${url}/analytics/users`);
  await page.getByText('u_alan').first().waitFor();
  await chooseSegment(/Segment of people$/, 'Customers');
  await page.getByText('u_alan').first().waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).searchParams.get('person_segment'), segment.id);
  await page.getByText('u_grace').first().waitFor();
  await show();

  // Changes one entry: its status, undo, and a note.
  await table.getByRole('button', { name: 'Actions for edsger@example.com' }).click();
  await page.getByRole('menuitem', { name: 'Joined' }).click();
  await table.getByRole('row', { name: /edsger.*Joined/ }).waitFor();
  await page.keyboard.press('Control+z');
  await table.getByRole('row', { name: /edsger.*Waiting/ }).waitFor();
  await table.getByRole('button', { name: 'Actions for edsger@example.com' }).click();
  await page.getByRole('menuitem', { name: 'Notes…' }).click();
  await page.getByRole('textbox', { name: 'Notes' }).fill('Met at the fair');
  await page.getByRole('button', { name: 'Save' }).click();
  await table.getByText('Met at the fair').waitFor();

  await page.getByRole('searchbox').fill('alan');
  await table.getByText('grace@example.com').waitFor({ state: 'detached' });
  const save = async (name: RegExp) => {
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()]);
    return readFileSync(await download.path(), 'utf8');
  };
  assert.match(await save(/^CSV$/), /^position,[^\n]*\n[^\n]*alan@example\.com[^\n]*\n$/, 'the list that the page shows');
  await page.getByRole('searchbox').fill('');
  await table.getByText('grace@example.com').waitFor();
  const csv = await save(/^CSV$/);
  assert.equal(await save(/^CSV for Excel/), `\uFEFF${csv}`);
  assert.match(csv, /grace@example\.com/);
  assert.equal(csv.trim().split('\n').length, 4);

  await table.getByRole('button', { name: 'Actions for alan@example.com' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await table.getByText('alan@example.com').waitFor({ state: 'detached' });
  await page.getByRole('searchbox').fill('alan');
  await page.getByRole('heading', { name: 'No entries match these filters' }).waitFor();
  assert.deepEqual(complaints, []);
});

testWalls(openPart);

test('saves a changelog draft automatically, schedules, publishes, changes and unpublishes the entry', async () => {
  const { page, complaints, show, team } = await openPart('/changelog');
  await show();
  await page.getByRole('link', { name: 'New entry' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Dark mode');
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.fill('It is here.');
  await text.selectText();
  await page.getByRole('button', { name: 'Bold' }).click();
  await text.locator('strong', { hasText: 'It is here.' }).waitFor();
  await page.keyboard.press('Control+z');
  await text.locator('strong').waitFor({ state: 'detached' });

  // Uploads an image with the button.
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
  await toolbar.locator('input[type=file]').setInputFiles({ name: 'dark.png', mimeType: 'image/png', buffer: pixel });
  await text.locator('img[src]').waitFor();
  // The new image is selected, so that its description can be typed.
  await page.getByLabel('Alt text').fill('Settings in dark mode');
  await page.getByLabel('Caption').fill('At night');
  await text.getByText('At night').waitFor();
  await page.getByText('Saved', { exact: true }).waitFor();
  const [draft] = (await team.changelog.list({ status: 'draft' })).data;
  assert.match(draft?.content ?? '', /!\[Settings in dark mode\]\(http:\S+ "At night"\)/);

  await page.getByRole('button', { name: 'Announce in the product' }).click();
  await page.getByRole('option', { name: 'Popup' }).click();
  await page.getByRole('group', { name: 'Announce until', exact: true }).waitFor();
  await until(async () => (await team.changelog.get(draft?.id ?? '')).announcement === 'popup');

  await page.getByRole('textbox', { name: 'Add path' }).fill('billing/*');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Deutsch' }).click(); // cspell:disable-line
  await until(async () => (await team.changelog.get(draft?.id ?? '')).languages?.[0] === 'de');
  assert.deepEqual((await team.changelog.get(draft?.id ?? '')).pages, ['/billing/*']);

  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.frameLocator('iframe[title="Page"]').getByRole('heading', { name: 'Dark mode' }).waitFor();
  await page.getByRole('radio', { name: 'Email' }).click();
  await page.frameLocator('iframe[title="Email"]').getByRole('link', { name: 'View in browser' }).waitFor();
  await page.getByRole('radio', { name: 'Widget' }).click();
  await page.locator('earshot-changelog-announcement').getByText('Read more').waitFor();
  await page.getByRole('button', { name: 'Close' }).first().click();

  await page.getByRole('button', { name: 'More ways to publish' }).click();
  await page.getByRole('menuitem', { name: 'Schedule…' }).click();
  await typeDate(page, 'Date and time', '01012099');
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await page.getByText(/Scheduled for/).waitFor();
  const scheduled = await team.changelog.get(draft?.id ?? '');
  assert.deepEqual([scheduled.status, scheduled.scheduled_at], ['scheduled', '2099-01-01T09:00:00.000Z']);

  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByText('No emails will be sent: the entry is for widgets on some pages.').waitFor();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.getByRole('link', { name: 'Open entry' }).waitFor();

  // Published entries are saved only with the button. Unsaved input survives a reload.
  await page.getByRole('textbox', { name: 'Title' }).fill('Dark mode is here');
  await page.getByText('Not saved yet').waitFor();
  await page.reload();
  await page.getByText('Not saved yet').waitFor();
  assert.equal((await team.changelog.get(draft?.id ?? '')).title, 'Dark mode');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.equal((await team.changelog.get(draft?.id ?? '')).title, 'Dark mode is here');

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Unpublish' }).click();
  await page.getByText('The entry is a draft again. Sent emails cannot be recalled.').waitFor();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No entries yet' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('a new changelog entry exists once something is typed, and counts say who gets emails', async () => {
  const { page, show, team, user, url } = await openPart('/changelog');
  await user.changelog.subscribe('grace@example.com');
  await assertRouteAccessible(page, `${url}/changelog/subscribers`);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByText('0 confirmed subscribers, 1 pending').waitFor();
  await page.getByRole('button', { name: 'Add subscribers…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add subscribers' });
  await dialog.getByRole('button', { name: 'Send confirmation emails' }).click();
  await dialog.getByText('No email address found').waitFor();
  await dialog
    .getByRole('textbox', { name: 'Email addresses' })
    .fill('name,email\nLin,"lin@example.com"\nGrace,grace@example.com');
  await dialog.getByText('2 addresses found').waitFor();
  await dialog.getByRole('button', { name: 'Send confirmation emails' }).click();
  await page.getByText('2 people asked to confirm').waitFor();
  await page.getByText('0 confirmed subscribers, 2 pending').waitFor();
  await page.getByRole('button', { name: 'Remove lin@example.com' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('0 confirmed subscribers, 1 pending').waitFor();
  await show();
  await page.getByRole('link', { name: 'New entry' }).click();
  await page.getByRole('textbox', { name: 'Title' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'No entries yet' }).waitFor();
  assert.equal((await team.changelog.list()).total, 0);

  await page.getByRole('link', { name: 'New entry' }).click();
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.pressSequentially('Dark');
  await page.getByText('Saved', { exact: true }).waitFor();
  // The focus stays in the field while the entry is created.
  await page.keyboard.type(' mode');
  await page.getByText('Saved', { exact: true }).waitFor();
  const { data } = await until(async () => {
    const list = await team.changelog.list();
    return list.data[0]?.title === 'Dark mode' && list;
  });
  assert.equal(data.length, 1);
  await page.waitForURL(`${url}/changelog/${data[0]?.id}`);
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByText('No emails will be sent: there are no confirmed subscribers yet, 1 pending.').waitFor();
  await page.keyboard.press('Escape');
  // The entry is also there after a reload, and after returning from another page.
  await page.getByRole('link', { name: 'Waitlist' }).click();
  await page.getByRole('heading', { name: 'Waitlist' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Dark mode', level: 1 }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Dark mode', level: 1 }).waitFor();
});

test('pastes rich text without links and images that readers could not use, into a callout of an entry', async () => {
  const { page, complaints, show, team } = await openPart('/changelog/new');
  await show();
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.click();
  await page.keyboard.type('/note');
  await page.getByRole('option', { name: 'Note' }).waitFor();
  await page.keyboard.press('Enter');
  const pasted = `<p><a href="https://acme.example/a">One</a> <a href="java\nscript:alert(1)">two</a> <a href="JavaScript:alert(2)"><b>three</b></a>
    <img src="data:image/png;base64,AAAA" alt="x"></p>`;
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', ${JSON.stringify(pasted)});
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);
  await text.locator('.callout strong', { hasText: 'three' }).waitFor();
  assert.deepEqual(await text.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))), [
    'https://acme.example/a',
  ]);
  // Earlier letters may be saved first.
  const content = '> [!NOTE]\n> [One](https://acme.example/a) two **three**';
  await until(async () => (await team.changelog.list()).data[0]?.content === content);

  // A typed address is checked as well.
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('Control+k');
  await page.getByLabel('URL', { exact: true }).fill('javascript:alert(1)');
  await page.getByText('The link must start with https://, http:// or mailto:').waitFor();
  await page.keyboard.press('Enter');
  assert.equal(await text.locator('a').count(), 1);
  assert.deepEqual(complaints, []);
});

test('creates a project with sample data, and deletes it again', async () => {
  const { page, complaints, show, team, project } = await openPart('');
  await show();
  await page.getByRole('button', { name: 'Create sample project' }).click();
  await page.getByRole('heading', { name: 'This project contains sample data' }).waitFor();
  const samples = async () => (await team.projects.list()).data.filter(({ is_sample }) => is_sample);
  assert.equal((await samples()).length, 1);
  // Offered from other projects, too.
  await show();
  await page.getByRole('link', { name: 'Open sample project' }).click();
  await page.getByRole('heading', { name: 'This project contains sample data' }).waitFor();
  await page.evaluate(AXE);
  await assertAccessible(page);
  const home = page.url();
  const sample = new Earshot({ accessToken, projectId: (await samples())[0]?.id, baseUrl: earshot.url });
  const proposal = await until(async () => (await sample.proposals.list({ kind: 'tags', state: 'open' })).data[0], 60_000);
  await page.goto(`${home}/feedback/${proposal.subject_id}`);
  await page.getByRole('region', { name: 'Suggestions' }).getByText('Add tags').waitFor();
  await page.keyboard.press('y');
  await page.locator('.suggestions:focus:empty').waitFor({ state: 'attached' });
  await page.goto(home);
  await page.getByRole('button', { name: 'Delete sample data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete the sample project?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.equal((await samples()).length, 1);
  await page.getByRole('button', { name: 'Delete sample data' }).click();
  await dialog.getByRole('button', { name: 'Delete sample data' }).click();
  await page.getByRole('button', { name: 'Create sample project' }).waitFor();
  assert.equal((await samples()).length, 0);
  assert.ok(await team.projects.get(project.id), 'other projects stay');
  // Requests that are under way when the project is deleted do not find it.
  assert.deepEqual(
    complaints.filter((text) => !text.includes('404')),
    [],
  );
});

test('keeps input while the server is unavailable, and saves it afterwards', async () => {
  const { page, show, team } = await openPart('/changelog');
  await show();
  await page.getByRole('link', { name: 'New entry' }).click();
  await page.getByRole('textbox', { name: 'Text' }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('textbox', { name: 'Title' }).fill('Written on a train');
  await page.getByText(/Saving failed/).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('textbox', { name: 'Text' }).fill('With a tunnel.');
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.equal((await team.changelog.list()).data[0]?.title, 'Written on a train');
});

test('the text of a new entry that could not be saved stays in its project until the user signs out', async () => {
  const { page, url } = await openPart('');
  const other = await createProject(earshot.url, accessToken);
  const title = page.getByRole('textbox', { name: 'Title' });
  await page.route('**/v1/changelog?*', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 403, json: { error: 'Not now' } }) : route.continue(),
  );
  await page.goto(`${url}/changelog/new`);
  await title.fill('For Acme only');
  await page.getByText('Not now').waitFor();
  await page.goto(`${earshot.url}/projects/${other.slug}/changelog/new`);
  await title.waitFor();
  assert.equal(await title.inputValue(), '');
  await page.goto(`${url}/changelog/new`);
  await title.waitFor();
  assert.equal(await title.inputValue(), 'For Acme only');
  await page.getByRole('button', { name: 'ada@example.com' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  assert.doesNotMatch(await page.evaluate<string>('JSON.stringify(localStorage)'), /For Acme only/);
});

test('saves of a new changelog entry that wait for a failed one create one entry', async () => {
  const { page, show, team } = await openPart('/changelog/new');
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  let count = 0;
  await page.route('**/v1/changelog?*', async (route) => {
    if (route.request().method() !== 'POST' || ++count > 1) return await route.continue();
    await isAnswered;
    return await route.fulfill({ status: 403, json: { error: 'Not now' } });
  });
  await show();
  await page.getByRole('textbox', { name: 'Title' }).fill('Dark mode');
  await until(() => count === 1);
  for (let presses = 0; presses < 2; presses++) await page.keyboard.press('Control+s');
  answer();
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.equal(count, 2);
  assert.equal((await team.changelog.list()).total, 1);
});

test('pages have no axe violations and fit the window', async () => {
  const { page, user, team, url } = await openPart('');
  await user.waitlist.join({ email: 'grace@example.com', name: 'Grace', referral_source: 'newsletter' });
  const testimonial = await user.testimonials.submit({ author_name: 'Grace', content: 'It saves me an hour a day.', rating: 4 });
  await user.testimonials.submit({ author_name: 'Alan', content: 'Fine.', rating: 5, disclosure: 'incentive' });
  await team.testimonials.update(testimonial.id, { status: 'approved' });
  const entry = await team.changelog.create({ title: 'Dark mode', content: '## Here\n\n- it\n- is', tags: ['ui'] });
  for (const path of [
    '/waitlist',
    '/testimonials',
    '/testimonials?status=rejected',
    '/testimonials/wall',
    '/testimonials/requests',
    '/changelog',
    `/changelog/${entry.id}`,
  ])
    await assertRouteAccessible(page, url + path);
});
