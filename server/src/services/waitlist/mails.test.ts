import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Received, startMailServer } from '../../testing/mail-server.ts';
import { holdJobs } from '../../testing/jobs.ts';
import { startTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { createWaitlist } from '../../testing/waitlist.ts';

// The mails as they arrive.

const smtp = await startMailServer();
after(() => smtp.close());
const server = await startTestServer({
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  EARSHOT_MAIL_FROM: 'Earshot <hello@acme.example>',
});

let people = 0;

/** A waitlist, and someone of their own for each test. */
async function setUp(settings: object = {}, name = 'Acme') {
  const email = `ada-${(people += 1)}@example.com`;
  const arrived = async (subject: string) =>
    (await smtp.mails()).filter((mail) => mail.recipients[0] === email && mail.subject === subject);
  return {
    ...(await createWaitlist(server, settings, name)),
    email,
    arrived,
    /** The one mail with this subject, once it is there. */
    arrives: (subject: string): Promise<Received> => until(async () => (await arrived(subject))[0]),
  };
}

const header = (mail: Received, name: string) => mail.headers.find(({ key }) => key === name)?.value ?? '';

/** Checks the common parts of all waitlist mails. */
function checkForm(mail: Received) {
  const [, leave = ''] = /^<(.*)>$/.exec(header(mail, 'list-unsubscribe')) ?? [];
  assert.ok(leave.startsWith(`${server.url}/v1/waitlist/leave?token=`));
  assert.equal(header(mail, 'list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  for (const part of [mail.text, mail.html?.replaceAll('&amp;', '&')])
    assert.ok(part?.includes('Leave the waitlist') && part.includes(leave));
  assert.match(mail.text ?? '', /\n-- \n/);
  assert.doesNotMatch(mail.text as string, /<(p|a|div|html)\b|&amp;/);
  assert.match(mail.html ?? '', /^<!doctype html>/);
}

test('welcome mails contain position, referral link, boost, and color and name of the project', async () => {
  const { join, email, arrives, configure } = await setUp({ referral_boost: 5 }, 'Acme & <Söhne>');
  await configure({ mail: { color: '#b45309' } });
  await join();
  const { body } = await join({ email, name: 'Lovelace "<b>" & Co' });
  const mail = await arrives('You’re on the Acme & <Söhne> waitlist');
  checkForm(mail);
  assert.equal(mail.from?.name, 'Acme & <Söhne>');
  for (const part of ['You are number 2 in line at Acme & <Söhne>.', 'moves you up 5 positions', body.referral_url])
    assert.ok(mail.text?.includes(part), part);
  const { html = '' } = mail;
  for (const part of [mail.text, html]) assert.doesNotMatch(part ?? '', /Lovelace/, 'the submitted name is not in the mail');
  assert.ok(html.includes('Acme &amp; &lt;Söhne&gt;') && !html.includes('<Söhne>'));
  assert.ok(html.includes('#b45309'));
});

test('welcome mails omit the boost when referrals have none', async () => {
  const { join, email, arrives } = await setUp({ referral_boost: 0 });
  await join({ email });
  const mail = await arrives('You’re on the Acme waitlist');
  assert.doesNotMatch(mail.text as string, /moves you up/);
});

test('the welcome mail follows the confirmation', async () => {
  const { join, email, arrives, arrived } = await setUp({ double_opt_in: true });
  await join({ email });
  const mail = await arrives('Confirm your email address for the Acme waitlist');
  checkForm(mail);
  assert.match(mail.text ?? '', /If you didn’t sign up, you can ignore this email/);
  const [link = ''] = /http\S+\/confirm\?token=\S+/.exec(mail.text ?? '') ?? [];
  assert.ok(mail.html?.includes(link));
  assert.deepEqual(await arrived('You’re on the Acme waitlist'), []);
  await fetch(link, { method: 'POST' });
  assert.match((await arrives('You’re on the Acme waitlist')).text ?? '', /You are number 1 in line/);
});

describe('invitations', () => {
  test('link to the configured URL', async () => {
    const { join, email, arrives, update } = await setUp({ invitation_url: 'https://acme.example/in?a=1&b=2' });
    const { body } = await join({ email, name: 'Ada' });
    await update(body, { status: 'invited' });
    const mail = await arrives('You’re invited to Acme');
    checkForm(mail);
    assert.match(mail.text ?? '', /Accept invitation: https:\/\/acme\.example\/in\?a=1&b=2/);
    assert.ok(mail.html?.includes('href="https://acme.example/in?a=1&amp;b=2"'));
  });

  test('have no button without a URL', async () => {
    const { join, email, arrives, invite } = await setUp();
    await join({ email });
    await invite({ count: 1 });
    const mail = await arrives('You’re invited to Acme');
    checkForm(mail);
    assert.doesNotMatch(mail.html as string, /class="button"/);
  });

  test('can be previewed as for the next person in line, with links that do nothing', async () => {
    const { join, invite, token, query } = await setUp({ invitation_url: 'https://acme.example/in' });
    const preview = async () => (await server.call('GET', '/v1/waitlist/invitation', { token, query })).body;
    assert.match((await preview()).text, /You can now start using Acme/, 'a sample address is used when the line is empty');
    const { body } = await join({ name: 'Grace', email: 'previewed@example.com' });
    const previewed = await preview();
    assert.equal(previewed.subject, 'You’re invited to Acme');
    await invite({ count: 1 });
    const withoutToken = (text: string) => text.replaceAll(/token=\S+/g, '');
    const mail = await until(async () =>
      (await smtp.mails()).find(({ recipients, subject }) => recipients[0] === body.email && subject === previewed.subject),
    );
    assert.equal(withoutToken(previewed.text).trim(), withoutToken(mail.text ?? '').trim());
    const [, ofPreview = ''] = /leave\?token=(\S+)/.exec(previewed.text) ?? [];
    await server.call('POST', '/v1/waitlist/leave', { query: { token: ofPreview } });
    assert.equal((await server.call('GET', `/v1/waitlist/${body.id}`, { token })).status, 200);
  });

  test('are sent each time an entry becomes invited', async () => {
    const { join, email, arrived, update } = await setUp();
    const { body } = await join({ email });
    for (const status of ['invited', 'invited', 'joined', 'waiting', 'invited']) await update(body, { status });
    await until(async () => (await arrived('You’re invited to Acme')).length === 2);
    const { body: last } = await join({ email: `last-${email}` });
    await update(last, { status: 'invited' });
    await until(async () =>
      (await smtp.mails()).some((mail) => mail.recipients[0] === `last-${email}` && /invited/.test(mail.subject ?? '')),
    );
    assert.equal((await arrived('You’re invited to Acme')).length, 2);
  });

  test('are not sent to entries removed meanwhile', async () => {
    const { join, email, arrived, update, arrives } = await setUp();
    const { body } = await join({ email });
    await arrives('You’re on the Acme waitlist');
    const release = await holdJobs(server.db);
    await update(body, { status: 'invited' });
    await update(body, { status: 'removed' });
    await release();
    const { body: last } = await join({ email: `last-${email}` });
    await update(last, { status: 'invited' });
    await until(async () =>
      (await smtp.mails()).some((mail) => mail.recipients[0] === `last-${email}` && /invited/.test(mail.subject ?? '')),
    );
    assert.deepEqual(await arrived('You’re invited to Acme'), []);
  });
});

test('with private sign-ups a known address gets at most one notice an hour, with a link to leave', async () => {
  const { join, email, arrives, arrived } = await setUp({ private_signups: true });
  await join({ email, name: 'Lovelace' });
  for (let again = 0; again < 3; again++) await join({ email, name: 'Mallory' });
  const mail = await arrives('You’re already on the Acme waitlist');
  checkForm(mail);
  assert.match(mail.text ?? '', /Nothing has changed/);
  assert.doesNotMatch(mail.text as string, /Mallory|Lovelace/);
  await until(async () => (await arrived('You’re on the Acme waitlist')).length === 1);
  assert.ok((await arrived('You’re already on the Acme waitlist')).length <= 2, 'two, should the hour have ended just now');
});

test('removed entries get no mails, regardless of repeated sign-ups', async () => {
  const { join, email, arrived, update, mails } = await setUp({ private_signups: true, welcome_mail: false });
  const { body } = await join({ email });
  await update(body, { status: 'removed' });
  assert.equal((await join({ email })).status, 201);
  assert.deepEqual([await arrived('You’re already on the Acme waitlist'), await mails()], [[], []]);
});
