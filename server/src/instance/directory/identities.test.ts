import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { createWaitlist, linkIn } from '../../testing/waitlist.ts';
import { createPeople, identitiesOf } from './fixtures/people.ts';
import type { Proof } from './proving.ts';

const server = await sharedTestServer();
const { call } = server;

const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0' };

describe('people are', () => {
  test('whom a signed token proves, with its claims', async () => {
    const { vote, list, get } = await createPeople(server);
    await vote({
      id: 'u_1',
      email: 'Ada@Example.com',
      name: 'Ada',
      attributes: { plan: 'pro', seats: 3, nested: { a: 1 } },
      company: { id: 'acme', name: 'Acme Inc.', attributes: { mrr: 490 } },
    });
    const { data } = await until(async () => {
      const page = await list();
      return page.data.length === 1 && page;
    });
    const person = await get(data[0].id);
    assert.deepEqual(
      [person.user_ids, person.emails, person.name, person.attributes, person.company],
      [['u_1'], ['ada@example.com'], 'Ada', { plan: 'pro', seats: 3 }, { id: 'acme', name: 'Acme Inc.' }],
    );
    assert.deepEqual(
      person.identities.map(({ kind, proof }: Json) => [kind, proof]),
      [
        ['user_id', 'user_token'],
        ['email', 'user_token'],
      ],
    );
    assert.ok(Date.now() - Date.parse(person.last_seen_at) < 60_000);
  });

  test('whom events name, until a signed token proves more', async () => {
    const { track, vote, list, get } = await createPeople(server);
    await track({ user_id: 'u_1' }, { headers: FIREFOX });
    const { data } = await until(async () => {
      const page = await list();
      return page.data.length === 1 && page;
    });
    assert.deepEqual(
      (await get(data[0].id)).identities.map(({ proof }: Json) => proof),
      ['event'],
    );
    await vote({ id: 'u_1', email: 'ada@example.com' });
    const person = await until(async () => {
      const found = await get(data[0].id);
      return found.emails.length && found;
    });
    assert.deepEqual(
      person.identities.map(({ proof }: Json) => proof),
      ['user_token', 'user_token'],
    );
  });

  test('identified by the address that a link in a mail confirmed, and not before', async () => {
    const waitlist = await createWaitlist(server, { double_opt_in: true });
    const { key, token, query, join, mailTo } = waitlist;
    const listed = async () => (await call('GET', '/v1/people', { token, query })).body;
    await join({ email: 'info@xn--mnchen-3ya.example', name: 'Ada' });
    const { body: entry } = await call('POST', '/v1/feedback', { key, body: { title: 'Export' } });
    await call('POST', `/v1/feedback/${entry.id}/subscribe`, { key, body: { email: 'grace@example.com' } });
    await call('POST', '/v1/changelog/subscribe', { key, body: { email: 'linus@example.com' } });
    const links = [
      linkIn(await mailTo('info@münchen.example', '/confirm?'), 'confirm'),
      linkIn(await mailTo('grace@example.com', '/confirm?'), 'confirm'),
      linkIn(await mailTo('linus@example.com', '/confirm?'), 'confirm'),
    ];
    assert.equal((await listed()).total, 0);
    for (const link of links) assert.equal((await fetch(link, { method: 'POST' })).status, 200);
    const { data } = await until(async () => {
      const page = await listed();
      return page.data.length === 3 && page;
    });
    const names = data.map(({ emails, name }: Json) => [emails[0], name]).toSorted();
    assert.deepEqual(names, [
      ['grace@example.com', null],
      ['info@münchen.example', 'Ada'],
      ['linus@example.com', null],
    ]);
  });

  test('no anonymous visitors, typed addresses, dropped events and bots', async () => {
    const { key, token, track, list, vote } = await createPeople(server);
    const visitor = crypto.randomUUID();
    const { body: entry } = await call('POST', '/v1/feedback', {
      key,
      visitor,
      body: { title: 'Sort', submitter_email: 'ada@example.com' },
    });
    await call('POST', `/v1/feedback/${entry.id}/upvote`, { key, visitor });
    await call('POST', `/v1/feedback/${entry.id}/voters`, { token, body: { email: 'ada@example.com' } });
    await call('POST', '/v1/waitlist', { key, body: { email: 'ada@example.com' } });
    await track({}, { headers: FIREFOX });
    await track({ timestamp: new Date(Date.now() - 3_600_000).toISOString() }, { headers: FIREFOX });
    await track({ user_id: 'u_dnt' }, { headers: { ...FIREFOX, dnt: '1' } });
    await track({ user_id: 'u_bot' }, { headers: { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' } });
    await vote({ id: 'u_last' });
    const page = await until(async () => {
      const found = await list();
      return found.data.length > 0 && found;
    });
    assert.deepEqual(identitiesOf(page), [['u_last', '']]);
  });
});

describe('identities are', () => {
  test('joined by proof only, in any order', async () => {
    const { prove, list } = await createPeople(server);
    await prove(
      { by: 'confirmed_email', email: 'ada@example.com' },
      { by: 'event', userId: 'u_1' },
      { by: 'confirmed_email', email: 'grace@example.com' },
      { by: 'event', userId: 'grace@example.com' },
    );
    assert.deepEqual(identitiesOf(await list()), [
      ['', 'ada@example.com'],
      ['', 'grace@example.com'],
      ['grace@example.com', ''],
      ['u_1', ''],
    ]);
    await prove({ by: 'user_token', userId: 'u_1', email: 'ADA@example.com' });
    await prove({ by: 'user_token', userId: 'u_2', email: 'linus@example.com' });
    await prove({ by: 'confirmed_email', email: 'linus@example.com' });
    assert.deepEqual(identitiesOf(await list()), [
      ['', 'grace@example.com'],
      ['grace@example.com', ''],
      ['u_1', 'ada@example.com'],
      ['u_2', 'linus@example.com'],
    ]);
  });

  test('not joined when the address belongs to another user id', async () => {
    const { put, list } = await createPeople(server);
    await put('u_1', { email: 'team@example.com' });
    const { status, body } = await put('u_2', { email: 'team@example.com' });
    assert.deepEqual([status, body.emails], [200, []]);
    assert.deepEqual(identitiesOf(await list()), [
      ['u_1', 'team@example.com'],
      ['u_2', ''],
    ]);
  });

  test('compared as mailboxes', async () => {
    const { put, list } = await createPeople(server);
    const spellings = [
      'info@münchen.example',
      'INFO@xn--mnchen-3ya.example',
      'info@MU\u0308NCHEN.example',
      'ｉｎｆｏ＠münchen。example',
    ];
    for (const email of spellings) assert.equal((await put('u_1', { email })).body.emails.length, 1, email);
    for (const email of spellings) {
      assert.equal((await list({ email })).total, 1, email);
      assert.equal((await list({ q: email })).total, 1, email);
    }
    assert.equal((await list({ email: 'info@munchen.example' })).total, 0);
  });

  test('complete after joining: the person keeps the earliest time, attributes and all other addresses', async () => {
    const { prove, list, put, get } = await createPeople(server);
    await prove({ by: 'confirmed_email', email: 'ada@example.com', name: 'Ada L.' });
    await put('u_1', { attributes: { plan: 'pro' }, name: 'Ada' });
    await put('u_1', { email: 'ada@example.com' });
    await put('u_1', { email: 'ada@work.example' });
    const { data, total } = await list();
    assert.equal(total, 1);
    const person = await get(data[0].id);
    assert.deepEqual(
      [person.name, person.attributes, person.emails],
      ['Ada', { plan: 'pro' }, ['ada@work.example', 'ada@example.com']],
    );
    assert.equal((await list({ email: 'ada@example.com' })).data[0].id, data[0].id);
    assert.equal((await list({ q: 'ada@work' })).data[0].id, data[0].id);
  });

  test('separated by the team, which later proofs respect, and merged by the team', async () => {
    const { put, list, separate, merge, token, id } = await createPeople(server);
    const { body: person } = await put('u_1', { email: 'ada@example.com', attributes: { plan: 'pro' } });
    const { status, body: separated } = await separate(person.id, { email: 'ADA@example.com' });
    assert.deepEqual([status, separated.user_ids, separated.emails, separated.attributes], [200, [], ['ada@example.com'], {}]);
    const apart = [
      ['', 'ada@example.com'],
      ['u_1', ''],
    ];
    assert.deepEqual(identitiesOf(await list()), apart);
    await put('u_1', { email: 'ada@example.com' });
    assert.deepEqual(identitiesOf(await list()), apart, 'the separation is remembered');
    assert.equal((await list({ q: 'ada' })).data[0].id, separated.id);
    await put('u_2', { email: 'ada@example.com' });
    assert.deepEqual(identitiesOf(await list()), [
      ['u_1', ''],
      ['u_2', 'ada@example.com'],
    ]);

    const { data } = await list({ user_id: 'u_2' });
    const { body: merged } = await merge(data[0].id, person.id);
    assert.deepEqual(
      [merged.id, merged.user_ids, merged.emails, merged.attributes],
      [person.id, ['u_1', 'u_2'], ['ada@example.com'], { plan: 'pro' }],
    );
    assert.equal((await call('GET', `/v1/people/${data[0].id}`, { token })).status, 404);
    await put('u_2', { email: 'ada@example.com' });
    assert.equal((await list()).total, 1);
    const { body: log } = await call('GET', `/v1/projects/${id}/audit-log`, { token });
    assert.deepEqual(
      log.data.slice(0, 2).map(({ action, target_name }: Json) => [action, target_name]),
      [
        ['person.merged', null],
        ['person.separated', null],
      ],
    );
  });

  test('refused to be separated when the person has no other, or not this one', async () => {
    const { put, separate, merge } = await createPeople(server);
    const { body: person } = await put('u_1', {});
    assert.equal((await separate(person.id, { user_id: 'u_1' })).body.error, 'user_id is the only identity of the person');
    assert.equal((await separate(person.id, { email: 'a@example.com' })).body.error, 'email must be an identity of the person');
    assert.equal((await separate(person.id, {})).status, 400);
    assert.equal((await merge(person.id, person.id)).body.error, 'into must be another person');
    const other = await createPeople(server);
    const { body: foreign } = await other.put('u_1', {});
    assert.equal((await merge(person.id, foreign.id)).body.error, 'into must be the id of a person of the project');
  });

  test('joined once when proofs race', async () => {
    const { prove, list } = await createPeople(server);
    const proofs: Proof[] = Array.from({ length: 10 }, (_, number) => [
      { by: 'user_token' as const, userId: `u_${number % 5}`, email: `p${number % 5}@example.com` },
      { by: 'confirmed_email' as const, email: `p${number % 5}@example.com` },
      { by: 'event' as const, userId: `u_${number % 5}` },
    ]).flat();
    await Promise.all(proofs.map((proof) => prove(proof)));
    assert.deepEqual(
      identitiesOf(await list()),
      [0, 1, 2, 3, 4].map((number) => [`u_${number}`, `p${number}@example.com`]),
    );
  });
});
