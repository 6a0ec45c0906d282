import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../server/src/testing/until.ts';
import { openPage } from './browser.ts';
import { acme, browser, DESKTOP, focused, open, PHONE, shown, tabTo } from './product.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('feedback', () => {
  test('by mouse: what is alike shows up, a screenshot goes along, and one sees one’s own', async () => {
    const { page, complaints } = await open('/feedback');
    await page.getByRole('button', { name: 'Feedback' }).click();
    await page.getByText('Problem').click();
    await page.getByLabel('In one sentence').pressSequentially('Export the list as CSV');
    await shown(page.getByText('Somebody may have said it already:'));
    await page.getByRole('button', { name: 'Export your data' }).click();
    await shown(page.getByText('for it.'));
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('button', { name: 'Export as CSV', exact: true }).click();
    await shown(page.getByText('We are on it.'));
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    assert.equal(await page.getByLabel('In one sentence').inputValue(), 'Export the list as CSV');

    await page.getByLabel('Details').fill('Of all rows.');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add a screenshot' }).click();
    await (await choosing).setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
    await shown(page.getByText('Only PNG, JPEG'));
    const again = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add a screenshot' }).click();
    await (await again).setFiles({ name: 'shot.png', mimeType: 'image/png', buffer: PIXEL });
    await shown(page.getByRole('img', { name: 'shot.png' }));
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByRole('button', { name: 'Send' }).click();
    await shown(page.getByRole('heading', { name: 'Thank you!' }));

    const entry = (await acme.team.feedback.list({ q: 'Export the list' })).data[0];
    assert.deepEqual([entry?.type, entry?.description, entry?.submitter_email], ['bug', 'Of all rows.', 'ada@example.com']);
    assert.equal((await fetch(entry?.image_url ?? '')).headers.get('content-type'), 'image/png');
    assert.equal(entry?.metadata?.page, `${acme.site}/feedback`);

    await acme.team.feedback.update(entry?.id ?? '', { status: 'in_progress' });
    await page.getByRole('tab', { name: 'Mine' }).click();
    await shown(page.getByRole('tabpanel').getByText('In progress'));
    assert.deepEqual(complaints, []);
  });

  test('by keyboard alone, on a phone, in Arabic from right to left', async () => {
    const { page, complaints } = await open('/ar/feedback', PHONE);
    await tabTo(page, 'رأيك');
    await page.keyboard.press('Enter');
    await shown(page.getByRole('dialog'));
    await tabTo(page, 'كتابة');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await focused(page), 'الأفكار');
    await shown(page.getByText('Export as CSV'));
    await tabTo(page, /^التصويت لـ «Export as CSV»\. الأصوات: 1/);
    await page.keyboard.press('Enter');
    await until(async () => (await acme.team.feedback.get(acme.csv.id)).upvote_count === 2);
    await tabTo(page, 'إغلاق');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await tabTo(page, 'في جملة واحدة');
    await page.keyboard.type('الوضع الداكن');
    await tabTo(page, 'إرسال');
    await page.keyboard.press('Enter');
    await shown(page.getByRole('heading', { name: 'شكرًا!' }));
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.equal(await focused(page), 'رأيك');
    assert.equal((await acme.team.feedback.list({ q: 'الداكن' })).total, 1);
    const { x = 0, width = 0 } = (await page.getByRole('button', { name: 'رأيك' }).boundingBox()) ?? {};
    assert.ok(x < 30 && x + width < 360, 'the button is in the corner where lines end');
    assert.deepEqual(complaints, []);
  });

  test('with Earshot away it says so and keeps what was typed; sent later, it is there once', async () => {
    const { page } = await open('/feedback');
    await page.getByRole('button', { name: 'Feedback' }).click();
    await page.getByLabel('In one sentence').fill('Typed while away');
    let isLost = true;
    await page.route('**/v1/**', async (route) => {
      // It arrives, and its answer is lost.
      if (isLost && route.request().method() === 'POST') await route.fetch().catch(() => {});
      await (isLost ? route.abort() : route.continue());
    });
    await page.getByRole('button', { name: 'Send' }).click();
    await shown(page.getByRole('alert').getByText('What you typed is still here'));
    assert.equal(await page.getByLabel('In one sentence').inputValue(), 'Typed while away');
    isLost = false;
    await page.getByRole('button', { name: 'Send' }).click();
    await shown(page.getByRole('heading', { name: 'Thank you!' }));
    assert.equal((await acme.team.feedback.list({ q: 'Typed while away' })).total, 1);
  });

  test('when the panel itself can’t be loaded, the button says so, and works later', async () => {
    const { page } = await openPage(browser, DESKTOP);
    await page.route('**/chunks/panel-*', (route) => route.abort());
    await page.goto(`${acme.site}/feedback`);
    await page.getByRole('button', { name: 'Feedback' }).click();
    await shown(page.getByText('We can’t be reached right now.'));
    await page.unroute('**/chunks/panel-*');
    await page.getByRole('button', { name: 'Feedback' }).click();
    await shown(page.getByRole('dialog'));
    assert.equal(await page.getByText('We can’t be reached right now.').count(), 0);
  });

  test('a comment is added, and what waits for approval says so', async () => {
    const { page } = await open('/feedback');
    const comment = async (text: string) => {
      await page.getByLabel('Add a comment').fill(text);
      await page.getByRole('button', { name: 'Send' }).click();
    };
    await page.getByRole('button', { name: 'Feedback' }).click();
    await page.getByRole('tab', { name: 'Ideas' }).click();
    await page.getByLabel('Search').fill('export csv');
    await page.getByRole('button', { name: 'Export as CSV', exact: true }).click();
    await comment('Yes, please.');
    await shown(page.getByRole('listitem').getByText('Yes, please.'));
    await acme.team.projects.update(acme.project.id, { settings: { feedback: { moderation: 'anonymous' } } });
    await comment('And as Excel.');
    await shown(page.getByText('Your comment appears once it is approved.'));
    await acme.team.projects.update(acme.project.id, { settings: { feedback: { moderation: 'off' } } });
  });
});

describe('waitlist', () => {
  test('by mouse: somebody joins by a friend’s link, and finds their place again', async () => {
    const friend = await acme.user().waitlist.join({ email: 'friend@example.com' });
    const { page, complaints } = await open(`/waitlist?ref=${friend.referral_code}`);
    await page.getByLabel('E-mail address').fill('not an address');
    await page.getByRole('button', { name: 'Join' }).click();
    assert.equal(await page.getByRole('heading', { name: 'You are on the list.' }).count(), 0);
    await page.getByLabel('E-mail address').fill('grace@example.com');
    await page.getByRole('button', { name: 'Join' }).click();
    await shown(page.getByText('You are number 2 in line.'));
    const link = await page.getByText(/\/waitlist\?ref=/).textContent();
    await page.getByRole('button', { name: 'Copy' }).click();
    assert.equal((await acme.user().waitlist.position(friend.referral_code)).referral_count, 1);
    await page.reload();
    await shown(page.getByText('You are number 2 in line.'));
    assert.match(link ?? '', /^http/);
    const entry = (await acme.team.waitlist.list({ q: 'grace' })).data[0];
    assert.equal(entry?.referral_source, 'site');
    assert.deepEqual(complaints, []);
  });

  test('by keyboard, in the dark, on a phone: a known address is said to be known', async () => {
    const { page } = await open('/dark/waitlist', PHONE);
    await tabTo(page, 'E-mail address');
    await page.keyboard.type('friend@example.com');
    await page.keyboard.press('Enter');
    await shown(page.getByRole('alert').getByText('This address is on the list already.'));
    assert.equal(await page.getByLabel('E-mail address').inputValue(), 'friend@example.com');
  });
});

describe('testimonials', () => {
  test('by keyboard: somebody writes one and agrees, and it is on the wall once approved', async () => {
    const { page, complaints } = await open('/testimonials', PHONE);
    await tabTo(page, /of 5 stars/);
    await page.keyboard.press('ArrowRight');
    await tabTo(page, 'What would you tell others?');
    await page.keyboard.type('It is a joy.');
    await tabTo(page, 'Name');
    await page.keyboard.type('Grace Hopper');
    await tabTo(page, 'You may show this');
    await page.keyboard.press('Space');
    await tabTo(page, 'Send');
    await page.keyboard.press('Enter');
    await shown(page.getByRole('heading', { name: 'Thank you!' }));
    const said = (await acme.team.testimonials.list({ status: 'pending' })).data[0];
    assert.deepEqual([said?.author_name, said?.content, said?.rating], ['Grace Hopper', 'It is a joy.', 4]);
    assert.equal(said?.consent?.text, 'You may show this, with my name, on your website.');
    await acme.team.testimonials.update(said?.id ?? '', { status: 'approved', disclosure: 'incentive' });
    await page.reload();
    await shown(page.getByRole('figure').filter({ hasText: 'It is a joy.' }).getByText('Got something for it'));
    assert.deepEqual(complaints, []);
  });

  test('by mouse: stars are chosen by clicking on them', async () => {
    const { page } = await open('/testimonials');
    await page.locator('label[for=r4]').click();
    assert.ok(await page.getByLabel('4 of 5 stars').last().isChecked());
  });

  test('the wall is a grid, masonry, or a carousel that one pages through', async () => {
    const { page } = await open('/testimonials', PHONE);
    await shown(page.getByText('Saves 5 hours a day.'));
    await shown(page.getByText(/^4 of 5, by [34] people$/));
    await page.evaluate("document.querySelector('earshot-testimonials').setAttribute('layout', 'carousel')");
    await page.getByRole('button', { name: 'Next' }).click();
    await until(() =>
      page.evaluate("document.querySelector('earshot-testimonials').shadowRoot.querySelector('.carousel').scrollLeft > 100"),
    );
    await page.evaluate("document.querySelector('earshot-testimonials').setAttribute('layout', 'masonry')");
    await shown(page.getByText('Saves 3 hours a day.'));
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
  });
});

describe('changelog', () => {
  test('the bell counts what is unread, and one reads it by keyboard', async () => {
    const { page, complaints } = await open('/changelog');
    await shown(page.getByRole('button', { name: 'What is new', exact: true }));
    // Who has heard of nothing yet has missed nothing.
    await page.waitForFunction(() => Object.keys(localStorage).some((name) => name.includes('changelog')));
    await acme.team.changelog.create({
      title: 'Faster search',
      content: 'Much **faster**.',
      type: 'improvement',
      published: true,
    });
    await page.reload();
    await shown(page.getByRole('button', { name: 'What is new: 1 unread' }));
    await tabTo(page, 'What is new: 1 unread');
    await page.keyboard.press('Enter');
    await shown(page.getByRole('dialog').getByRole('heading', { name: 'Faster search' }));
    await page.keyboard.press('Escape');
    await shown(page.getByRole('button', { name: 'What is new', exact: true }));
    await page.reload();
    await shown(page.getByRole('button', { name: 'What is new', exact: true }));
    await shown(page.getByRole('strong').filter({ hasText: 'faster' }));
    assert.deepEqual(complaints, []);
  });

  test('somebody subscribes', async () => {
    const { page } = await open('/changelog', PHONE);
    await page.getByLabel('Hear of it by mail').fill('ada@example.com');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await shown(page.getByText('confirm your address by the link'));
    assert.ok(
      (await acme.team.projects.mails.list(acme.project.id)).data.some(({ recipient }) => recipient === 'ada@example.com'),
    );
  });

  test('with a wrong key it says what is wrong', async () => {
    const { page } = await open('/wrong-key');
    await shown(page.getByRole('alert').getByText('X-Project-Key is unknown or no longer valid'));
  });
});

describe('help', () => {
  test('by keyboard: Ctrl K, typing with an error, an article, and whether it helped', async () => {
    const { page, complaints } = await open('/help');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('exprot data');
    await shown(page.getByText('Searched for “export data”'));
    await shown(page.getByRole('option', { name: /Export your data/ }));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await shown(page.getByText('Every list has a'));
    await tabTo(page, 'Yes');
    await page.keyboard.press('Enter');
    await shown(page.getByText('Thank you.'));
    const [index] = (await acme.team.indexes.list()).data;
    const insights = await until(async () => {
      const seen = await acme.team.indexes.insights(index?.id ?? '');
      return seen.documents[0]?.helpful ? seen : undefined;
    });
    assert.deepEqual([insights.documents[0]?.clicks, insights.documents[0]?.helpful], [1, 1]);
    assert.deepEqual(
      insights.top_queries.map(({ query }) => query),
      ['exprot data'],
    );
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.deepEqual(complaints, []);
  });

  test('by mouse, on a phone: an article with a page of its own opens there', async () => {
    const { page } = await open('/help', PHONE);
    await page.getByRole('button', { name: /Search for help/ }).click();
    await page.getByRole('combobox').fill('members');
    await shown(page.locator('mark').getByText('members'));
    await page.getByRole('option', { name: /Invite people/ }).click();
    await page.waitForURL('**/health#invite**');
  });

  test('what is not found becomes a request', async () => {
    const { page } = await open('/ar/help', PHONE);
    await page.getByRole('button', { name: /البحث عن مساعدة/ }).click();
    await page.getByRole('combobox').fill('zeppelin');
    await shown(page.getByText('ليس لدينا جواب عن «zeppelin» بعد.'));
    await page.getByRole('button', { name: 'اسأل عنه' }).click();
    await shown(page.getByText('شكرًا. سنهتم بذلك.'));
    const entry = (await acme.team.feedback.list({ q: 'zeppelin' })).data[0];
    assert.equal(entry?.from_query, 'zeppelin');
  });
});

test('the roadmap has its columns, and one votes there', async () => {
  const { page, complaints } = await open('/dark/roadmap', PHONE);
  const before = (await acme.team.feedback.get(acme.csv.id)).upvote_count;
  await page.getByRole('button', { name: /Vote for “Export as CSV”/ }).click();
  await until(async () => (await acme.team.feedback.get(acme.csv.id)).upvote_count === before + 1);
  await page.getByRole('button', { name: new RegExp(`Votes: ${before + 1}`) }).click();
  await until(async () => (await acme.team.feedback.get(acme.csv.id)).upvote_count === before);
  assert.deepEqual(complaints, []);
});
