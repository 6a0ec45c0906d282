import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { runJobs, runScheduled } from '../../testing/jobs.ts';
import { startReceiver } from '../../testing/receiver.ts';
import { startTestServer } from '../../testing/server.ts';

// A table of texts and recipients: no mail, notification or webhook carries a text to a person who may not read it. A server of its own,
// because the test runs delayed jobs.

const server = await startTestServer({ EARSHOT_WEBHOOK_ALLOW_PRIVATE: 'on' });
const { call, db } = server;

const acme = await server.createProject('Acme');
const rival = await server.createProject('Rival');
const onAcme = { token: acme.token, query: { project_id: acme.id } };
const CHATS: Record<string, object> = {
  chat: {},
  'chat with notes': { include_internal_notes: true },
  'chat with personal data': { include_personal_data: true },
};
const chats = new Map<string, Awaited<ReturnType<typeof startReceiver>>>();
for (const [name, choices] of Object.entries(CHATS)) {
  const chat = await startReceiver();
  await call('POST', '/v1/webhooks', { ...onAcme, body: { url: chat.url, format: 'slack', ...choices } });
  chats.set(name, chat);
}

/** Adds a member who has signed in, and is notified of everything by the daily mail at least. */
async function join(role: string) {
  const { email, token } = await server.signIn();
  const { body } = await call('POST', `/v1/projects/${acme.id}/members`, { token: acme.token, body: { email, role } });
  await sql`UPDATE users SET issuer = 'https://id.example', subject = id::text WHERE id = ${parseId('usr', body.user_id)}`.execute(
    db,
  );
  return { email, token, id: body.user_id as string };
}
const people = { member: await join('member'), viewer: await join('viewer') };
const proofs = new Map<string, Record<string, string>>();
/** Headers of a user of the product whose address the product has confirmed. */
async function prove(email: string) {
  const known = proofs.get(email) ?? { 'x-user-token': await server.signUser(acme, { id: email, email }) };
  proofs.set(email, known);
  return known;
}
const SUBMITTER = 'submitter@customer.example';
const FOLLOWER = 'follower@customer.example';
const VOTER = 'voter@customer.example';
/** Reads the changelog only. */
const SUBSCRIBER = 'subscriber@customer.example';

const submit = async (title: string, by?: string, key = acme.key) =>
  (await call('POST', '/v1/feedback', { key, headers: by ? await prove(by) : {}, body: { title } })).body.id as string;
const comment = (entry: string, body: object) => call('POST', `/v1/feedback/${entry}/comments`, { token: acme.token, body });
const change = (entry: string, body: object) => call('PATCH', `/v1/feedback/${entry}`, { token: acme.token, body });
const follow = async (entry: string, email: string) =>
  call('POST', `/v1/feedback/${entry}/subscribe`, { key: acme.key, headers: await prove(email), body: { email } });
const sayAsUser = async (entry: string, email: string, body: string) =>
  call('POST', `/v1/feedback/${entry}/comments`, { key: acme.key, headers: await prove(email), body: { body } });

const entry = await submit('Entry', SUBMITTER);
await follow(entry, FOLLOWER);
const hidden = await submit('HIDDEN title', SUBMITTER);
await follow(hidden, FOLLOWER);
const ofTeam = await submit('BOARD title', SUBMITTER);
await follow(ofTeam, FOLLOWER);
for (const voted of [entry, hidden, ofTeam])
  await call('POST', `/v1/feedback/${voted}/upvote`, { key: acme.key, headers: await prove(VOTER) });
await call('POST', '/v1/changelog/subscribe', { key: acme.key, body: { email: SUBSCRIBER } });
await runJobs(db, 'feedback.');
// The title was public until here.
await sql`DELETE FROM notifications`.execute(db);
await sql`DELETE FROM mails`.execute(db);
for (const chat of chats.values()) chat.received.length = 0;

await comment(entry, { body: 'PUBLIC reply' });
await comment(entry, { body: 'INTERNAL note', internal: true, mentioned_ids: [people.member.id] });
await comment(entry, { body: 'PRIVATE answer', private: true });
await sayAsUser(entry, FOLLOWER, 'USER comment');
await change(hidden, { visibility: 'private' });
await change(hidden, { status: 'planned' });
await comment(hidden, { body: 'HIDDEN reply' });
const { body: board } = await call('POST', '/v1/feedback/boards', { ...onAcme, body: { name: 'Team', access: 'team' } });
assert.equal((await change(ofTeam, { board_id: board.id })).status, 200);
await change(ofTeam, { status: 'planned' });
await comment(ofTeam, { body: 'BOARD reply' });
await call('PATCH', `/v1/projects/${acme.id}`, { token: acme.token, body: { settings: { feedback: { moderation: 'all' } } } });
await sayAsUser(entry, FOLLOWER, 'PENDING comment');
await submit('RIVAL title', undefined, rival.key);
for (const prefix of ['feedback.', 'notifications.mail', 'webhooks.']) await runJobs(db, prefix);
await sql`UPDATE notifications SET created_at = created_at - interval '1 day'`.execute(db);
await runScheduled(db, 'notifications.daily');
await runJobs(db, 'notifications.mail');

/** Returns all texts that reached a person by mail and in their list. */
async function collect(email: string, token?: string): Promise<string> {
  const { rows } = await sql`SELECT subject, text_body, html_body FROM mails WHERE recipient = ${email}`.execute(db);
  const list = token ? (await call('GET', '/v1/notifications', { token, query: { project_id: acme.id, limit: 100 } })).body : {};
  return JSON.stringify([rows, list]);
}

const reached: Record<string, string> = {
  submitter: await collect(SUBMITTER),
  follower: await collect(FOLLOWER),
  member: await collect(people.member.email, people.member.token),
  viewer: await collect(people.viewer.email, people.viewer.token),
  'member of another project': await collect(rival.email),
  voter: await collect(VOTER),
  subscriber: await collect(SUBSCRIBER),
};
for (const [name, chat] of chats) reached[name] = JSON.stringify(chat.received);

const ALL_CHATS = Object.keys(CHATS);
const TEXTS: Record<string, string[]> = {
  'PUBLIC reply': ['submitter', 'follower', ...ALL_CHATS],
  // Only the member whom it mentions, and a chat that chose it.
  'INTERNAL note': ['member', 'chat with notes'],
  'PRIVATE answer': ['submitter', 'chat with personal data'],
  'USER comment': ['member', 'viewer', ...ALL_CHATS],
  'PENDING comment': ['member', ...ALL_CHATS],
  // Endpoints are the team's own: they receive entries of every board and visibility.
  'HIDDEN reply': ALL_CHATS,
  'BOARD reply': ALL_CHATS,
  'RIVAL title': [],
};

describe('a text reaches those who may read it', () => {
  for (const [text, readers] of Object.entries(TEXTS))
    for (const [person, content] of Object.entries(reached))
      test(`${text}: ${person} ${readers.includes(person) ? 'does' : 'does not'}`, () =>
        assert.equal(content.includes(text), readers.includes(person), content.slice(0, 2000)));
});

test('people outside the team hear nothing of an entry that is no longer public', () => {
  for (const person of ['follower', 'voter', 'subscriber', 'member of another project'])
    for (const title of ['HIDDEN', 'BOARD']) assert.ok(!reached[person]?.includes(title), `${person}: ${title}`);
});
