import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spellEmail } from '@earshot/contract/shared/mailbox';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { buildLexemes } from '../../platform/text/lexemes.ts';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { createWaitlist } from '../../testing/waitlist.ts';

// Every surface that takes an address knows all spellings of its mailbox.

const server = await sharedTestServer();
const { call } = server;

/** Addresses with other spellings of their mailboxes. */
const MAILBOXES = [
  ['info@münchen.example', 'info@xn--mnchen-3ya.example', 'INFO@MU\u0308NCHEN.example', 'ｉｎｆｏ＠münchen。example'],
  ['Ａda@example.com', 'ada@EXAMPLE.com', 'ada@example．com'],
  ['Jürgen@straße.example', 'ju\u0308rgen@xn--strae-oqa.example', 'JÜRGEN@STRAẞE.example'],
  ['İlker@例子.公司', 'i\u0307lker@xn--fsqu00a.xn--55qx5d', 'I\u0307LKER@例子。公司'],
] as const;
/** Addresses that look like those above, and are other mailboxes. */
const OTHERS = ['info@munchen.example', 'a.da@example.com', 'ada+news@example.com', 'jürgen@strasse.example', 'ilker@例子.公司'];
const ALL = [...MAILBOXES.flat(), ...OTHERS];
const COUNT = MAILBOXES.length + OTHERS.length;

test('a mailbox joins a waitlist once, is found by any spelling, and does not refer itself', async () => {
  const { join, count, list, key, slug } = await createWaitlist(server);
  for (const [first, ...others] of MAILBOXES) {
    const { status, body } = await join({ email: first });
    assert.equal(status, 201);
    for (const email of others) {
      const again = await join({ email });
      assert.deepEqual([again.status, again.body.code], [409, 'waitlist.email_taken'], email);
      const page = await fetch(`${server.url}/p/${slug}/waitlist`, { method: 'POST', body: new URLSearchParams({ email }) });
      assert.equal(page.status, 409, email);
      assert.deepEqual(
        (await list({ q: email })).data.map(({ id }: Json) => id),
        [body.id],
        email,
      );
    }
  }
  const { referral_code } = (await list({ q: 'info@münchen.example' })).data[0];
  await call('POST', '/v1/waitlist', { key, body: { email: 'info+me@xn--mnchen-3ya.example', referral_code } });
  assert.equal((await list({ q: 'info@münchen.example' })).data[0].referral_count, 0);
  for (const email of OTHERS) assert.equal((await join({ email })).status, 201, email);
  assert.equal(await count(), COUNT + 1);
});

test('disposable domains are known in any spelling', async () => {
  const { join } = await createWaitlist(server, { refuse_disposable: true });
  for (const email of ['a@mailinator.com', 'a@ＭＡＩＬＩＮＡＴＯＲ.com', 'a@mailinator。com'])
    assert.equal((await join({ email })).body.fields?.[0].code, 'not_allowed', email);
});

test('a mailbox follows feedback and subscribes to the changelog once', async () => {
  const { id, key, token, slug } = await server.createProject();
  const { body: entry } = await call('POST', '/v1/feedback', { key, body: { title: 'Export' } });
  for (const email of ALL) {
    assert.equal((await call('POST', `/v1/feedback/${entry.id}/subscribe`, { key, body: { email } })).status, 200);
    assert.equal((await call('POST', '/v1/changelog/subscribe', { key, body: { email } })).status, 200);
  }
  await fetch(`${server.url}/p/${slug}/changelog`, { method: 'POST', body: new URLSearchParams({ email: MAILBOXES[0][3] }) });
  const subscribers = await call('GET', '/v1/changelog/subscribers', { token, query: { project_id: id } });
  assert.equal(subscribers.body.total, COUNT);
  const { body: mails } = await call('GET', `/v1/projects/${id}/mails`, { token, query: { limit: 100 } });
  const toInfo = mails.data.filter(({ recipient }: Json) => recipient.startsWith('info@mü'));
  assert.equal(toInfo.length, 2, 'one request for each confirmation');
});

test('an X-User-Token verifies its mailbox', async () => {
  const project = await server.createProject();
  const { key } = project;
  const { body: entry } = await call('POST', '/v1/feedback', { key, body: { title: 'Export' } });
  for (const [index, [first, ...others]] of MAILBOXES.entries())
    for (const email of others) {
      const headers = { 'x-user-token': await server.signUser(project, { id: `u_${index}`, email }) };
      const { body } = await call('POST', `/v1/feedback/${entry.id}/subscribe`, { key, headers, body: { email: first } });
      assert.equal(body.confirmed, true, email);
    }
});

test('a mailbox votes once on behalf of a person, also of a user of the product, and is found', async () => {
  const project = await server.createProject();
  const { id, key, token } = project;
  const { body: entry } = await call('POST', '/v1/feedback', { key, body: { title: 'Export' } });
  const headers = { 'x-user-token': await server.signUser(project, { id: 'u_1', email: MAILBOXES[0][0] }) };
  await call('POST', `/v1/feedback/${entry.id}/upvote`, { key, headers });
  for (const email of ALL)
    assert.equal((await call('POST', `/v1/feedback/${entry.id}/voters`, { token, body: { email } })).status, 201);
  assert.equal((await call('GET', `/v1/feedback/${entry.id}`, { key })).body.upvote_count, COUNT);
  for (const [first, ...others] of MAILBOXES)
    for (const q of [first, ...others]) {
      const { body } = await call('GET', '/v1/feedback/people', { token, query: { project_id: id, q } });
      assert.equal(body.data.length, 1, q);
    }
});

test('a mailbox is invited to a project once', async () => {
  const { id, token } = await server.createProject();
  const invite = (email: string) => call('POST', `/v1/projects/${id}/members`, { token, body: { email, role: 'viewer' } });
  // Users belong to the instance, which other tests share.
  const local = `invited-${id}`;
  for (const [first, ...others] of MAILBOXES) {
    const own = (email: string) => email.replace(/^.*(?=[@＠])/, local);
    assert.equal((await invite(own(first))).status, 201);
    for (const email of others) assert.equal((await invite(own(email).toUpperCase())).status, 409, email);
  }
  assert.equal((await invite(`${local}@strasse.example`)).status, 201);
});

test('a person is exported and erased by any spelling of the address', async () => {
  for (const [first, ...others] of MAILBOXES) {
    const project = await server.createProject();
    const { id, key, token } = project;
    const spellings = [first, ...others];
    const { body: entry } = await call('POST', '/v1/feedback', { key, body: { title: 'Export', submitter_email: OTHERS[0] } });
    for (const email of [...spellings, ...OTHERS]) {
      await call('POST', '/v1/feedback', { key, body: { title: 'Sort', submitter_email: email } });
      await call('POST', '/v1/testimonials', {
        key,
        body: { author_name: 'Ada', author_email: email, content: 'Good', rating: 5 },
      });
    }
    await call('POST', '/v1/waitlist', { key, body: { email: first } });
    await call('POST', '/v1/changelog/subscribe', { key, body: { email: others[0] } });
    await call('POST', `/v1/feedback/${entry.id}/voters`, { token, body: { email: others[1] } });
    // Products that use the address as user id, and people who write it in their texts.
    const headers = { 'x-user-token': await server.signUser(project, { id: others[0] }) };
    await call('POST', `/v1/feedback/${entry.id}/comments`, { key, headers, body: { body: 'Please' } });
    await call('POST', `/v1/feedback/${entry.id}/comments`, { token, body: { body: `Asked by ${others[0]}, and ${OTHERS[1]}` } });
    const people = `/v1/projects/${id}/people`;
    const exports = await Promise.all(
      spellings.slice(0, 2).map(async (email) => (await call('POST', `${people}/export`, { token, body: { email } })).body),
    );
    const { exported_at: _, ...exported } = exports[0];
    const { exported_at: _again, ...again } = exports[1];
    assert.deepEqual(again, exported);
    assert.deepEqual([exported.feedback_entries.length, exported.testimonials.length], [spellings.length, spellings.length]);

    const { body } = await call('POST', `${people}/erase`, { token, body: { email: spellings.at(-1) } });
    const { feedback_entries_deleted, testimonials, waitlist_entries, changelog_subscriptions, feedback_comments } = body.erased;
    assert.deepEqual(
      { feedback_entries_deleted, testimonials, waitlist_entries, changelog_subscriptions, feedback_comments },
      {
        feedback_entries_deleted: spellings.length,
        testimonials: spellings.length,
        waitlist_entries: 1,
        changelog_subscriptions: 1,
        feedback_comments: 1,
      },
    );
    const { body: comments } = await call('GET', `/v1/feedback/${entry.id}/comments`, { key });
    assert.equal(comments.data[0].body, `Asked by [removed], and ${OTHERS[1]}`);
    const { body: rest } = await call('POST', `${people}/export`, { token, body: { email: first } });
    assert.ok(
      Object.values(rest).every((section) => !Array.isArray(section) || !section.length),
      JSON.stringify(rest),
    );
    assert.equal((await call('POST', `${people}/export`, { token, body: { email: OTHERS[2] } })).body.testimonials.length, 1);
  }
});

test('waitlist entries that joined in several spellings before an upgrade are erased together', async () => {
  const { id, token, join, count } = await createWaitlist(server);
  for (const [first, second] of MAILBOXES) {
    await join({ email: first });
    const { body: entry } = await join({ email: 'later@example.com' });
    // As the migration leaves it.
    const key = `earlier ${second}`;
    await sql`
      UPDATE waitlist_entries SET email = ${spellEmail(second)}, email_key = ${key}
      WHERE id = ${parseId('wl', entry.id)}`.execute(server.db);
  }
  await sql`
    UPDATE waitlist_entries SET search = array_to_tsvector(${buildLexemes(parseId('prj', id) as string, { text: MAILBOXES[0][1] })}::text[])
    WHERE project_id = ${parseId('prj', id)} AND email_key LIKE 'earlier info%'`.execute(server.db);
  for (const q of MAILBOXES[0]) {
    const { body } = await call('GET', '/v1/waitlist', { token, query: { project_id: id, q } });
    assert.equal(body.total, 2, q);
  }
  for (const [, second] of MAILBOXES) {
    const { body } = await call('POST', `/v1/projects/${id}/people/erase`, { token, body: { email: second } });
    assert.equal(body.erased.waitlist_entries, 2, second);
  }
  assert.equal(await count(), 0);
});

test('a mailbox receives five unsolicited mails a day, whatever its spelling', async () => {
  const { id, key, token } = await server.createProject();
  for (let number = 0; number < 8; number++) {
    const { body: entry } = await call('POST', '/v1/feedback', { key, body: { title: `Export ${number}` } });
    const [email] = [MAILBOXES[0][number % 4] as string];
    const spelling = email.replace(/(?=[@＠])/, `+${number}`);
    await call('POST', `/v1/feedback/${entry.id}/subscribe`, { key, body: { email: spelling } });
  }
  const { body } = await call('GET', `/v1/projects/${id}/mails`, { token, query: { limit: 100, status: 'suppressed' } });
  assert.equal(body.total, 3);
});
