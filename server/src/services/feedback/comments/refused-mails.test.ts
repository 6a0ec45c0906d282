import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Language, LANGUAGES } from '@earshot/contract/shared/languages';
import { memberTexts } from '../../../instance/texts/texts.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';
import { feedbackTexts } from '../texts/texts.ts';
import { SECRET, startReplies, write, type Written } from './fixtures/replies.ts';

const { server, mailbox, post, deliver, countAnswers, board, last } = await startReplies();
const { call } = server;

describe('mails that are no replies', () => {
  test('are ignored, and never answered', async () => {
    const project = await board();
    const entry = await project.submit('auto@example.com');
    const { reply_to: to } = await project.followerMail(entry, 'auto@example.com');
    const from = 'auto@example.com';
    const answers = await countAnswers();
    const other = `${to.startsWith('reply+0') ? 'reply+1' : 'reply+0'}${to.slice(7)}`;
    const results = (text: string) => [`Authentication-Results: mx.acme.example; ${text}`];
    const CASES: [expected: string, mail: Written][] = [
      ['automatic', { to, from, headers: ['Auto-Submitted: auto-replied (vacation)'] }],
      ['automatic', { to, from, headers: ['X-Auto-Response-Suppress: All'] }],
      ['automatic', { to, from, headers: ['Precedence: bulk'] }],
      ['automatic', { to, from, headers: ['Precedence: auto_reply'] }],
      ['automatic', { to, from, headers: ['X-Autoreply: yes'] }],
      ['automatic', { to, from, headers: ['List-Id: <all.example.com>'] }],
      ['automatic', { to, from, headers: ['Return-Path: <>'] }],
      ['automatic', { to, from: 'Mail Delivery System <MAILER-DAEMON@mx.example.com>' }],
      ['automatic', { to, from: 'Acme <hello@acme.example>' }],
      ['automatic', { to, from: 'Reply@IN.acme.example' }],
      ['automatic', { to, from, id: '0199a000-0000-7000-8000-000000000001@acme.example' }],
      ['no_sender', { to, from: 'auto@example.com, eve@example.com' }],
      ['no_sender', { to, from: 'auto@example.com\r\nFrom: eve@example.com' }],
      ['no_sender', { to, from: 'undisclosed' }],
      ['no_reply_address', { to: 'reply@in.acme.example', from }],
      ['no_reply_address', { to: other, from }],
      ['no_reply_address', { to: to.replace('in.acme', 'in.other'), from }],
      ['forged_sender', { to, from, headers: results('dmarc=fail (p=NONE) header.from=example.com; spf=pass; dkim=pass') }],
      ['forged_sender', { to, from, headers: results('spf=fail smtp.mailfrom=example.com; dkim=none') }],
      ['forged_sender', { to, from, headers: [...results('spf=softfail'), ...results('DKIM = fail')] }],
    ];
    for (const [reason, mail] of CASES) assert.equal(await deliver(mail), `ignored: ${reason}`, JSON.stringify(mail));
    const report = `From: ${from}\r\nTo: ${to}\r\nContent-Type: multipart/report; boundary=x\r\n\r\n--x\r\n\r\nFailed\r\n--x--`;
    assert.equal((await post(report)).body.reason, 'automatic');
    assert.equal((await post('not a mail')).body.reason, 'no_sender');
    assert.equal((await project.comments(entry)).length, 1);
    assert.equal(await countAnswers(), answers);
  });

  test('are taken when the checks of the sender pass, or are by an unknown server', async () => {
    const project = await board();
    const entry = await project.submit('ok@example.com');
    const { reply_to: to } = await project.followerMail(entry, 'ok@example.com');
    const CASES = [
      'Authentication-Results: mx.acme.example 1; spf=fail; dkim=pass header.d=example.com',
      'Authentication-Results: mx.acme.example; dmarc=pass; spf=fail',
      'Authentication-Results: mx.acme.example; none',
      'Authentication-Results: forged.example; dmarc=fail',
      'Auto-Submitted: no',
    ];
    for (const header of CASES)
      assert.equal(await deliver({ to: to.toUpperCase(), from: 'ok@example.com', headers: [header] }), 'taken', header);
    const delivered = ['Delivered-To: ' + to];
    assert.equal(await deliver({ to: 'team@acme.example', from: 'ok@example.com', headers: delivered }), 'taken');
  });
});

test('a mail is taken once, also when it arrives several times at the same moment', async () => {
  const project = await board();
  const entry = await project.submit('once@example.com');
  const { reply_to: to } = await project.followerMail(entry, 'once@example.com');
  const mail = { to, from: 'once@example.com', id: 'same@example.com' };
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => deliver(mail)));
  assert.deepEqual(outcomes.toSorted(), [...Array.from({ length: 4 }, () => 'ignored: duplicate'), 'taken']);
  assert.equal((await post({ raw: write(mail) }, { 'content-type': 'application/json' })).body.reason, 'duplicate');
  const withoutId = write({ ...mail, text: 'No id' }).replace(/Message-ID:.*\r\n/, '');
  assert.deepEqual([(await post(withoutId)).body.outcome, (await post(withoutId)).body.reason], ['taken', 'duplicate']);
  assert.equal((await project.comments(entry)).length, 3);
});

test('honest mistakes are explained once a day', async () => {
  const project = await board();
  const entry = await project.submit('bob@example.com');
  const { reply_to: to } = await project.followerMail(entry, 'bob@example.com');
  await until(async () => (await mailbox.mails()).some(({ recipients }) => recipients.includes('bob@example.com')));
  const answers = await countAnswers();
  const CASES: [from: string, text: string, outcome: string, reason: RegExp][] = [
    [
      'Bob <bob@work.example>',
      'Yes',
      'refused: wrong_sender',
      /You replied from bob@work\.example, but the email was sent to another address/,
    ],
    ['bob@example.com', '', 'refused: empty', /Your reply contained no text besides quoted text\. Attachments are not added/],
  ];
  for (const [from, text, outcome, reason] of CASES) {
    const address = /[\w.]+@[\w.]+/.exec(from)?.[0] ?? '';
    const received = async () =>
      (await mailbox.mails()).filter(
        ({ subject, recipients }) => subject === 'Your reply was not added' && recipients.includes(address),
      );
    assert.equal(await deliver({ to, from, text, id: `first@${address}` }), outcome);
    const [mail] = await until(async () => ((await received()).length ? await received() : undefined));
    assert.match(mail?.text ?? '', reason);
    assert.equal(mail?.inReplyTo, `<first@${address}>`);
    assert.ok(mail?.headers.some(({ key, value }) => key === 'auto-submitted' && value === 'auto-replied'));
    assert.equal(await deliver({ to, from, text }), outcome);
    assert.equal(await countAnswers(), answers + CASES.findIndex(([one]) => one === from) + 1);
  }

  const settings = { pages: { language: 'de' } };
  assert.equal((await call('PATCH', `/v1/projects/${project.id}`, { token: project.token, body: { settings } })).status, 200);
  assert.equal(await deliver({ to, from: 'cat@work.example' }), 'refused: wrong_sender');
  const inGerman = await until(async () =>
    (await mailbox.mails()).find(({ recipients }) => recipients.includes('cat@work.example')),
  );
  assert.equal(inGerman.subject, 'Deine Antwort wurde nicht hinzugefügt');
  assert.match(inGerman.text ?? '', /Du hast von cat@work\.example geantwortet/);
});

test('explains each refusal in the language of the sender', async () => {
  const [project, other] = [await board(), await board()];
  const { id, token } = project;
  const settings = { pages: { language: 'de' } };
  for (const one of [project, other])
    assert.equal((await call('PATCH', `/v1/projects/${one.id}`, { token: one.token, body: { settings } })).status, 200);
  const [talker, leaver, viewer] = [await server.signIn(), await server.signIn(), await server.signIn()];
  for (const { email } of [talker, leaver, viewer])
    await call('POST', `/v1/projects/${id}/members`, { token, body: { email, role: 'member' } });
  const entry = await project.submit('dora@example.com');
  const member = async (email: string) => ({ from: email, to: (await project.notificationOf(entry, email)).reply_to });
  const [ofOwner, ofTalker] = [await member(project.email), await member(talker.email)];
  const [ofLeaver, ofViewer] = [await member(leaver.email), await member(viewer.email)];
  const aboutAnonymous = await other.notificationOf(await other.submit(), other.email);
  const follower = await project.followerMail(entry, 'dora@example.com');
  const { body: members } = await call('GET', `/v1/projects/${id}/members`, { token });
  const idOf = (email: string) => members.data.find((one: Json) => one.email === email).user_id;
  await call('DELETE', `/v1/projects/${id}/members/${idOf(leaver.email)}`, { token });
  await call('PATCH', `/v1/projects/${id}/members/${idOf(viewer.email)}`, { token, body: { role: 'viewer' } });
  await call('PATCH', `/v1/feedback/${entry}`, { token, body: { visibility: 'private' } });
  const CASES: [mail: Written, outcome: string, sentence: string][] = [
    [{ ...ofOwner, text: '#public' }, 'validation', 'Deine Antwort enthielt nach #public oder #private keinen Text.'],
    [{ ...ofTalker, text: 'x'.repeat(10_001) }, 'validation', 'Deine Antwort ist länger als 10.000 Zeichen.'],
    [ofLeaver, 'auth.not_a_member', 'Du bist kein Mitglied des Projekts mehr.'],
    [ofViewer, 'auth.role_required', 'Betrachter des Projekts können nicht kommentieren.'],
    [
      { from: 'dora@example.com', to: follower.reply_to },
      'feedback.not_found',
      'Der Eintrag wurde gelöscht, oder du kannst ihn nicht mehr lesen.',
    ],
    [
      { from: other.email, to: aboutAnonymous.reply_to, text: '#private Hallo' },
      'validation',
      'Der Verfasser des Eintrags kann keine private Antwort erhalten: Es gibt keine bestätigte E-Mail-Adresse.',
    ],
  ];
  for (const [mail, outcome, sentence] of CASES) {
    assert.equal(await deliver(mail), `refused: ${outcome}`, sentence);
    const { text = '' } = await until(async () =>
      (await mailbox.mails()).find(
        ({ subject, recipients }) => subject === 'Deine Antwort wurde nicht hinzugefügt' && recipients.includes(mail.from),
      ),
    );
    assert.ok(text.replaceAll(/\s+/g, ' ').includes(sentence), text);
  }
});

test('the reasons of refusals are written in every language', () => {
  const writeReasons = (language: Language) => {
    const { tooLong, ...reasons } = feedbackTexts(language).refusedReplies;
    const { text, heading, footer, wrongSender, empty } = memberTexts(language).refusedReply;
    const common = { text, heading, empty, footer: footer('x'), wrongSender: wrongSender('x') };
    return { ...reasons, tooLong: tooLong(10_000), ...common };
  };
  const english = writeReasons('en');
  for (const language of LANGUAGES.filter((one) => one !== 'en'))
    for (const [name, text] of Object.entries(writeReasons(language)))
      assert.ok(text && text !== english[name as keyof typeof english], `${language}: ${name}`);
});

test('attachments and other parts than the text are ignored, and a mail may be large', async () => {
  const project = await board();
  const entry = await project.submit('big@example.com');
  const { reply_to: to } = await project.followerMail(entry, 'big@example.com');
  const part = (head: string, body: string) => `--x\r\n${head}\r\n\r\n${body}\r\n`;
  const html = part(
    'Content-Type: text/html; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable',
    '<p>Gr=FC=DFe</p>',
  );
  const file = part(
    'Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment',
    'A'.repeat(5_000_000),
  );
  const raw = `From: big@example.com\r\nTo: ${to}\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n${html}${file}--x--`;
  assert.deepEqual((await post(raw)).body, { outcome: 'taken', reason: null });
  assert.equal((await last(project, entry)).body, 'Grüße');
  // Bytes that are not UTF-8.
  const latin = Buffer.from(
    `From: big@example.com\r\nTo: ${to}\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\nÀ bientôt`,
    'latin1',
  );
  assert.equal((await post(latin)).body.outcome, 'taken');
  assert.equal((await last(project, entry)).body, 'À bientôt');
});

describe('POST /v1/mail/inbound', () => {
  test('requires the secret, before it reads the body', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer wrong', `Basic ${SECRET}`, `Bearer ${SECRET}x`]) {
      const { status, body } = await post('x'.repeat(11 * 1024 * 1024), { authorization });
      assert.deepEqual([status, body.code], [401, 'mails.inbound_secret_invalid'], authorization);
    }
  });

  test('does not exist on instances that receive no emails', async () => {
    const { body, status } = await (await sharedTestServer()).call('POST', '/v1/mail/inbound', { body: { raw: 'x' } });
    assert.deepEqual([status, body.code], [404, 'mails.inbound_disabled']);
  });

  test('rejects other types, sizes and bodies', async () => {
    const json = { 'content-type': 'application/json' };
    const CASES: [status: number, code: string, body: string | object, headers?: Record<string, string>][] = [
      [413, 'request.body_too_large', 'x'.repeat(10 * 1024 * 1024 + 1)],
      [415, 'request.unsupported_media_type', 'x', { 'content-type': 'text/plain' }],
      [400, 'request.invalid_json', '{', json],
      [400, 'request.invalid_encoding', Buffer.from('{"raw":"Ü"}', 'latin1'), json],
      [400, 'validation', { raw: 7 }, json],
      [400, 'validation', {}, json],
      [400, 'validation', { raw: 'x', text: 'y' }, json],
      [400, 'validation', ''],
    ];
    for (const [status, code, body, headers] of CASES) {
      const answer = await post(body, headers);
      assert.deepEqual([answer.status, answer.body.code], [status, code], code);
    }
  });
});

test('diagnostics name the address', async () => {
  const { token } = await server.createProject();
  const { body } = await call('GET', '/v1/diagnostics', { token });
  assert.deepEqual(body.mail_in, { address: 'reply@in.acme.example', server: null, error: null });
});

test('one person can add 30 replies an hour', async () => {
  const project = await board();
  const entry = await project.submit('many@example.com');
  const { reply_to: to } = await project.followerMail(entry, 'many@example.com');
  const outcomes = [];
  for (let n = 0; n < 31; n++) outcomes.push(await deliver({ to, from: 'many@example.com' }));
  assert.deepEqual(outcomes.slice(29), ['taken', 'refused: too_many_replies']);
});
