import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '@earshot/contract/shared/languages';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

const server = await sharedTestServer();
const { call, db } = server;

/** Creates a project with Japanese pages. */
async function createTeam() {
  const { id, key, token } = await server.createProject('Acme');
  await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { pages: { language: 'ja' } } } });
  const mailTo = (email: string, pattern: RegExp): Promise<Json> =>
    until(async () => {
      const { data } = (await call('GET', `/v1/projects/${id}/mails`, { token, query: { limit: 100 } })).body;
      return (data as Json[]).find(({ recipient, subject }) => recipient === email && pattern.test(subject));
    });
  const join = async (role: string, language: string | null) => {
    const { email, token: own } = await server.signIn();
    await call('PATCH', '/v1/auth/profile', { token: own, body: { language } });
    const { body } = await call('POST', `/v1/projects/${id}/members`, { token, body: { email, role } });
    // Tokens of tests are made without a sign-in.
    await sql`UPDATE users SET issuer = 'https://id.example', subject = id::text WHERE id = ${parseId('usr', body.user_id)}`.execute(
      db,
    );
    return { email, token: own, id: body.user_id as string };
  };
  return { id, key, token, join, mailTo };
}

test('emails to members are in the language of their account, else of the project', async () => {
  const { id, key, token, join, mailTo } = await createTeam();
  const [german, arabic, other] = [await join('member', 'de'), await join('viewer', 'ar'), await join('viewer', null)];
  const invited = `${crypto.randomUUID()}@example.com`;
  await call('POST', `/v1/projects/${id}/members`, { token, body: { email: invited, role: 'viewer' } });
  const invitation = await mailTo(invited, /Acme/);
  assert.match(invitation.html, /<html lang="ja" dir="ltr">/);
  assert.match(invitation.text, /参加するには、このメールアドレス（.*）でログインしてください。/);
  assert.match(invitation.text, /招待の有効期限は\d{4}\/\d\d\/\d\dです。/);

  const body = { title: 'Export as CSV', type: 'bug' };
  const { id: entry } = (await call('POST', '/v1/feedback', { key, body })).body;
  const told = await mailTo(german.email, /Export/);
  assert.equal(told.subject, 'Neue Fehlermeldung: Export as CSV');
  assert.match(told.html, /<html lang="de" dir="ltr">/);
  assert.match(told.text, /Öffnen: http.*\n\n[\s\S]*weil du Mitglied von Acme bist\./);
  assert.equal((await mailTo(arabic.email, /Export/)).subject, 'بلاغ جديد عن خطأ: Export as CSV');
  assert.match((await mailTo(arabic.email, /Export/)).html, /<html lang="ar" dir="rtl">/);
  assert.equal((await mailTo(other.email, /Export/)).subject, '新しい不具合報告: Export as CSV');

  await call('PATCH', `/v1/feedback/${entry}`, { token, body: { assignee_id: german.id, status: 'in_progress' } });
  const list = async (headers: Record<string, string>, by = german.token) =>
    (await call('GET', '/v1/notifications', { token: by, query: { project_id: id }, headers })).body.data as Json[];
  const assigned = await until(async () => (await list({})).find(({ kind }) => kind === 'feedback.assigned'));
  assert.match(assigned.heading, / hat dir einen Eintrag zugewiesen$/);
  assert.equal((await list({ 'accept-language': 'fr' }))[0]?.heading, assigned.heading, 'the account wins');
  assert.equal((await list({ 'accept-language': 'fr' }, other.token)).at(-1)?.heading, 'Nouveau bug signalé');
});

test('reports and test emails are in the language of the recipient', async () => {
  const { id, key, token, join, mailTo } = await createTeam();
  const { token: own, email } = await join('admin', 'de');
  const path = `/v1/projects/${id}`;
  const { body: entry } = await call('POST', '/v1/feedback', { key, body: { title: 'Export as CSV' } });
  await sql`UPDATE feedback_entries SET created_at = created_at - interval '35 days' WHERE id = ${parseId('fb', entry.id)}`.execute(
    db,
  );
  for (const frequency of ['weekly', 'monthly'])
    for (const language of LANGUAGES) {
      await call('PATCH', '/v1/auth/profile', { token: own, body: { language } });
      const { text, html, subject } = (await call('GET', `${path}/report-preview`, { token: own, query: { frequency } })).body;
      assert.doesNotMatch(`${subject} ${text}`, /undefined|\[object|function/);
      assert.match(html, new RegExp(`<html lang="${language}"`));
    }
  await call('PATCH', '/v1/auth/profile', { token: own, body: { language: 'de' } });
  const { subject } = (await call('GET', `${path}/report-preview`, { token: own, query: { frequency: 'monthly' } })).body;
  assert.match(subject, /^Acme: Monatsbericht, \p{L}+ \d{4}$/u);
  await call('POST', `${path}/mails/test`, { token: own, body: {} });
  assert.equal((await mailTo(email, /Test/)).subject, 'Test-E-Mail von Acme');

  const outside = `${crypto.randomUUID()}@example.com`;
  await call('POST', `${path}/report-subscriptions`, { token, body: { email: outside } });
  const confirmation = await mailTo(outside, /Acme/);
  assert.equal(confirmation.subject, 'Acmeの週次レポートの受け取りを確認してください');
  const link = /http\S+confirm\?token=\S+/.exec(confirmation.text)?.[0] ?? '';
  assert.match(
    await (await fetch(link, { headers: { accept: 'text/html' } })).text(),
    /<html lang="ja"[\s\S]*<button>確認する<\/button>/,
  );
});
