import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '@earshot/server/testing/until';
import * as ar from '../../widgets/src/texts/ar.ts';
import { openPage } from './browser.ts';
import { DESKTOP, focused, PHONE, shown, startProduct, tabTo } from './product.ts';

const { acme, browser, open } = await startProduct();

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('feedback', () => {
  test('by mouse: suggests similar feedback, attaches a screenshot, and lists own feedback', async () => {
    const { page, complaints } = await open('/feedback');
    await page.getByRole('button', { name: 'Feedback' }).click();
    await page.getByText('Problem').click();
    await page.getByLabel('Title').fill('Export the list as CSV');
    await shown(page.getByText('Similar feedback:'));
    await page.getByRole('button', { name: 'Export your data' }).click();
    await shown(page.getByText('for it.'));
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('button', { name: 'Export as CSV', exact: true }).click();
    await shown(page.getByText('We are on it.'));
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    assert.equal(await page.getByLabel('Title').inputValue(), 'Export the list as CSV');

    const scrollWidth = await page
      .getByRole('dialog')
      .locator('.body')
      .evaluate((body) => body.scrollWidth - body.clientWidth);
    assert.equal(scrollWidth, 0, 'the panel does not scroll sideways');
    await page.getByLabel('Details').fill('Of all rows.');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add screenshot' }).click();
    await (await choosing).setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
    await shown(page.getByText('Use a PNG, JPEG'));
    const again = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add screenshot' }).click();
    await (await again).setFiles({ name: 'shot.png', mimeType: 'image/png', buffer: PIXEL });
    await shown(page.getByRole('img', { name: 'shot.png' }));
    await page.getByLabel('Email address').fill('ada@example.com');
    await page.getByRole('checkbox', { name: 'Email me when there is news' }).check();
    await page.getByRole('button', { name: 'Send' }).click();
    await shown(page.getByRole('heading', { name: 'Thank you!' }));
    await shown(page.getByText('open the link in the email'));

    const entry = (await acme.team.feedback.list({ q: 'Export the list' })).data[0];
    assert.deepEqual([entry?.type, entry?.description, entry?.submitter_email], ['bug', 'Of all rows.', 'ada@example.com']);
    assert.equal((await fetch(entry?.image_url ?? '')).headers.get('content-type'), 'image/png');
    assert.equal(entry?.metadata?.page, `${acme.site}/feedback`);

    await acme.team.feedback.update(entry?.id ?? '', { status: 'in_progress' });
    await page.getByRole('tab', { name: 'My feedback' }).click();
    await shown(page.getByRole('tabpanel').getByText('In progress'));

    // A private answer, also while others do not see the entry.
    await acme.team.feedback.comments.add(entry?.id ?? '', { body: 'Which rows?', private: true });
    for (const visibility of ['public', 'pending'] as const) {
      await acme.team.feedback.update(entry?.id ?? '', { visibility });
      await page.getByRole('tab', { name: 'My feedback' }).click();
      await page.getByRole('button', { name: 'Export the list as CSV', exact: true }).click();
      await shown(page.getByText('Only visible to you'));
      await shown(page.getByText('Which rows?'));
      assert.equal(await page.getByLabel('Add a comment').count(), visibility === 'public' ? 1 : 0);
      await page.getByRole('button', { name: 'Back', exact: true }).click();
    }
    assert.deepEqual(complaints, []);
  });

  test('by keyboard alone, on a phone, in Arabic from right to left', async () => {
    const { page, complaints } = await open('/ar/feedback', PHONE);
    await tabTo(page, 'رأيك');
    await page.keyboard.press('Enter');
    await shown(page.getByRole('dialog'));
    await tabTo(page, 'جديد');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await focused(page), 'كل الملاحظات');
    await shown(page.getByText('Export as CSV'));
    await tabTo(page, /^التصويت لـ «Export as CSV»\. الأصوات: 1/);
    await page.keyboard.press('Enter');
    await until(async () => (await acme.team.feedback.get(acme.csv.id)).upvote_count === 2);
    await tabTo(page, 'إغلاق');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await tabTo(page, 'العنوان');
    await page.keyboard.type('الوضع الداكن');
    await tabTo(page, 'إرسال');
    await page.keyboard.press('Enter');
    await shown(page.getByRole('heading', { name: 'شكرًا!' }));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    assert.equal(await focused(page), 'رأيك');
    assert.equal((await acme.team.feedback.list({ q: 'الداكن' })).total, 1);
    const { x = 0, width = 0 } = (await page.getByRole('button', { name: 'رأيك' }).boundingBox()) ?? {};
    assert.ok(x < 30 && x + width < 360, 'the button is in the end corner');
    assert.deepEqual(complaints, []);
  });

  test('keeps the input while Earshot is unavailable, and stores a repeated submission once', async () => {
    const { page } = await open('/feedback');
    await page.getByRole('button', { name: 'Feedback' }).click();
    await page.getByLabel('Title').fill('Typed while unavailable');
    let isLost = true;
    await page.route('**/v1/**', async (route) => {
      // The request arrives, but its response is lost.
      if (isLost && route.request().method() === 'POST') await route.fetch().catch(() => {});
      await (isLost ? route.abort() : route.continue());
    });
    await page.getByRole('button', { name: 'Send' }).click();
    await shown(page.getByRole('alert').getByText('Your input is kept'));
    assert.equal(await page.getByLabel('Title').inputValue(), 'Typed while unavailable');
    isLost = false;
    await page.getByRole('button', { name: 'Send' }).click();
    await shown(page.getByRole('heading', { name: 'Thank you!' }));
    assert.equal((await acme.team.feedback.list({ q: 'Typed while unavailable' })).total, 1);
  });

  test('opening the panel loads one script', async () => {
    const { page } = await openPage(browser, DESKTOP);
    await page.goto(`${acme.site}/feedback`);
    const opener = page.getByRole('button', { name: 'Feedback' });
    await shown(opener);
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname.replace(/-[\w-]{8}\.js$/, ''));
    });
    await opener.click();
    await shown(page.getByRole('dialog').getByLabel('Title'));
    assert.deepEqual(scripts, ['/widgets/chunks/panel']);
  });

  test('the button reports that the panel could not be loaded, and works later', async () => {
    const { page } = await openPage(browser, DESKTOP);
    await page.route('**/chunks/panel-*', (route) => route.abort());
    await page.goto(`${acme.site}/feedback`);
    await page.getByRole('button', { name: 'Feedback' }).click();
    await shown(page.getByText('Connection failed.'));
    await page.unroute('**/chunks/panel-*');
    await page.getByRole('button', { name: 'Feedback' }).click();
    await shown(page.getByRole('dialog'));
    assert.equal(await page.getByText('Connection failed.').count(), 0);
  });

  test('uses the color of the project, unless the page sets one', async () => {
    const assertColor = async (path: string, expected: string) => {
      const { page } = await openPage(browser, DESKTOP);
      const { promise: isDrawn, resolve: respond } = Promise.withResolvers<void>();
      await page.route('**/v1/projects/appearance?*', (route) => isDrawn.then(() => route.continue()));
      await page.goto(acme.site + path);
      await shown(page.getByRole('button', { name: 'Feedback' }));
      respond();
      // A button gets the color later when Earshot is slow.
      const colors = `(({ backgroundColor, color }) => backgroundColor + ' under ' + color)(
        getComputedStyle(document.querySelector('earshot-feedback').shadowRoot.querySelector('button')))`;
      await until(async () => (await page.evaluate(colors)) === expected);
    };
    const setColor = (color: string) => acme.team.projects.update(acme.project.id, { settings: { mail: { color } } });
    await setColor('#fde047');
    await assertColor('/feedback', 'rgb(253, 224, 71) under rgb(0, 0, 0)');
    await assertColor('/slash/feedback', 'rgb(253, 224, 71) under rgb(0, 0, 0)');
    await assertColor('/accent/feedback', 'rgb(17, 34, 51) under rgb(255, 255, 255)');
    await setColor('#2563eb');
  });

  test('adds a comment, and says when it requires approval', async () => {
    const { page } = await open('/feedback');
    const comment = async (text: string) => {
      await page.getByLabel('Add a comment').fill(text);
      await page.getByRole('button', { name: 'Send' }).click();
    };
    await page.getByRole('button', { name: 'Feedback' }).click();
    await page.getByRole('tab', { name: 'All feedback' }).click();
    // The results of the search replace the list.
    await Promise.all([page.waitForRequest(/[?&]q=export/), page.getByLabel('Search').fill('export csv')]);
    await page.getByRole('button', { name: 'Export as CSV', exact: true }).click();
    await comment('Yes, please.');
    await shown(page.getByRole('listitem').getByText('Yes, please.'));
    await acme.team.projects.update(acme.project.id, { settings: { feedback: { moderation: 'anonymous' } } });
    await comment('And as Excel.');
    await shown(page.getByText('Your comment will appear after approval.'));
    await acme.team.projects.update(acme.project.id, { settings: { feedback: { moderation: 'off' } } });
  });
});

describe('waitlist', () => {
  test('by mouse: joins through a referral link, and shows the position again after a reload', async () => {
    const friend = await acme.user().waitlist.join({ email: 'friend@example.com' });
    const setRewards = (rewards: { key: string; name: string; referrals: number }[]) =>
      acme.team.projects.update(acme.project.id, { settings: { waitlist: { rewards } } });
    await setRewards([
      { key: 'early', name: 'Early access', referrals: 1 },
      { key: 'free', name: 'A free month', referrals: 3 },
    ]);
    const { page, complaints } = await open(`/waitlist?ref=${friend.referral_code}`);
    await shown(page.getByRole('listitem').filter({ hasText: 'Early access' }).getByText('1 referral', { exact: true }));
    await shown(page.getByRole('listitem').filter({ hasText: 'A free month' }).getByText('3 referrals', { exact: true }));
    await setRewards([]);
    await page.getByLabel('Email address').fill('not an address');
    await page.getByRole('button', { name: 'Join' }).click();
    await shown(page.getByRole('alert').getByText('Enter a valid email address.'));
    await page.getByLabel('Email address').fill('grace@example.com');
    await page.getByRole('button', { name: 'Join' }).click();
    await shown(page.getByText('You are number 2 in line.'));
    const link = await page.getByText(/\/waitlist\?ref=/).textContent();
    await page.getByRole('button', { name: 'Copy' }).click();
    const shared = await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href');
    assert.equal(shared, `https://wa.me/?text=${encodeURIComponent(link ?? '')}`);
    assert.equal((await acme.user().waitlist.position(friend.referral_code)).referral_count, 1);
    await page.reload();
    await shown(page.getByText('You are number 2 in line.'));
    assert.match(link ?? '', /^http/);
    const entry = (await acme.team.waitlist.list({ q: 'grace' })).data[0];
    assert.equal(entry?.referral_source, 'site');
    assert.match(complaints.join('\n'), /^Failed to load resource: .* 400 \(Bad Request\) \S+$/);
  });

  test('by keyboard, in dark mode, on a phone: rejects a known address', async () => {
    const { page } = await open('/dark/waitlist', PHONE);
    await tabTo(page, 'Email address');
    await page.keyboard.type('friend@example.com');
    await page.keyboard.press('Enter');
    await shown(page.getByRole('alert').getByText('This address is already on the waitlist.'));
    assert.equal(await page.getByLabel('Email address').inputValue(), 'friend@example.com');
  });

  test('explains rejected addresses in the language of the page', async () => {
    const { page } = await open('/ar/waitlist', PHONE);
    const join = async (email: string) => {
      await page.getByLabel(ar.common.email).fill(email);
      await page.getByRole('button', { name: ar.waitlist.join, exact: true }).click();
    };
    // The browser accepts a domain without a dot.
    await join('ada@localhost');
    await shown(page.getByRole('alert').getByText(ar.common.invalidEmail));
    await acme.team.projects.update(acme.project.id, { settings: { waitlist: { refuse_disposable: true } } });
    await join('ada@mailinator.com');
    await shown(page.getByRole('alert').getByText(ar.waitlist.disposableEmail));
    await acme.team.projects.update(acme.project.id, { settings: { waitlist: { refuse_disposable: false } } });
  });
});

describe('testimonials', () => {
  test('by keyboard: submits a testimonial with consent, which appears after approval', async () => {
    const { page, complaints } = await open('/testimonials', PHONE);
    await tabTo(page, /out of 5 stars/);
    await page.keyboard.press('ArrowRight');
    await tabTo(page, 'Your testimonial');
    await page.keyboard.type('It is a joy.');
    await tabTo(page, 'Name');
    await page.keyboard.type('Grace Hopper');
    await tabTo(page, 'You may publish this');
    await page.keyboard.press('Space');
    await tabTo(page, 'Send');
    await page.keyboard.press('Enter');
    await shown(page.getByRole('heading', { name: 'Thank you!' }));
    const pending = (await acme.team.testimonials.list({ status: 'pending' })).data[0];
    assert.deepEqual([pending?.author_name, pending?.content, pending?.rating], ['Grace Hopper', 'It is a joy.', 4]);
    assert.equal(pending?.consent?.text, 'You may publish this testimonial with my name on your website.');
    await acme.team.testimonials.update(pending?.id ?? '', { status: 'approved', disclosure: 'incentive' });
    await page.reload();
    await shown(page.getByRole('figure').filter({ hasText: 'It is a joy.' }).getByText('Received an incentive'));
    assert.deepEqual(complaints, []);
  });

  test('by mouse: selects a rating by clicking a star', async () => {
    const { page } = await open('/testimonials');
    await page.locator('label[for=r4]').click();
    assert.ok(await page.getByLabel('4 out of 5 stars').last().isChecked());
  });

  test('shows testimonials in a grid, masonry or a carousel', async () => {
    const { page } = await open('/testimonials', PHONE);
    await shown(page.getByText('Saves 5 hours a day.'));
    await shown(page.getByText(/^4 out of 5 \([34] ratings\)$/));
    await page.evaluate("document.querySelector('earshot-testimonials').setAttribute('layout', 'carousel')");
    await page.getByRole('button', { name: 'Next' }).click();
    await until(() =>
      page.evaluate("document.querySelector('earshot-testimonials').shadowRoot.querySelector('.wall').scrollLeft > 100"),
    );
    // By keyboard as well.
    await page.getByRole('list', { name: 'Testimonials' }).press('Home');
    await page.evaluate("document.querySelector('earshot-testimonials').setAttribute('layout', 'masonry')");
    await shown(page.getByText('Saves 3 hours a day.'));
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
  });
});

describe('changelog', () => {
  test('the bell counts unread entries, which open by keyboard', async () => {
    const { page, complaints } = await open('/changelog');
    await shown(page.getByRole('button', { name: 'What’s new', exact: true }));
    // For new visitors, all entries count as read.
    await page.waitForFunction(() => Object.keys(localStorage).some((name) => name.includes('changelog')));
    await acme.team.changelog.create({
      title: 'Faster search',
      content: 'Much **faster**.',
      type: 'improvement',
      published: true,
    });
    await page.reload();
    await shown(page.getByRole('button', { name: 'What’s new: 1 unread' }));
    await tabTo(page, 'What’s new: 1 unread');
    await page.keyboard.press('Enter');
    await shown(page.getByRole('dialog').getByRole('heading', { name: 'Faster search' }));
    await page.keyboard.press('Escape');
    await shown(page.getByRole('button', { name: 'What’s new', exact: true }));
    await page.reload();
    await shown(page.getByRole('button', { name: 'What’s new', exact: true }));
    await shown(page.getByRole('strong').filter({ hasText: 'faster' }));
    assert.deepEqual(complaints, []);
  });

  test('subscribes an address', async () => {
    const { page } = await open('/changelog', PHONE);
    await page.getByLabel('Get updates by email').fill('ada@example.com');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await shown(page.getByText('Confirm your address: open the link'));
    assert.ok(
      (await acme.team.projects.mails.list(acme.project.id)).data.some(({ recipient }) => recipient === 'ada@example.com'),
    );
  });

  test('shows the error for a wrong key', async () => {
    const { page } = await open('/wrong-key');
    await shown(page.getByRole('alert').getByText('X-Project-Key is unknown or no longer valid'));
  });
});

describe('help', () => {
  test('by keyboard: opens with Ctrl K, corrects a spelling error, shows an article, and rates it', async () => {
    const { page, complaints } = await open('/help');
    await shown(page.getByRole('button', { name: /Search for help/ }));
    await page.keyboard.press('Control+k');
    await page.keyboard.type('exprot data');
    await shown(page.getByText('Showing results for “export data”'));
    await shown(page.getByRole('option', { name: /Export your data/ }));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await shown(page.getByText('Every list has a'));
    await tabTo(page, 'Yes');
    await page.keyboard.press('Enter');
    await shown(page.getByText('Thank you.'));
    const [index] = (await acme.team.indexes.list()).data;
    // The browser sends the query, the click and the rating without waiting.
    await until(async () => {
      const { documents, top_queries: queries } = await acme.team.indexes.insights(index?.id ?? '');
      const [read] = documents;
      return read?.clicks === 1 && read.helpful === 1 && queries.map(({ query }) => query).join() === 'exprot data';
    });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    assert.deepEqual(complaints, []);
  });

  test('by mouse, on a phone: opens an article with a URL on its own page', async () => {
    const { page } = await open('/help', PHONE);
    await page.getByRole('button', { name: /Search for help/ }).click();
    await page.getByRole('combobox').fill('members');
    await shown(page.locator('mark').getByText('members'));
    await page.getByRole('option', { name: /Invite people/ }).click();
    await page.waitForURL('**/health#invite**');
  });

  test('submits a query without results as feedback', async () => {
    const { page } = await open('/ar/help', PHONE);
    await page.getByRole('button', { name: /البحث عن مساعدة/ }).click();
    await page.getByRole('combobox').fill('zeppelin');
    await shown(page.getByText('لا توجد نتائج لـ «zeppelin»'));
    await page.getByRole('button', { name: 'طلب إجابة' }).click();
    await shown(page.getByText('شكرًا. تلقينا طلبك.'));
    const entry = (await acme.team.feedback.list({ q: 'zeppelin' })).data[0];
    assert.equal(entry?.from_query, 'zeppelin');
  });
});

test('the roadmap shows columns, and accepts votes', async () => {
  const { page, complaints } = await open('/dark/roadmap', PHONE);
  const before = (await acme.team.feedback.get(acme.csv.id)).upvote_count;
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  let requests = 0;
  await page.route(`**/v1/feedback/${acme.csv.id}/**`, async (route) => {
    requests++;
    await isAnswered;
    await route.continue();
  });
  const button = page.getByRole('button', { name: /Vote for “Export as CSV”/ });
  // The second click is ignored, because the first vote is still being sent.
  await button.click();
  await button.click();
  answer();
  await until(async () => (await acme.team.feedback.get(acme.csv.id)).upvote_count === before + 1);
  await page.locator('[aria-pressed=true]:not([aria-busy])').waitFor();
  assert.equal(requests, 1);
  await page.getByRole('button', { name: new RegExp(`Votes: ${before + 1}`) }).click();
  await until(async () => (await acme.team.feedback.get(acme.csv.id)).upvote_count === before);
  assert.deepEqual(complaints, []);
});
