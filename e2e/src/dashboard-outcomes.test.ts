import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { launchBrowser } from './browser.ts';
import { assertRouteAccessible, openProject } from './dashboard.ts';
import { startEarshot } from './earshot.ts';
import { startSite } from './site.ts';
import { signUserToken } from '@earshot/sdk';
import { until } from '@earshot/server/testing/until';

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
  // The field suggests events of reports.
  await until(async () => (await team.analytics.breakdown({ by: 'event', period: '30d' })).data.length > 1);

  await page.goto(`${url}/changelog/${entry.id}`);
  await page.getByRole('button', { name: /Success event or page/ }).click();
  await page.getByRole('option', { name: 'list_exported' }).click();
  await page.getByRole('button', { name: '7 days' }).waitFor();
  await page.getByRole('button', { name: 'Save changes' }).click();
  const panel = page.getByRole('region', { name: 'Did the people who asked use it?' });
  await panel
    .getByText('2 of 5 people who asked used it (40.0%; 11.8% to 76.9% at 95 % confidence), half of them within 2 days.')
    .waitFor();
  await panel.getByText('Came back3').waitFor();
  const slider = panel.getByRole('slider');
  assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /People who asked 40\.0%; Everybody else 0\.0%$/);
  const rows = panel.locator('#silent tbody tr');
  await rows.nth(2).waitFor();
  assert.equal(await rows.count(), 3);
  const mail = rows.filter({ hasText: 'Person u_4' }).getByRole('link', { name: 'Ask why: Person u_4' });
  assert.equal(
    await mail.getAttribute('href'),
    `mailto:u_4%40example.com?subject=${encodeURIComponent('Your feedback on “Export as CSV”')}`,
  );
  await assertRouteAccessible(page, page.url());

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${url}/feedback/${wish.id}`);
  await page.getByText('2 of 5 used it:').getByRole('link', { name: 'Export as CSV' }).click();
  await panel.waitFor();
  assert.deepEqual(complaints, []);
});

test('outcomes begin with what needs attention, and lead to those who are silent and to a rule', async () => {
  const { page, complaints, team, user, url } = await openProject(browser, earshot.url, token);
  const [open, done] = [await user.feedback.submit({ title: 'Dark mode' }), await user.feedback.submit({ title: 'Exports' })];
  for (const id of ['u_1', 'u_2']) {
    await team.people.put(id, { name: `Person ${id}`, email: `${id}@example.com` });
    for (const wish of [open, done]) await team.feedback.voteOnBehalf(wish.id, { user_id: id });
  }
  await team.changelog.create({
    title: 'CSV export',
    feedback_ids: [done.id],
    published: true,
    success: { event: 'list_exported' },
  });
  const index = await team.indexes.create({ name: 'Help' });
  await user.indexes.search(index.id, { query: 'refunds' });
  await until(async () => {
    await team.indexes.insights(index.id);
    await earshot.runScheduled('knowledge-base.cluster');
    return (await team.searchClusters.list()).total === 1;
  });

  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await page.getByRole('heading', { name: 'Outcomes', level: 1 }).waitFor();
  const panel = (name: string) => page.getByRole('region', { name, exact: true });
  await panel('Requests with the most demand').getByRole('link', { name: 'Dark mode' }).waitFor();
  await panel('Searches without an answer').getByText('refunds').waitFor();
  await panel('People to ask for a testimonial').getByText('No rules yet.').waitFor();
  const releases = panel('Releases whose askers have not come back');
  // The event of the publication sets the request to done.
  await until(async () => (await team.feedback.get(done.id)).status === 'done');
  await page.reload();
  await releases.getByText('0 of 2 people used it').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Exports' }).count(), 0);
  await assertRouteAccessible(page, page.url());
  await releases.getByRole('link', { name: 'Ask 2 people why: CSV export' }).click();
  await page.locator('#silent tbody tr').first().waitFor();
  assert.match(page.url(), /#silent$/);
  await page.getByRole('region', { name: 'Effect of this release' }).getByText('The first figures appear').waitFor();

  await page.goto(`${url}/testimonials/requests`);
  await page.getByRole('button', { name: 'New rule' }).click();
  await page.getByLabel('Name').fill('After use');
  assert.equal(await page.getByLabel('Guiding questions').inputValue(), '');
  await page.getByRole('button', { name: 'Suggest questions' }).click();
  assert.match(await page.getByLabel('Guiding questions').inputValue(), /^What problem did you have before\?\n/);
  await page.getByRole('button', { name: /Reminder/ }).click();
  await page.getByRole('option', { name: 'After 7 days' }).click();
  await page.getByRole('button', { name: 'Create rule' }).click();
  await page.getByText('Nobody to ask now').waitFor();
  const [rule] = (await team.testimonials.rules.list()).data;
  assert.deepEqual([rule?.questions.length, rule?.reminder_days], [3, 7]);
  await page.getByRole('button', { name: 'Preview After use' }).click();
  await page.getByRole('radio', { name: 'Reminder' }).click();
  await page.frameLocator('iframe[title="Reminder"]').getByText('We asked you before').waitFor();
  await page.keyboard.press('Escape');
  // Without a reminder, the preview is that of the request, also when the reminder was viewed last.
  await page.getByRole('button', { name: 'Edit After use' }).click();
  await page.getByRole('button', { name: /Reminder/ }).click();
  await page.getByRole('option', { name: 'No reminder' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Preview After use' }).click();
  await page.locator('iframe[title="Request"]').waitFor();
  await page.getByRole('radio', { name: 'Reminder' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await panel('People to ask for a testimonial').getByText('After use').waitFor();
  assert.deepEqual(complaints, []);
});

test('the form of the widget appears to a signed user who was asked, and not to others', async () => {
  const { page, complaints, team, project } = await openProject(browser, earshot.url, token);
  const secret = (await team.projects.identitySecrets.list(project.id)).data[0]?.secret ?? '';
  const form = async (id: string) =>
    `<!doctype html><html lang="en"><title>Product</title><h1>Product</h1>
    <script type="module" src="${earshot.url}/widgets/testimonials.js"></script>
    <earshot-testimonial-form project-key="${project.api_key}" when-asked
      user-token="${await signUserToken({ id }, { projectId: project.id, secret })}"></earshot-testimonial-form></html>`;
  await team.testimonials.rules.create({
    name: 'Exporters',
    trigger: 'goal_reached',
    event: 'export',
    channel: 'widget',
    message: 'We are a team of three.',
    questions: ['What changed?', 'Who is it for?'],
  });
  await fetch(`${earshot.url}/v1/analytics/events`, {
    method: 'POST',
    headers: { 'x-project-key': project.api_key, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'export', url: 'https://acme.example/', user_id: 'u_1' }),
  });
  await until(async () => {
    await earshot.runScheduled('testimonials.ask');
    return (await team.testimonials.requests()).total === 1;
  });
  const badge = `<!doctype html><html lang="en"><title>Product</title><h1>Product</h1>
    <script type="module" src="${earshot.url}/widgets/testimonials.js"></script>
    <earshot-testimonials-badge project-key="${project.api_key}"></earshot-testimonials-badge></html>`;
  const site = await startSite(earshot.url, { '/asked': await form('u_1'), '/other': await form('u_2'), '/badge': badge });
  const answered = page.waitForResponse(/requests\/own$/);
  await page.goto(`${site}/other`);
  await answered;
  assert.equal(await page.getByRole('textbox').count(), 0);
  await page.goto(`${site}/asked`);
  await page.getByText('We are a team of three.').waitFor();
  await page.locator('label[for=r5]').click();
  await page.getByLabel('What changed?').fill('It saves us an hour.');
  await page.getByLabel('Who is it for?').fill('For agencies.');
  const text = page.getByLabel('Your testimonial');
  assert.equal(await text.inputValue(), 'It saves us an hour.\n\nFor agencies.');
  await text.fill('It saves us an hour a day.');
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
  const [request] = (await team.testimonials.requests()).data;
  const [written] = (await team.testimonials.list()).data;
  assert.deepEqual([request?.status, written?.id], ['answered', request?.testimonial_id]);
  assert.equal(written?.content, 'It saves us an hour a day.');
  assert.deepEqual(
    written?.answers?.map(({ answer }) => answer),
    ['It saves us an hour.', 'For agencies.'],
  );
  const answeredAgain = page.waitForResponse(/requests\/own$/);
  await page.reload();
  await answeredAgain;
  assert.equal(await page.getByRole('textbox').count(), 0);

  // The badge shows the approved rating, and links to the wall.
  await team.testimonials.update(written?.id ?? '', { status: 'approved' });
  await page.goto(`${site}/badge`);
  await page.getByRole('link', { name: /5 out of 5/ }).click();
  await page.getByText('It saves us an hour a day.').waitFor();
  assert.deepEqual(complaints, []);
});
