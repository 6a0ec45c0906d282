import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../testing/database.ts';
import { failAt } from '../../testing/fail-point.ts';
import { restartAbandoned } from '../../testing/jobs.ts';
import { startServerProcess } from '../../testing/process.ts';
import { startTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { createImporting } from './fixtures/importing.ts';

const ROWS = 3_500;
const MAX_MS = 120_000;

test('stores each record once although the server is killed between two batches', { timeout: 300_000 }, async () => {
  const database = await createTestDatabase();
  const env = { DATABASE_URL: database.url };
  const first = await startTestServer(env);
  const project = await first.createProject('Acme');
  const { id: projectId, token } = project;
  const rows = Array.from({ length: ROWS }, (_, number) => `${number},Idea ${number},2025-01-01`);
  const { id } = await createImporting(first, project).upload('csv', { 'ideas.csv': ['id,title,created', ...rows].join('\n') });
  await first.stop();

  const killed = await startServerProcess(
    { ...env, EARSHOT_THROTTLE: 'off' },
    failAt({ statement: 'UPDATE imports SET "processed"', moment: 'before commit', occurrence: 3 }),
  );
  const started = await fetch(`${killed.url}/v1/imports/${id}/run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
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
});
