import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runJobs } from '../../testing/jobs.ts';
import { type Json, startTestServer } from '../../testing/server.ts';

// A server of its own, because the test runs its delayed jobs.
const server = await startTestServer();
const { call, db } = server;

test('later emails are in the language in which a person joined, followed or subscribed', async () => {
  const project = await server.createProject('Acme');
  const { id, key, token } = project;
  const on = { token, query: { project_id: id } };
  const must = async (method: string, path: string, options: Parameters<typeof call>[2]): Promise<Json> => {
    const { status, body } = await call(method, path, options);
    assert.ok(status < 300, `${method} ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const speak = (language: string) => ({ 'accept-language': language });
  const email = 'ada@example.com';
  const proof = { 'x-user-token': await server.signUser(project, { id: 'ada', email }) };
  const mails = async (): Promise<Json[]> => {
    for (const prefix of ['feedback.', 'changelog.', 'waitlist.']) await runJobs(db, prefix);
    return (await must('GET', `/v1/projects/${id}/mails`, { token, query: { limit: 100 } })).data;
  };
  const languageOf = async (pattern: RegExp, recipient = email) => {
    const mail = (await mails()).find((one) => one.recipient === recipient && pattern.test(one.subject));
    return /<html lang="(\w+)"/.exec(mail?.html)?.[1];
  };

  // The waitlist: the welcome, the broadcast and the invitation.
  const guest = 'grace@example.com';
  await must('POST', '/v1/waitlist', { key, headers: speak('fr'), body: { email: guest } });
  await mails();
  await must('POST', '/v1/waitlist/broadcasts', { ...on, body: { subject: 'We open soon', body: 'Next week.' } });
  await must('POST', '/v1/waitlist/invite', { ...on, body: { count: 1 } });
  assert.equal(await languageOf(/liste d’attente/, guest), 'fr');
  assert.equal(await languageOf(/We open soon/, guest), 'fr');
  assert.equal(await languageOf(/invitation|invité/i, guest), 'fr');

  // Feedback: a follower, and one in the language of the project.
  const body = { title: 'Export', follow: true };
  const entry = await must('POST', '/v1/feedback', { key, headers: { ...proof, ...speak('de') }, body });
  const other = { 'x-user-token': await server.signUser(project, { id: 'eve', email: 'eve@example.com' }) };
  await must('POST', `/v1/feedback/${entry.id}/subscribe`, { key, headers: other, body: { email: 'eve@example.com' } });
  await must('PATCH', `/v1/feedback/${entry.id}`, { token, body: { status: 'in_progress' } });
  assert.equal(await languageOf(/„Export“ hat jetzt den Status „In Arbeit“/), 'de');
  assert.equal(await languageOf(/“Export” is now in progress/, 'eve@example.com'), 'en');
  await must('POST', `/v1/feedback/${entry.id}/comments`, { token, body: { body: 'Soon', private: true } });
  assert.equal(await languageOf(/Private Antwort/), 'de');

  // The changelog: nobody who enters a confirmed address changes its language.
  const subscribe = (language: string) =>
    must('POST', '/v1/changelog/subscribe', { key, headers: speak(language), body: { email } });
  await subscribe('de');
  await subscribe('ja');
  // Earshot has no Swedish: the language that is known stays.
  await subscribe('sv');
  const asked = (await mails()).find(({ text }) => /changelog\/confirm/.test(text as string));
  assert.equal((await fetch(/http\S+confirm\?token=\S+/.exec(asked?.text)?.[0] ?? '', { method: 'POST' })).status, 200);
  await subscribe('ar');
  await must('POST', '/v1/changelog', { ...on, body: { title: 'CSV', content: 'New.', published: true } });
  assert.equal(await languageOf(/CSV/), 'ja');

  const exported = await must('POST', `/v1/projects/${id}/people/export`, { token, body: { email } });
  assert.equal(exported.changelog_subscriptions[0].language, 'ja');
  assert.equal(exported.feedback_subscriptions[0].language, 'de');
  const unknown = await must('POST', `/v1/projects/${id}/people/export`, { token, body: { email: 'eve@example.com' } });
  assert.equal(unknown.feedback_subscriptions[0].language, null, 'that of the project, also after a change');
});
