import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { newId, parseId } from '../../platform/ids.ts';
import { createDatabase, createPool, transact } from '../../platform/postgres/database.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { holdJobs, restartAbandoned, runJobs } from '../../testing/jobs.ts';
import { startServerProcess } from '../../testing/process.ts';
import { type Json, startTestServer, type TestClient } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

const server = await startTestServer();

/** A project on a server, with what the tests do there. */
async function setUp({ db, call, createProject, signUser }: TestClient, project = createProject('Acme')) {
  const { id, key, token } = await project;
  const query = { project_id: id };
  const mails = async () => (await call('GET', `/v1/projects/${id}/mails`, { token, query: { limit: 100 } })).body.data as Json[];
  return {
    id,
    key,
    token,
    mails,
    create: async (body: object) => (await call('POST', '/v1/changelog', { token, query, body })).body,
    update: async (entry: string, body: object) => (await call('PATCH', `/v1/changelog/${entry}`, { token, body })).body,
    get: async (entry: string) => (await call('GET', `/v1/changelog/${entry}`, { token })).body,
    submit: async (title: string, ...followers: string[]) => {
      const { body } = await call('POST', '/v1/feedback', { key, body: { title } });
      for (const email of followers) {
        const headers = { 'x-user-token': await signUser({ id, token }, { id: 'u', email }) };
        await call('POST', `/v1/feedback/${body.id}/subscribe`, { key, headers, body: { email } });
      }
      return body.id as string;
    },
    status: async (feedback: string) => (await call('GET', `/v1/feedback/${feedback}`, { token })).body.status as string,
    /** A confirmed subscriber of the changelog. */
    subscribe: async (email: string) => {
      await call('POST', '/v1/changelog/subscribe', { key, body: { email } });
      const mail = (await mails()).find(({ recipient }) => recipient === email);
      const link = /http\S+\/confirm\?token=\S+/.exec(mail.text)?.[0] ?? '';
      assert.equal((await fetch(link, { method: 'POST' })).status, 200);
    },
    /** Returns the recipients of mails about the published entry, when no more mails arrive and the minimum is reached. */
    news: async (title: string, least: number) => {
      const about = async () => (await mails()).filter(({ subject }) => subject.startsWith(title));
      await until(async () => {
        await runJobs(db, 'changelog.published/');
        return (await about()).length >= least;
      });
      return (await about()).map(({ recipient }) => recipient as string).toSorted();
    },
  };
}

test('mails and webhooks have absolute links, and the text of mails has no Markdown', async () => {
  const { id, create, subscribe, news, mails } = await setUp(server);
  await subscribe('ada@example.com');
  const { url } = await create({
    title: 'Links',
    content: 'See [docs](/help), ![chart](/v1/uploads/upl.png).[^1]\n\n- [ ] **a**\n\n| b | c |\n|--|--|\n| 1 | 2 |\n\n[^1]: d',
    published: true,
  });
  await news('Links', 1);
  const { text, html } = (await mails()).find(({ subject }) => subject.startsWith('Links')) ?? {};
  assert.ok(
    text.includes(
      `See docs (${server.url}/help), chart (${server.url}/v1/uploads/upl.png).[1]\n\n- [ ] a\n\nb   | c\n--- | ---\n1   | 2\n\n---\n\n1. d\n\nView in browser`,
    ),
    text,
  );
  const urls = Array.from(html.matchAll(/ (?:href|src)="([^"]*)"/g), ([, found]: string[]) => found as string);
  assert.ok(urls.includes(`${server.url}/v1/uploads/upl.png`) && urls.some((found) => found.startsWith(`${url}#fn-`)));
  assert.deepEqual(
    urls.filter((found) => !URL.canParse(found)),
    [],
  );
  const { rows } = await sql<{ html: string }>`
    SELECT content AS html FROM webhook_events WHERE project_id = ${parseId('prj', id)} AND content LIKE '%content_html%'`.execute(
    server.db,
  );
  assert.equal(rows.length, 1);
  for (const { html: payload } of rows) assert.doesNotMatch(payload, /(?:href|src)=\\"[/#]/);
});

test('publishing sets feedback to done and mails each follower once', async () => {
  const { submit, create, status, subscribe, news, mails, update, key } = await setUp(server);
  const titles = ['Export', 'Import', 'Print', 'Share', 'Search'];
  const feedback: string[] = [];
  for (const title of titles) feedback.push(await submit(title, 'ada@example.com', `${title.toLowerCase()}@example.com`));
  await subscribe('ada@example.com');
  await subscribe('grace@example.com');
  const unconfirmed = await server.call('POST', '/v1/changelog/subscribe', { key, body: { email: 'never@example.com' } });
  assert.equal(unconfirmed.status, 200);

  const entry = await create({ title: 'Big release', content: 'All **of it**.', feedback_ids: feedback });
  assert.equal(await status(feedback[0] as string), 'new', 'a draft does nothing');
  await update(entry.id, { published: true });
  const everyone = [...titles.map((title) => `${title.toLowerCase()}@example.com`), 'ada@example.com', 'grace@example.com'];
  assert.deepEqual(await news('Big release', everyone.length), everyone.toSorted());
  for (const id of feedback) assert.equal(await status(id), 'done');
  const written = await mails();
  assert.ok(!written.some(({ subject }) => subject.endsWith(' is now done')), 'no separate mail for each entry');
  const toAda = written.find(({ recipient, subject }) => recipient === 'ada@example.com' && subject.startsWith('Big release'));
  for (const title of titles) assert.match(toAda.text, new RegExp(`• ${title}`));
  const toGrace = written.find(({ recipient, subject }) => recipient === 'grace@example.com' && subject.startsWith('Big'));
  assert.match(toGrace.html, /All <strong>of it<\/strong>/);

  // Taken back and published again, it is no news.
  await update(entry.id, { published: false });
  await update(entry.id, { published: true });
  assert.equal((await news('Big release', 7)).length, 7);
});

test('the unsubscribe link of a follower mail covers all its entries', async () => {
  const { submit, create, news, mails } = await setUp(server);
  const feedback = [await submit('Export', 'ada@example.com'), await submit('Import', 'ada@example.com')];
  await create({ title: 'One', feedback_ids: feedback, published: true });
  await news('One', 1);
  const mail = (await mails()).find(({ subject }) => subject.startsWith('One'));
  const link = /http\S+\/unsubscribe\?token=\S+/.exec(mail.text)?.[0] ?? '';
  assert.equal(
    (await fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })).status,
    200,
  );
  await create({ title: 'Two', feedback_ids: feedback, published: true });
  assert.deepEqual(await news('Two', 0), []);
});

test('merged feedback is done at its merge target; deleted feedback is ignored', async () => {
  const { submit, create, status, token, news } = await setUp(server);
  const [merged, target, deleted] = [await submit('A', 'ada@example.com'), await submit('B'), await submit('C')];
  const entry = await create({ title: 'Done', feedback_ids: [merged, deleted] });
  await server.call('POST', `/v1/feedback/${merged}/merge`, { token, body: { into: target } });
  await server.call('DELETE', `/v1/feedback/${deleted}`, { token });
  await server.call('PATCH', `/v1/changelog/${entry.id}`, { token, body: { published: true } });
  assert.deepEqual(await news('Done', 1), ['ada@example.com']);
  assert.deepEqual([await status(target), await status(merged)], ['done', 'duplicate']);
});

test('scheduled entries are published on time, can be rescheduled and canceled', async () => {
  const { create, update, get } = await setUp(server);
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
  const soon = await create({ title: 'Soon', scheduled_at: inSeconds(2) });
  const later = await create({ title: 'Later', scheduled_at: inSeconds(3_000) });
  await update(later.id, { scheduled_at: inSeconds(3_600) });
  const never = await create({ title: 'Never', scheduled_at: inSeconds(3_000) });
  assert.equal((await update(never.id, { scheduled_at: null })).status, 'draft');
  const published = await until(async () => {
    const entry = await get(soon.id);
    return entry.status === 'published' && entry;
  });
  const late = Date.parse(published.published_at) - Date.parse(soon.scheduled_at);
  assert.ok(late >= 0 && late < 20_000, `published ${late} ms after its time`);
  await runJobs(server.db, 'changelog.publish');
  assert.equal((await get(later.id)).status, 'scheduled');
  await update(later.id, { scheduled_at: inSeconds(2) });
  assert.equal(await until(async () => (await get(later.id)).status === 'published'), true);
  assert.equal((await get(never.id)).status, 'draft');
});

test('two nodes publish a scheduled entry once', { timeout: 180_000 }, async () => {
  const database = await createTestDatabase();
  const env = { DATABASE_URL: database.url };
  const node = await startTestServer(env);
  const other = await startTestServer(env);
  const { create, submit, subscribe, news, id, token } = await setUp(node);
  await subscribe('grace@example.com');
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
  const feedback = await submit('Export', 'ada@example.com');
  const entries = await Promise.all(
    Array.from({ length: 10 }, (_, index) => create({ title: `Plan ${index}`, scheduled_at, feedback_ids: [feedback] })),
  );
  // The time comes.
  await sql`UPDATE changelog_entries SET scheduled_at = now()`.execute(node.db);
  await sql`UPDATE pgboss.job SET start_after = now() WHERE name LIKE 'changelog%' AND state < 'active'`.execute(node.db);
  const recipients = await news('Plan', 20);
  assert.equal(recipients.length, 20, 'each of two people once for each of ten entries');
  for (const entry of entries) {
    const { body } = await other.call('GET', `/v1/changelog/${entry.id}`, { token });
    assert.equal(body.status, 'published');
  }
  const { body: history } = await other.call('GET', `/v1/feedback/${feedback}/history`, { token });
  assert.equal(history.total, 1, 'it became done once');

  // A response that one node stored for an Idempotency-Key is replayed by the other.
  const send = ({ call }: TestClient) =>
    call('POST', '/v1/changelog', {
      token,
      query: { project_id: id },
      headers: { 'idempotency-key': 'k' },
      body: { title: 'Once' },
    });
  const [first, second] = await Promise.all([send(node), send(other)]);
  assert.equal(first.body.id, second.body.id);
});

test('titles are escaped in mails to subscribers', async () => {
  const { create, subscribe, news, mails } = await setUp(server);
  await subscribe('grace@example.com');
  await create({ title: 'Faster <b>export</b>', published: true });
  await news('Faster', 1);
  const mail = (await mails()).find(({ subject }) => subject.startsWith('Faster'));
  assert.match(mail.html, /<h1 dir="auto">Faster &lt;b&gt;export&lt;\/b&gt;<\/h1>/);
  assert.ok(!mail.html.includes('<b>'));
});

test('nobody is mailed about an entry that was unpublished or deleted immediately', async () => {
  const { create, update, submit, subscribe, news, token } = await setUp(server);
  await subscribe('grace@example.com');
  const feedback = await submit('Export', 'ada@example.com');
  const release = await holdJobs(server.db);
  const entry = await create({ title: 'Too early', feedback_ids: [feedback], published: true });
  await update(entry.id, { published: false });
  const deleted = await create({ title: 'Too late', published: true });
  await server.call('DELETE', `/v1/changelog/${deleted.id}`, { token });
  await release();
  assert.deepEqual(await news('Too', 0), []);
});

test('a node killed while queueing mails neither loses nor duplicates any', { timeout: 120_000 }, async () => {
  const database = await createTestDatabase();
  const env = { DATABASE_URL: database.url };
  const node = await startTestServer(env);
  const { id, token } = await node.createProject();
  const projectId = parseId('prj', id) as string;
  // Mails are written by 200 at a time: the last one is alone.
  const emails = Array.from({ length: 201 }, (_, index) => `reader-${100 + index}@example.com`);
  await sql`
    INSERT INTO changelog_subscribers (project_id, email, confirmed_at)
    SELECT ${projectId}, email, now() FROM unnest(${emails}::text[]) AS email`.execute(node.db);
  const db = createDatabase(createPool({ connectionString: database.url }, () => {}));
  after(() => db.destroy());
  const release = await holdJobs(db);
  await node.call('POST', '/v1/changelog', { token, query: { project_id: id }, body: { title: 'First', published: true } });
  const jobs = sql`pgboss.job WHERE name = 'changelog.published/mail-subscribers' AND state < 'completed'`;
  const { rows: waiting } = await sql<{ cause: string }>`SELECT data -> 'data' ->> 'cause' AS cause FROM ${jobs}`.execute(db);
  assert.equal(waiting.length, 1);
  await node.stop();
  await release();
  await sql`UPDATE pgboss.job SET start_after = now() + interval '1 hour' WHERE id IN (SELECT id FROM ${jobs})`.execute(db);

  const killed = await startServerProcess(env);
  const countMails = sql<{ count: number }>`SELECT count(*)::int AS count FROM mails WHERE subject LIKE 'First%'`;
  await transact(db, async (tx) => {
    // The last mail cannot be written while this transaction holds its lock.
    await sql`
      INSERT INTO mails (project_id, id, cause, recipient, mailbox, subject, text_body, html_body, headers)
      VALUES (${projectId}, ${newId()}, ${waiting[0]?.cause}, ${emails.at(-1)}, ${emails.at(-1)}, '', '', '', '{}')`.execute(tx);
    await sql`UPDATE pgboss.job SET start_after = now() WHERE id IN (SELECT id FROM ${jobs})`.execute(db);
    await until(async () => {
      const { rows } = await sql`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
      return rows.length === 1 && (await countMails.execute(db)).rows[0]?.count === emails.length - 1;
    });
    await killed.end('SIGKILL');
    throw new Error('rollback');
  }).catch((error: Error) => assert.equal(error.message, 'rollback'));

  const next = await startTestServer(env);
  await restartAbandoned(next.db, 'changelog.published/');
  assert.equal((await countMails.execute(next.db)).rows[0]?.count, emails.length);
  const { rows } = await sql<{ recipient: string }>`SELECT recipient FROM mails ORDER BY recipient`.execute(next.db);
  assert.deepEqual(
    rows.map(({ recipient }) => recipient),
    emails,
  );
});
