import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { runJobs, runScheduled } from '../../testing/jobs.ts';
import { type Json, startTestServer, type TestClient } from '../../testing/server.ts';
import { clusterSearches } from '../../services/knowledge-base/fixtures/unanswered-searches.ts';
import { createActiveProject } from './fixtures/active-project.ts';
import { queueReports } from './schedule.ts';

// Sending of reports, by two nodes on one database. Projects and subscriptions are backdated, so that the last report is due now.

const database = await createTestDatabase();
const env = { DATABASE_URL: database.url };
const server = await startTestServer(env);
const other = await startTestServer(env);
const { call, db } = server;

const TIMEZONE = ['Asia/Kathmandu', 'America/St_Johns'].find((zone) => !isWeekEnding(zone));

/** Queues and sends the reports that are due. */
async function sendDue(): Promise<void> {
  await runScheduled(db, 'reports.queue');
  await runJobs(db, 'reports.send');
}

async function setUp({ timezone = TIMEZONE } = {}) {
  const project = await createActiveProject(server, { timezone });
  const { id, token, uuid } = project;
  await project.submit('Dark mode', project.at(2));
  const path = `/v1/projects/${id}/report-subscriptions`;
  const backdateAll = async () => {
    await sql`UPDATE projects SET created_at = now() - interval '60 days' WHERE id = ${uuid}`.execute(db);
    await sql`UPDATE report_subscriptions SET starts_at = now() - interval '60 days' WHERE project_id = ${uuid}`.execute(db);
  };
  return {
    ...project,
    backdateAll,
    add: (body: object, as = token) => call('POST', path, { token: as, body }),
    confirm: (email: string) =>
      sql`UPDATE report_subscriptions SET confirmed_at = now() WHERE project_id = ${uuid} AND email = ${email}`.execute(db),
    reports: async ({ call: ask }: TestClient = server) => {
      const { data } = (await ask('GET', `/v1/projects/${id}/mails`, { token, query: { limit: 100 } })).body;
      return (data as Json[]).filter(({ subject }) => /report, /.test(subject));
    },
  };
}

/** Returns whether the last week has no report yet, between its end and 8:00 on Monday, or ends within an hour. */
function isWeekEnding(timeZone: string): boolean {
  const parts = new Intl.DateTimeFormat('en', { timeZone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' }).formatToParts();
  const valueOf = (type: string) => parts.find((part) => part.type === type)?.value;
  const [weekday, hour] = [valueOf('weekday'), Number(valueOf('hour'))];
  return (weekday === 'Sun' && hour === 23) || (weekday === 'Mon' && hour < 8);
}

test('sends each confirmed recipient one report, also with two nodes and repeated jobs', { timeout: 120_000 }, async () => {
  const project = await setUp();
  const { email, add, confirm, reports, backdateAll, id, token } = project;
  for (const address of ['investor@example.com', 'pending@example.com', 'monthly@example.com'])
    await add({ email: address, frequency: address.startsWith('monthly') ? 'monthly' : 'weekly' });
  await add({ email: email.toUpperCase().replace('@EXAMPLE.COM', '@example.com') });
  for (const address of ['investor@example.com', 'monthly@example.com', email]) await confirm(address);
  const viewer = await server.signIn();
  await call('POST', `/v1/projects/${id}/members`, { token, body: { email: viewer.email, role: 'viewer' } });
  await add({}, viewer.token);
  await backdateAll();
  const { text } = (await call('GET', `/v1/projects/${id}/report-preview`, { token })).body;
  await Promise.all([sendDue(), runScheduled(other.db, 'reports.queue')]);
  await sendDue();
  const sent = await reports();
  const weekly = sent.filter(({ subject }) => subject.includes('weekly'));
  assert.deepEqual(
    weekly.map(({ recipient }) => recipient as string).toSorted(),
    [email, 'investor@example.com', viewer.email].toSorted(),
  );
  assert.deepEqual(await reports(other), sent);
  // The same content as the preview, apart from the last lines, and the ports of the nodes.
  const bodyOf = (part: string) => part.split('\n-- \n')[0]?.replaceAll(/127\.0\.0\.1:\d+/g, 'node');
  for (const mail of weekly) assert.equal(bodyOf(mail.text), bodyOf(text));
  // The job runs again, such as after a node was killed before the job was marked as completed.
  const { rows } = await sql<{ data: object }>`SELECT data FROM pgboss.job WHERE name = 'reports.send'`.execute(db);
  assert.ok(rows.length >= 1);
  for (const { data } of rows)
    await sql`INSERT INTO pgboss.job (name, data) VALUES ('reports.send', ${JSON.stringify(data)}::jsonb)`.execute(db);
  await runJobs(db, 'reports.send');
  assert.equal((await reports()).length, sent.length);
});

test('a link in the report, and the mail program with one click, end the subscription', async () => {
  const project = await setUp();
  const { reports, backdateAll, id, token } = project;
  await backdateAll();
  await sendDue();
  const mail = (await reports()).find(({ subject }) => subject.includes('weekly'));
  const link = /http\S+\/v1\/reports\/unsubscribe\?token=\S+/.exec(mail.text)?.[0] ?? '';
  const { rows } = await sql<{ headers: Record<string, string> }>`
    SELECT headers FROM mails WHERE project_id = ${project.uuid} AND subject LIKE '%weekly%'`.execute(db);
  assert.deepEqual(rows[0]?.headers, { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
  const count = async () => (await call('GET', `/v1/projects/${id}/report-subscriptions`, { token })).body.total as number;
  const page = await fetch(link, { headers: { accept: 'text/html' } });
  assert.match(await page.text(), /Unsubscribe/);
  assert.equal(await count(), 1);
  for (let n = 0; n < 2; n++) {
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    assert.equal((await fetch(link, { method: 'POST', body })).status, 200, 'twice is no harm');
    assert.equal(await count(), 0);
  }
});

test('sends nothing for a period before the project, the subscription or a new frequency', async () => {
  const changes: ((project: Awaited<ReturnType<typeof setUp>>) => Promise<unknown>)[] = [
    ({ uuid }) => sql`UPDATE projects SET created_at = now() WHERE id = ${uuid}`.execute(db),
    ({ uuid }) => sql`UPDATE report_subscriptions SET starts_at = now() WHERE project_id = ${uuid}`.execute(db),
    ({ uuid }) => sql`DELETE FROM report_subscriptions WHERE project_id = ${uuid}`.execute(db),
    ({ id, token }) => call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { test: { enabled: true } } } }),
    async ({ add, backdateAll }) => {
      await add({ frequency: 'monthly' });
      await backdateAll();
      await add({ frequency: 'weekly' });
    },
  ];
  const projects = await Promise.all(
    changes.map(async (change) => {
      const project = await setUp();
      await project.backdateAll();
      await change(project);
      return project;
    }),
  );
  await sendDue();
  for (const [index, { reports }] of projects.entries())
    assert.deepEqual(
      (await reports()).filter(({ subject }) => subject.includes('weekly')),
      [],
      `change ${index}`,
    );
});

test('sends nothing about a project without activity', async () => {
  const project = await server.createProject();
  await sql`UPDATE projects SET created_at = now() - interval '60 days' WHERE slug = ${project.slug}`.execute(db);
  await sql`
    UPDATE report_subscriptions SET starts_at = now() - interval '60 days'
    WHERE project_id = ${parseId('prj', project.id)}`.execute(db);
  await sendDue();
  const { data } = (await call('GET', `/v1/projects/${project.id}/mails`, { token: project.token })).body;
  assert.deepEqual(data, []);
});

test('a member who left and an erased address get no report', async () => {
  const { add, confirm, backdateAll, reports, id, token, email } = await setUp();
  const member = await server.signIn();
  const { body } = await call('POST', `/v1/projects/${id}/members`, { token, body: { email: member.email, role: 'member' } });
  await add({}, member.token);
  await add({ email: 'investor@example.com' });
  await confirm('investor@example.com');
  await backdateAll();
  await call('DELETE', `/v1/projects/${id}/members/${body.user_id}`, { token });
  await call('POST', `/v1/projects/${id}/people/erase`, { token, body: { email: 'investor@example.com' } });
  await sendDue();
  const recipients = (await reports()).map(({ recipient }) => recipient);
  assert.deepEqual([...new Set(recipients)], [email]);
});

test('each period is queued once, and not weeks later', async () => {
  const { backdateAll, add, id, uuid } = await setUp({ timezone: 'Asia/Kolkata' });
  await sql`DELETE FROM report_periods WHERE project_id = ${uuid}`.execute(db);
  await add({ frequency: 'monthly' });
  await backdateAll();
  await sql`UPDATE projects SET created_at = '2026-01-01' WHERE id = ${uuid}`.execute(db);
  await sql`UPDATE report_subscriptions SET starts_at = '2026-01-01' WHERE project_id = ${uuid}`.execute(db);
  const queued: Json[] = [];
  const jobs = { send: async (_tx: unknown, _name: string, payloads: object[]) => void queued.push(...payloads) };
  const [weekly, monthly] = ['weekly', 'monthly'];
  for (const [now, frequency, due] of [
    // It is 8:00 there at 2:30 UTC.
    ['2026-10-31T12:00:00Z', monthly, undefined],
    ['2026-11-01T02:29:59Z', monthly, undefined],
    ['2026-11-01T02:30:00Z', monthly, '2026-11-01T02:30:00.000Z'],
    ['2026-11-01T02:45:00Z', monthly, undefined],
    // More than a week late, such as after an outage.
    ['2026-12-09T00:00:00Z', monthly, undefined],
    ['2027-01-05T00:00:00Z', monthly, '2027-01-01T02:30:00.000Z'],
    ['2027-01-06T00:00:00Z', weekly, '2027-01-04T02:30:00.000Z'],
    ['2027-01-11T02:29:59Z', weekly, undefined],
    ['2027-02-10T00:00:00Z', weekly, '2027-02-08T02:30:00.000Z'],
    ['2027-02-11T00:00:00Z', weekly, undefined],
  ] as const) {
    if (frequency === weekly) await add({ frequency: 'weekly' });
    await sql`UPDATE report_subscriptions SET starts_at = '2026-01-01' WHERE project_id = ${uuid}`.execute(db);
    queued.length = 0;
    await queueReports({ db, jobs }, Date.parse(now));
    const own = queued.filter(({ project_id: one }) => one === parseId('prj', id));
    assert.deepEqual(
      own.map((one) => [one.frequency, new Date(one.due_at).toISOString()]),
      due ? [[frequency, due]] : [],
      now,
    );
  }
});

test('unanswered searches are those of the clusters', async () => {
  const project = await server.createProject();
  const { id, token } = project;
  const { body: index } = await call('POST', '/v1/indexes', { token, query: { project_id: id }, body: { name: 'Help' } });
  const queries = ['webhooks', 'sso', 'SAML & <b>'];
  for (const query of queries) await call('POST', `/v1/indexes/${index.id}/search`, { key: project.key, body: { query } });
  const clusters = await clusterSearches(server, project, { index: index.id, queries: ['webhook', 'webhooks', 'dismissed'] });
  const dismissed = clusters.find(({ query }) => query === 'dismissed');
  await call('PATCH', `/v1/search-clusters/${dismissed?.id}`, { token, body: { status: 'dismissed' } });
  const { body: insights } = await call('GET', `/v1/indexes/${index.id}/insights`, { token });
  try {
    // A week later, these searches are those of the last week.
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 7 * 86_400_000 });
    const { body } = await call('GET', `/v1/projects/${id}/report-preview`, { token });
    const lines = body.text.match(/^- .*$/gm);
    assert.deepEqual(lines, ['- webhooks: 3 searches', '- SAML & <b>: 1 search', '- sso: 1 search']);
    assert.match(body.text, new RegExp(`^Searches: ${insights.searches} \\(up from 0\\)$`, 'm'));
    assert.match(body.text, new RegExp(`^Without results: ${insights.without_results} \\(up from 0\\)$`, 'm'));
    assert.ok(body.html.includes('SAML &amp; &lt;b&gt;') && body.html.includes(`/help/${index.id}/insights"`));
  } finally {
    mock.timers.reset();
  }
});
