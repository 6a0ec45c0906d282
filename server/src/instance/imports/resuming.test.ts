import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '../../testing/database.ts';
import { failAt } from '../../testing/fail-point.ts';
import { restartAbandoned } from '../../testing/jobs.ts';
import { assertSoonRefused, startServerProcess } from '../../testing/process.ts';
import { type Json, startTestServer } from '../../testing/server.ts';
import { until, untilBlocked } from '../../testing/until.ts';
import { createImporting } from './fixtures/importing.ts';

const ROWS = 3_500;
const MAX_MS = 120_000;

test(
  'continues a check after a stop, and stores each record once after a kill between two batches',
  { timeout: 300_000 },
  async () => {
    const database = await createTestDatabase();
    const env = { DATABASE_URL: database.url };
    const first = await startTestServer(env);
    const project = await first.createProject('Acme');
    const { id: projectId, token } = project;
    const rows = Array.from({ length: ROWS }, (_, number) => `${number},Idea ${number},2025-01-01`);
    const importing = createImporting(first, project);
    const { id } = await importing.upload('csv', { 'ideas.csv': ['id,title,created', ...rows].join('\n') });

    // The lock keeps the check within its first batch until the server stops.
    const blocker = new pg.Client({ connectionString: database.url });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE import_problems IN ACCESS EXCLUSIVE MODE');
    await importing.start(id, 'check');
    await untilBlocked(first.db);
    const stopped = first.stop();
    await assertSoonRefused(first.url);
    await blocker.query('COMMIT');
    await blocker.end();
    await stopped;

    const killed = await startServerProcess(
      { ...env, EARSHOT_THROTTLE: 'off' },
      failAt({ statement: 'UPDATE imports SET "processed"', moment: 'before commit', occurrence: 3 }),
    );
    const authorized = { headers: { authorization: `Bearer ${token}` } };
    const checked = await until(async () => {
      const current = (await (await fetch(`${killed.url}/v1/imports/${id}`, authorized)).json()) as Json;
      return current.status !== 'checking' && current;
    }, MAX_MS);
    assert.deepEqual([checked.status, checked.check_counts.feedback.created], ['ready', ROWS]);
    const started = await fetch(`${killed.url}/v1/imports/${id}/run`, { method: 'POST', ...authorized });
    assert.equal(started.status, 202);
    await until(() => killed.child.signalCode, MAX_MS);

    const next = await startTestServer(env);
    const { get } = createImporting(next, project);
    const before = await get(id);
    assert.deepEqual([before.status, before.processed], ['running', 2_000], 'killed in the middle');
    await restartAbandoned(next.db, 'imports.work', MAX_MS);
    const after = await get(id);
    assert.deepEqual([after.status, after.counts.feedback.created], ['finished', ROWS]);
    const { body } = await next.call('GET', '/v1/feedback', { token, query: { project_id: projectId } });
    assert.equal(body.total, ROWS);
  },
);
