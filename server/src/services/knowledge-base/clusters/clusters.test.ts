import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { transact } from '../../../platform/postgres/database.ts';
import { runJobs, runScheduled } from '../../../testing/jobs.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { until, untilBlocked } from '../../../testing/until.ts';
import { compare, computeEditDistance, getMaxErrors } from '../search/spelling.ts';
import { correctTerms, toKey } from './clustering.ts';
import { decideCluster } from './clusters.ts';
import { deleteClusters } from './clusters-store.ts';

const server = await sharedTestServer();
const { call, db } = server;

/** Creates a project with four indexes: one in German, and three in English. */
async function createHelpCenter() {
  const { id: project, token, key } = await server.createProject();
  const scope = { token, query: { project_id: project } };
  const indexes: string[] = [];
  for (const [name, language] of Object.entries({ Export: 'en', Konto: 'de', Team: 'en', Zoom: 'en' })) {
    const { body } = await call('POST', '/v1/indexes', { ...scope, body: { name, language } });
    indexes.push(body.id);
  }
  const [first = '', german = ''] = indexes;
  const write = async (index: string, id: string, content: string) =>
    (await call('PUT', `/v1/indexes/${index}/documents/by-external-id/${id}`, { token, body: { content } })).body.id as string;
  await write(first, 'export', '# Export\n\nAs CSV.');
  const article = await write(german, 'konto', '# Konto\n\nPasswort und Adresse.');
  const search = async (query: string, options: object = { key }) =>
    (await call('POST', '/v1/indexes/search', { ...options, body: { query } })).body;
  const open = async ({ query_id: id, results: [result] }: Json) =>
    call('POST', `/v1/indexes/${result.index_id}/search/${id}/click`, { key, body: { document_id: result.document_id } });
  const list = async (query: object = {}): Promise<Json[]> =>
    (await call('GET', '/v1/search-clusters', { token, query: { project_id: project, ...query } })).body.data;
  const compute = async () => {
    // Waits until the searches are in ClickHouse.
    await call('GET', `/v1/indexes/${german}/insights`, { token });
    await runScheduled(db, 'knowledge-base.cluster');
  };
  const find = async (query: string): Promise<Json> => (await list()).find((cluster) => cluster.query === query);
  const change = async (query: string, body: object) =>
    (await call('PATCH', `/v1/search-clusters/${(await find(query)).id}`, { token, body })).body;
  return { project, token, key, scope, indexes, german, article, write, search, open, list, compute, find, change };
}

const summarize = (clusters: Json[]) => clusters.map(({ query, searches, status }) => [query, searches, status]);

test('clusters unanswered searches of four indexes, and follows a cluster from a request to its article', async () => {
  const help = await createHelpCenter();
  const { project, token, key, scope, indexes, german, article, write, search, open, list, compute, find, change } = help;
  const userToken = await server.signUser({ id: project, token }, { id: 'u_1', name: 'Ada' });
  for (const query of ['dark mode', 'dark mode', 'the Dark Mode', 'dark modes', 'drak mode']) await search(query);
  await search('dark mode', { key, headers: { 'x-user-token': userToken } });
  await call('POST', `/v1/indexes/${german}/search`, { key, body: { query: 'dark mode' } });
  for (const query of ['Rechnungen als PDF', 'Rechnungen als PDF', 'PDF Rechnung']) await search(query);
  // Opened, not opened, and of a member, who cannot report a click.
  await open(await search('export'));
  await search('Exports');
  await search('export', scope);
  await search('sso', scope);
  await compute();

  assert.deepEqual(summarize(await list()), [
    ['dark mode', 7, 'open'],
    ['Rechnungen als PDF', 3, 'open'],
    ['sso', 1, 'open'],
    ['Exports', 1, 'open'],
  ]);
  const dark = await find('dark mode');
  assert.deepEqual([dark.examples, dark.people], [['dark modes', 'drak mode', 'the Dark Mode'], 1]);
  const insights = await Promise.all(
    indexes.map(async (index) => (await call('GET', `/v1/indexes/${index}/insights`, { token })).body),
  );
  assert.equal(
    insights.reduce((sum, { searches }) => sum + searches, 0),
    14,
    'a search over four indexes is one search',
  );

  const createEntry = async (title: string) =>
    (await call('POST', '/v1/feedback', { key, body: { title, type: 'feature' } })).body.id as string;
  const [entry, other] = [await createEntry('Dark mode'), await createEntry('Night mode')];
  assert.equal((await change('dark mode', { feedback_id: entry })).status, 'linked');
  const counts = async (id: string) => {
    const { body } = await call('GET', `/v1/feedback/${id}`, { token });
    return [body.search_count, body.upvote_count];
  };
  assert.deepEqual(
    [await counts(entry), await counts(other)],
    [
      [7, 0],
      [0, 0],
    ],
  );
  assert.equal('search_count' in (await call('GET', `/v1/feedback/${entry}`, { key })).body, false);
  await call('POST', `/v1/feedback/${entry}/merge`, { token, body: { into: other } });
  await runJobs(db, 'feedback.merged/move-search-clusters');
  assert.deepEqual(await counts(other), [7, 0]);
  await call('DELETE', `/v1/feedback/${other}`, { token });
  await runJobs(db, 'feedback.deleted/unlink-search-clusters');
  assert.equal((await find('dark mode')).status, 'open');

  assert.equal((await change('sso', { status: 'dismissed' })).status, 'dismissed');
  assert.deepEqual(summarize(await list({ status: 'dismissed' })), [['sso', 1, 'dismissed']]);
  assert.equal((await change('sso', { status: 'open' })).status, 'open');

  const linked = await change('Rechnungen als PDF', { document_id: article });
  assert.deepEqual([linked.status, linked.document_id, linked.index_id, linked.watched], ['linked', article, german, null]);
  assert.equal((await change('Rechnungen als PDF', { document_id: null })).status, 'open');
  await change('Rechnungen als PDF', { document_id: article });
  await write(german, 'konto', '# Konto\n\nJede Rechnung als PDF.');
  assert.equal((await find('Rechnungen als PDF')).status, 'closed');
  await search('PDF Rechnung');
  await compute();
  const { searches: watchedFirst, answered: answeredFirst } = (await find('PDF Rechnung')).watched;
  assert.deepEqual([watchedFirst, answeredFirst], [1, 0], 'its results were not opened');
  await open(await search('rechnung pdf'));
  await open(await search('PDF-Rechnungen'));
  await search('dark mode');
  await compute();
  const closed = await find('PDF Rechnung');
  assert.deepEqual([closed.id, closed.searches, closed.status], [linked.id, 4, 'closed']);
  const { until: end, ...watched } = closed.watched;
  assert.deepEqual(watched, { searches: 3, answered: 2 });
  assert.equal(Date.parse(end) - Date.parse(closed.updated_at), 14 * 86_400_000);

  await sql`
    UPDATE knowledge_search_clusters SET closed_at = closed_at - interval '16 days'
    WHERE project_id = ${parseId('prj', project)} AND status = 'closed'`.execute(db);
  await search('PDF Rechnung');
  await compute();
  const { watched: after, searches } = (await call('GET', `/v1/search-clusters/${closed.id}`, { token })).body;
  assert.deepEqual([after.searches, after.answered, searches], [3, 2, 5], 'watched for 14 days');

  const written = await write(german, 'exports', '# Exports\n\nEin Export.');
  assert.equal((await change('Exports', { document_id: written })).status, 'closed', 'the article is newer than the searches');
  await call('DELETE', `/v1/indexes/${german}/documents/${written}`, { token });
  await compute();
  assert.deepEqual(
    [(await find('Exports')).document_id, (await find('dark mode')).searches],
    [null, 8],
    'a cluster keeps its id and its count',
  );
});

test('computes the first clusters once when several searches ask for them', async () => {
  const { project, german, token, search, list } = await createHelpCenter();
  const queries = ['dark mode', 'invoices', 'sso'];
  await transact(db, async (tx) => {
    // From now on, the computations wait.
    await sql`SELECT FROM projects WHERE id = ${parseId('prj', project)} FOR NO KEY UPDATE`.execute(tx);
    for (const query of queries) await search(query);
    await call('GET', `/v1/indexes/${german}/insights`, { token });
    await runJobs(db, 'knowledge_base.searched_without_results/');
    await sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'knowledge-base.cluster-project' AND state < 'active'`.execute(
      db,
    );
    await until(async () => {
      const { rows } = await sql`
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'SELECT FROM projects%FOR NO KEY UPDATE'`.execute(
        db,
      );
      // A worker may fetch the other one later.
      return rows.length >= 2;
    });
  });
  await runJobs(db, 'knowledge-base.cluster-project');
  assert.deepEqual((await list()).map(({ query }) => query).toSorted(compare), queries);
});

test('forgets the searches of an erased person, and keeps those of others', async () => {
  const { project, token, key, search, compute, list } = await createHelpCenter();
  const userToken = await server.signUser({ id: project, token }, { id: 'u_1', name: 'Ada' });
  const asAda = { key, headers: { 'x-user-token': userToken } };
  for (const query of ['Lovelace invoice', 'webhooks']) await search(query, asAda);
  await search('webhooks');
  await compute();
  assert.deepEqual(summarize(await list()), [
    ['webhooks', 2, 'open'],
    ['Lovelace invoice', 1, 'open'],
  ]);
  const { status } = await call('POST', `/v1/projects/${project}/people/erase`, { token, body: { user_id: 'u_1' } });
  assert.equal(status, 200);
  await runJobs(db, 'knowledge-base.cluster-project');
  assert.deepEqual(
    (await list()).map(({ query, searches, people }) => [query, searches, people]),
    [['webhooks', 1, 0]],
  );
});

test('computes the first clusters of a project soon after a search without results', async () => {
  const { german, token, search, list } = await createHelpCenter();
  await search('dark mode');
  await call('GET', `/v1/indexes/${german}/insights`, { token });
  await runJobs(db, 'knowledge_base.searched_without_results/');
  await runJobs(db, 'knowledge-base.cluster-project');
  assert.deepEqual(summarize(await list()), [['dark mode', 1, 'open']]);
});

test('rejects links to records of other projects, and contradictions', async () => {
  const { search, compute, change, key } = await createHelpCenter();
  await search('nothing');
  await compute();
  const errors: [body: object, code: string, path: string | undefined][] = [
    [{ feedback_id: 'fb_01kaga0zrefb8tqs3yh4kx9m2d' }, 'not_found', 'feedback_id'],
    [{ document_id: 'doc_01kaga0zrefb8tqs3yh4kx9m2d' }, 'not_found', 'document_id'],
    [{ document_id: 'guides/export' }, 'not_found', 'document_id'],
    [{ status: 'open', feedback_id: null }, 'conflict', 'status'],
  ];
  for (const [body, code, path] of errors) {
    const [field] = (await change('nothing', body)).fields;
    assert.deepEqual([field.code, field.path], [code, path]);
  }
  assert.equal((await call('GET', '/v1/search-clusters', { key })).status, 403);
});

test('keeps both of two links that are made at the same time', async () => {
  const { project, article, token, key, search, compute, find } = await createHelpCenter();
  await search('nothing');
  await compute();
  const { id } = await find('nothing');
  const { body: entry } = await call('POST', '/v1/feedback', { key, body: { title: 'Nothing' } });
  const cluster = { projectId: parseId('prj', project) ?? '', id: parseId('scl', id) ?? '' };
  const { waiting } = await transact(db, async (tx) => {
    await decideCluster({ db: tx, findFeedbackIds: async () => [] }, { ...cluster, change: { document_id: article } });
    const request = call('PATCH', `/v1/search-clusters/${id}`, { token, body: { feedback_id: entry.id } });
    await untilBlocked(db);
    return { waiting: request };
  });
  const { feedback_id, document_id } = (await waiting).body;
  assert.deepEqual([feedback_id, document_id], [entry.id, article]);
});

test('returns 404 for unknown clusters, and for a cluster that is deleted during a change', async () => {
  const { project, token, search, compute, find, list } = await createHelpCenter();
  await search('nothing');
  await compute();
  const { id } = await find('nothing');
  const dismiss = (cluster: string) => call('PATCH', `/v1/search-clusters/${cluster}`, { token, body: { status: 'dismissed' } });
  const { waiting } = await transact(db, async (tx) => {
    await deleteClusters(tx, parseId('prj', project) ?? '', [parseId('scl', id) ?? '']);
    const request = dismiss(id);
    await untilBlocked(db);
    return { waiting: request };
  });
  const unknown = 'scl_01kaga0zrefb8tqs3yh4kx9m2d';
  const answers = [await waiting, await dismiss(id), await dismiss(unknown)];
  for (const cluster of [id, unknown]) answers.push(await call('GET', `/v1/search-clusters/${cluster}`, { token }));
  for (const { status, body } of answers) assert.deepEqual([status, body.code], [404, 'search_clusters.not_found']);
  assert.deepEqual(await list(), []);
});

test('corrects misspellings as a plain comparison of all words does, in any order', async () => {
  /** Compares each word with all words before it, in order of their frequency. */
  function correctPlainly(counts: Map<string, number>, known: Set<string>): Map<string, string> {
    const corrections = new Map<string, string>();
    const correct: string[] = [];
    const of = (word: string) => counts.get(word) ?? 0;
    const isKnown = (word: string) => Number(known.has(word));
    const words = [...counts.keys()].toSorted((a, b) => isKnown(b) - isKnown(a) || of(b) - of(a) || compare(a, b));
    for (const word of words) {
      const [best] = correct
        .filter((other) => !known.has(word) && (known.has(other) || of(other) >= 2 * of(word)))
        .map((other) => ({ other, distance: computeEditDistance(word, other, getMaxErrors(word)) }))
        .filter(({ distance }) => distance <= getMaxErrors(word))
        .toSorted(
          (a, b) =>
            a.distance - b.distance ||
            Number(b.other[0] === word[0]) - Number(a.other[0] === word[0]) ||
            of(b.other) - of(a.other) ||
            compare(a.other, b.other),
        );
      if (best) corrections.set(word, best.other);
      else if (getMaxErrors(word)) correct.push(word);
    }
    return corrections;
  }
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 2, maxLength: 10 });
  const searches = fc.uniqueArray(fc.tuple(word, fc.integer({ min: 1, max: 9 }), fc.boolean()), {
    maxLength: 40,
    selector: ([text]) => text,
  });
  await fc.assert(
    fc.asyncProperty(searches, async (rows) => {
      const known = new Set(rows.filter(([, count, isKnown]) => isKnown && count > 6).map(([text]) => text));
      const counts = new Map(rows.map(([text, count]) => [text, count]));
      const corrections = await correctTerms(counts, known);
      assert.deepEqual(corrections, correctPlainly(counts, known));
      assert.deepEqual(await correctTerms(new Map([...counts].toReversed()), known), corrections);
      for (const corrected of corrections.values()) assert.equal(toKey([corrected], corrections), corrected, 'one cluster');
      const sums = new Map<string, number>();
      for (const [text, count] of counts) {
        const key = toKey([text], corrections);
        sums.set(key, (sums.get(key) ?? 0) + count);
      }
      const total = (values: Iterable<number>) => [...values].reduce((sum, value) => sum + value, 0);
      assert.equal(total(sums.values()), total(counts.values()));
    }),
  );
});
