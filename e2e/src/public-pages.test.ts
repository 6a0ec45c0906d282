import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Earshot } from '@earshot/sdk';
import type { BrowserContextOptions } from 'playwright-core';
import { IS_LONG } from '@earshot/server/testing/long';
import { until } from '@earshot/server/testing/until';
import { assertAccessible, AXE } from './axe.ts';
import { launchBrowser, openPage } from './browser.ts';
import { startEarshot } from './earshot.ts';

const browser = await launchBrowser();
const earshot = await startEarshot({ EARSHOT_THROTTLE: 'off' });
const accessToken = await earshot.signIn();
const ATTACK =
  '<script>globalThis.ran = 1</script><img src=x onerror="globalThis.ran = 1">"><svg onload=globalThis.ran=1> [a](javascript:globalThis.ran=1)';

const project = await new Earshot({ accessToken, baseUrl: earshot.url }).projects.create({ name: 'Acme' });
const team = new Earshot({ accessToken, projectId: project.id, baseUrl: earshot.url });
const user = new Earshot({ projectKey: project.api_key, baseUrl: earshot.url, visitorId: crypto.randomUUID() });
const entry = await user.feedback.submit({ title: `Export ${ATTACK}`.slice(0, 200), description: ATTACK, submitter_name: 'Ada' });
await team.feedback.update(entry.id, { status: 'planned' });
await user.feedback.comments.add(entry.id, { body: `Please. ${ATTACK}`, author_name: 'Grace' });
const news = await team.changelog.create({ title: 'CSV export', content: `It is **here**.\n\n${ATTACK}`, published: true });
const photo = await user.uploads.create(new Blob([readFileSync(new URL('../../docs/images/feedback.png', import.meta.url))]));
await team.projects.update(project.id, {
  settings: {
    pages: {
      logo_url: photo.url,
      header_links: [{ label: 'Pricing', url: 'https://acme.example/pricing' }],
      footer: `[Imprint](https://acme.example/imprint) ${ATTACK}`,
      custom_css: '.card { border-width: 2px }',
      font: 'serif',
    },
    // With little contrast on white.
    mail: { color: '#fde047' },
  },
});
const testimonial = await user.testimonials.submit({
  author_name: 'Ada',
  author_avatar_url: photo.url,
  content: ATTACK,
  rating: 5,
});
await team.testimonials.update(testimonial.id, { status: 'approved' });
const index = await team.indexes.create({ name: 'Guides' });
const document = await team.indexes.documents.create(index.id, {
  title: 'Export',
  content: `Every list has a button. ${ATTACK}\n\n## Then\n\n${ATTACK}`,
});

const at = (path: string) => `${earshot.url}/p/${project.slug}${path}`;
const PAGES = [
  '',
  '/feedback',
  `/feedback/${entry.id}`,
  '/roadmap',
  '/changelog',
  `/changelog/${news.slug}`,
  '/testimonials',
  '/waitlist',
  '/help',
  `/help/${document.id}`,
  '/help?q=button',
];
const KINDS: Record<string, BrowserContextOptions> = {
  'on a desktop': { viewport: { width: 1280, height: 800 } },
  'on a phone, in dark mode': { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
};

for (const [kind, options] of Object.entries(KINDS))
  test(`pages run no user content, have no axe violations and fit the window, ${kind}`, async () => {
    // Bypasses the policy to load axe; a test below checks violations of the policy.
    const { page } = await openPage(browser, { ...options, bypassCSP: true });
    for (const path of PAGES) {
      // Images have loaded or failed then.
      await page.goto(at(path));
      assert.equal(await page.evaluate('globalThis.ran'), undefined, path);
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), path);
      await page.evaluate(AXE);
      // The color schemes differ only in colors.
      await assertAccessible(page, path, options.colorScheme === 'dark' && !IS_LONG ? ['color-contrast'] : undefined);
    }
  });

test('the API reference has no axe violations, light and dark', async () => {
  const { page } = await openPage(browser, { bypassCSP: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${earshot.url}/docs/#tag/feedback/POST/v1/feedback`);
    await page.getByRole('button', { name: 'Copy', exact: true }).first().waitFor({ state: 'attached' });
    await page.getByRole('heading', { name: 'Submit feedback' }).first().waitFor();
    await page.evaluate(AXE);
    // The color schemes differ only in colors.
    await assertAccessible(page, `API reference, ${colorScheme}`, colorScheme === 'dark' ? ['color-contrast'] : undefined);
  }
});

test('pages comply with their policy and request nothing from other origins', async () => {
  const { page, complaints } = await openPage(browser);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(earshot.url) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  for (const path of PAGES) {
    await page.goto(at(path));
    // Scripts that wait for the page may request something.
    await page.waitForLoadState('networkidle');
    assert.deepEqual([complaints.filter((text) => !/\/x\b|404/.test(text)), foreign], [[], []], path);
  }
});

test('testimonials have photos, and unknown pages lead back to the project', async () => {
  const { page } = await openPage(browser);
  await page.goto(at('/testimonials'));
  const width = page.evaluate<number>(
    `document.querySelector('.author img').decode().then(() => document.querySelector('.author img').naturalWidth)`,
  );
  assert.ok((await width) > 0);
  const response = await page.goto(at('/nope'));
  assert.equal(response?.status(), 404);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Acme' }).click();
  await page.waitForURL(at(''));
  const answer = await fetch(at('/nope'), { headers: { accept: 'application/json' } });
  assert.deepEqual([answer.status, await answer.json()], [404, { error: 'Page not found', code: 'pages.not_found' }]);
});

test('pages and forms work without scripts', async () => {
  const { page } = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(at(''));
  await page.getByRole('link', { name: 'Feedback', exact: true }).first().click();
  await page.getByRole('link', { name: 'Give feedback' }).click();
  await page.getByLabel('Title', { exact: true }).fill('Without scripts');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('link', { name: 'View your entry' }).click();
  await page.getByRole('heading', { name: 'Without scripts', level: 1 }).waitFor();
  await page.getByLabel('Add a comment').fill('Nor with this.');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('link', { name: 'Back to the entry' }).click();
  await page.getByText('Nor with this.').waitFor();
  await page.getByRole('link', { name: 'Help', exact: true }).click();
  await page.getByLabel('Search the help').fill('buton');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('main').getByRole('link', { name: 'Export' }).click();
  await page.getByText('Every list has a button.').waitFor();
});

test('filters of the board apply at once and in place, and without scripts with a button', async () => {
  const phone = { viewport: { width: 390, height: 700 } };
  const { page, complaints } = await openPage(browser, phone);
  await page.goto(at('/feedback'));
  const status = page.getByLabel('Status', { exact: true });
  assert.equal(await status.isVisible(), false);
  await page.getByText('Filter', { exact: true }).click();
  await status.focus();
  await status.selectOption('done');
  await page.getByText('No matching entries.').waitFor();
  await page.waitForURL('**/feedback?status=done');
  await status.selectOption('planned');
  await page
    .getByRole('main')
    .getByRole('button', { name: /Export/ })
    .waitFor();
  assert.equal(await page.evaluate('document.activeElement.id'), 'status');
  await page.getByRole('searchbox').fill('absent');
  await page.keyboard.press('Enter');
  await page.getByText('No matching entries.').waitFor();
  await page.waitForURL('**/feedback?q=absent&status=planned');
  await page.getByLabel('Sort by').locator('option', { hasText: 'Best match' }).waitFor({ state: 'attached' });
  assert.deepEqual(complaints, []);

  const { page: plain } = await openPage(browser, { ...phone, javaScriptEnabled: false });
  await plain.goto(at('/feedback'));
  await plain.getByText('Filter', { exact: true }).click();
  await plain.getByLabel('Status', { exact: true }).selectOption('done');
  await plain.getByRole('button', { name: 'Apply' }).click();
  await plain.getByText('No matching entries.').waitFor();
});

test('forms accept every address that the API accepts, and the server explains the others', async () => {
  const { page } = await openPage(browser);
  for (const [address, heading] of [
    ['Zoë@example.com', 'You’re on the waitlist'],
    [' grüße@exämple.com ', 'You’re on the waitlist'],
    ['用户@例子.公司', 'You’re on the waitlist'],
    ['zoë@example', 'Invalid email address'],
    ['zoë', 'Invalid email address'],
  ] as const) {
    await page.goto(at('/waitlist'));
    await page.getByLabel('Email address').fill(address);
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
    await page.getByRole('heading', { name: heading }).waitFor();
  }
});

test('“Give feedback” opens the dialog where the page is', async () => {
  const { page, complaints } = await openPage(browser, { viewport: { width: 390, height: 700 } });
  await page.goto(at(''));
  // From another page, and then from the top of the board.
  await page.getByRole('link', { name: 'Give feedback' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').and(page.locator(':focus')).waitFor();
  assert.deepEqual([new URL(page.url()).hash, await page.evaluate('scrollY')], ['', 0]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Give feedback' }).click();
  await dialog.getByLabel('Title').fill('From the dialog');
  assert.equal(await page.evaluate('scrollY'), 0);
  assert.equal(await page.getByLabel('Description (optional)').count(), 1, 'the form of the page is hidden');
  assert.deepEqual(complaints, []);
});

test('“Write a testimonial” opens a dialog, whose stars are chosen by mouse and by keyboard', async () => {
  const { page, complaints } = await openPage(browser, { viewport: { width: 390, height: 700 } });
  await page.goto(at('/testimonials'));
  const dialog = page.getByRole('dialog', { name: 'Write a testimonial' });
  assert.equal(await dialog.count(), 0);
  const link = page.getByRole('link', { name: 'Write a testimonial' });
  await link.click();
  await dialog.waitFor();
  assert.deepEqual([new URL(page.url()).hash, await page.evaluate('scrollY')], ['', 0]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await link.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.goto(at('/testimonials#new'));
  await dialog.waitFor();
  assert.equal(
    await page.evaluate(`document.querySelector('dialog').scrollWidth <= document.querySelector('dialog').clientWidth`),
    true,
  );
  const rating = () => page.evaluate(`new FormData(document.querySelector('main form')).get('rating')`);
  await page.locator('.rate label').nth(3).click();
  assert.equal(await rating(), '4');
  await page.keyboard.press('ArrowRight');
  assert.equal(await rating(), '5');
  await page.mouse.move(0, 0);
  const filled = `[...document.querySelectorAll('.rate label > span:first-of-type')].map((star) => getComputedStyle(star, '::before').content).join('')`;
  assert.equal(await page.evaluate(filled), '"★"'.repeat(5));
  await dialog.getByLabel('Your testimonial', { exact: true }).fill('It saves us an hour a day.');
  await dialog.getByLabel('Name', { exact: true }).fill('Ada');
  await dialog.getByText('You may publish').click();
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('reacts to a changelog entry, and counts its view', async () => {
  const { page, complaints } = await openPage(browser);
  await page.goto(at('/changelog'));
  await page.getByRole('button', { name: 'Celebrate: 0' }).click();
  await page.getByRole('button', { name: 'Celebrate: 1', pressed: true }).waitFor();
  await page.goto(at(`/changelog/${news.slug}`));
  await page.getByRole('button', { name: 'Celebrate: 1', pressed: true }).waitFor();
  await page.getByRole('button', { name: 'Love: 0' }).click();
  await page.getByRole('button', { name: 'Love: 1', pressed: true }).waitFor();
  assert.deepEqual((await team.changelog.get(news.id)).reactions, { like: 0, love: 1, celebrate: 0 });
  await until(async () => (await team.changelog.get(news.id)).view_count ?? 0);
  assert.deepEqual(complaints, []);
});

test('votes by keyboard, and shows the vote on other pages', async () => {
  const { page } = await openPage(browser);
  await page.goto(at('/feedback?q=export'));
  const button = page.getByRole('button', { name: /^Vote for “Export/ });
  await button.focus();
  await page.keyboard.press('Enter');
  await until(async () => (await team.feedback.get(entry.id)).upvote_count === 1);
  const { promise: isFocused, resolve: respond } = Promise.withResolvers<void>();
  await page.route(`**/v1/feedback/${entry.id}`, async (route) => {
    await isFocused;
    await route.continue();
  });
  await page.goto(at(`/feedback/${entry.id}`));
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to content');
  await page.locator('earshot-vote button').focus();
  respond();
  await page.locator('earshot-vote button[aria-pressed=true]:focus').waitFor();
});

test('long words wrap on every page on a phone, and right-to-left texts have their own direction', async () => {
  const word = 'Donaudampfschifffahrtsgesellschaftskapitänspatent'.repeat(3);
  const url = `https://acme.example/${'a'.repeat(120)}`;
  const long = await new Earshot({ accessToken, baseUrl: earshot.url }).projects.create({ name: word.slice(0, 100) });
  const [members, visitor] = [
    new Earshot({ accessToken, projectId: long.id, baseUrl: earshot.url }),
    new Earshot({ projectKey: long.api_key, baseUrl: earshot.url, visitorId: crypto.randomUUID() }),
  ];
  const post = await visitor.feedback.submit({ title: word, description: `${word} ${url}`, submitter_name: word.slice(0, 100) });
  await members.feedback.update(post.id, { status: 'planned', tags: [word.slice(0, 50)] });
  await visitor.feedback.comments.add(post.id, { body: word, author_name: word.slice(0, 100) });
  const update = await members.changelog.create({
    title: word,
    content: `${word}\n\n${url}\n\n| ${word} | b |\n|--|--|\n| 1 | 2 |`,
    tags: [word.slice(0, 50)],
    version: word.slice(0, 50),
    published: true,
  });
  const quote = await visitor.testimonials.submit({
    author_name: word.slice(0, 100),
    author_title: word.slice(0, 100),
    author_company: url.slice(0, 100),
    content: word,
    rating: 5,
  });
  await members.testimonials.update(quote.id, { status: 'approved' });
  const help = await members.indexes.create({ name: word.slice(0, 100) });
  const article = await members.indexes.documents.create(help.id, { title: word, content: `# ${word}\n\n## ${word}\n\n${url}` });
  const { page } = await openPage(browser, { viewport: { width: 390, height: 844 } });
  for (const path of [
    '',
    '/feedback',
    `/feedback/${post.id}`,
    '/roadmap',
    '/changelog',
    `/changelog/${update.slug}`,
    '/testimonials',
    '/waitlist',
    '/help',
    `/help/${article.id}`,
    `/help?q=${word}`,
  ]) {
    await page.goto(`${earshot.url}/p/${long.slug}${path}`);
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 390, path);
  }
  const arabic = await visitor.feedback.submit({ title: 'تصدير CSV', description: 'نص' });
  await page.goto(`${earshot.url}/p/${long.slug}/feedback/${arabic.id}`);
  for (const selector of ['h1', '.prose'])
    assert.equal(await page.evaluate(`getComputedStyle(document.querySelector('${selector}')).direction`), 'rtl', selector);
  await page.close();
});
