import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadModule } from 'libpg-query';
import { findUnscopedTables } from './unscoped.ts';

await loadModule();

const TABLES = new Set(['entries', 'votes', 'tags']);

for (const [statement, ...unscoped] of [
  ['SELECT 1'],
  ['SELECT title FROM entries WHERE project_id = $1'],
  ['SELECT title FROM entries WHERE id = $1', 'entries'],
  ['SELECT title FROM entries', 'entries'],
  ['SELECT project_id FROM entries WHERE id = $1'],
  ['SELECT id FROM entries WHERE project_id > $1', 'entries'],
  ['SELECT id FROM entries WHERE project_id::text = $1'],
  ['SELECT e.id FROM entries e JOIN votes v ON v.project_id::text = e.project_id::text WHERE v.id = $1', 'entries', 'votes'],
  ['SELECT id FROM entries WHERE project_id = ANY($1::uuid[]) OR project_id IN ($2, $3)'],
  ['SELECT id FROM entries WHERE (project_id, id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))'],
  ['SELECT e.id FROM entries e JOIN votes v ON v.project_id = e.project_id AND v.entry_id = e.id WHERE e.project_id = $1'],
  ['SELECT e.id FROM entries e JOIN votes v ON v.entry_id = e.id WHERE e.project_id = $1', 'votes'],
  ['SELECT e.id FROM entries e JOIN votes v ON v.project_id = e.project_id WHERE v.entry_id = $1', 'entries', 'votes'],
  ['SELECT e.id FROM entries e LEFT JOIN votes USING (project_id, id) WHERE e.project_id = $1'],
  [
    'SELECT e.id FROM entries e JOIN LATERAL (SELECT FROM votes WHERE project_id = e.project_id) v ON true WHERE e.project_id = $1',
  ],
  ['SELECT (SELECT count(*) FROM votes v WHERE v.entry_id = e.id) FROM entries e WHERE e.project_id = $1', 'votes'],
  ['SELECT (SELECT count(*) FROM votes v WHERE v.project_id = e.project_id) FROM entries e WHERE e.project_id = $1'],
  ['SELECT k.title FROM projects p JOIN entries k ON k.project_id = p.id WHERE p.id = $1'],
  ['SELECT k.title FROM projects p JOIN entries k ON k.project_id = p.id WHERE p.slug = $1', 'entries'],
  ['WITH given AS (SELECT $1::uuid AS id) SELECT title FROM entries, given WHERE project_id = given.id'],
  ['WITH entries AS (SELECT 1) SELECT * FROM entries'],
  ['WITH gone AS (DELETE FROM entries WHERE id = $1 RETURNING id) SELECT id FROM gone', 'entries'],
  ['INSERT INTO entries (project_id, id) VALUES ($1, $2) ON CONFLICT (project_id, id) DO UPDATE SET title = $3'],
  ['INSERT INTO entries (project_id, id) SELECT project_id, id FROM votes', 'votes'],
  ['WITH tags AS (SELECT $1::uuid AS id) INSERT INTO entries SELECT id FROM tags'],
  ['DELETE FROM entries', 'entries'],
  ['WITH entries AS (SELECT 1) DELETE FROM entries', 'entries'],
  ['UPDATE votes SET project_id = e.project_id FROM entries e WHERE votes.entry_id = e.id', 'entries', 'votes'],
  ['SELECT id FROM entries WHERE project_id IN (SELECT project_id FROM votes)', 'votes'],
  ['SELECT id FROM entries WHERE NOT project_id = $1', 'entries'],
  ['SELECT id FROM entries WHERE project_id NOT IN (SELECT $1::uuid)', 'entries'],
  ['SELECT id FROM entries WHERE $1 IS NULL OR project_id = $1', 'entries'],
  ['SELECT id FROM entries WHERE project_id = $1 AND (id = $2 OR external_id = $3)'],
  ['SELECT e.id FROM entries e JOIN users u ON u.id = e.user_id JOIN votes v USING (project_id, id)', 'entries', 'votes'],
  ['SELECT e.id FROM (SELECT id FROM projects) p JOIN entries e ON p.id = e.project_id', 'entries'],
  ['SELECT id FROM (SELECT project_id, id FROM entries)', 'entries'],
  ['SELECT e.id FROM entries e JOIN unnest($1::uuid[], $2::int[]) AS given(project_id, id) USING (project_id, id)'],
  ['SELECT x.title FROM (SELECT title, project_id AS owner FROM entries) AS x WHERE x.owner = $1'],
  ['SELECT x.title FROM (SELECT title, project_id AS owner FROM entries) AS x WHERE x.title = $1', 'entries'],
  ['SELECT 1 FROM (SELECT project_id FROM votes WHERE id = 1 UNION ALL SELECT project_id FROM tags) w WHERE project_id = $1'],
  ['SELECT 1 FROM (SELECT project_id, id FROM votes UNION ALL SELECT project_id, id FROM tags) w WHERE id = $1', 'votes', 'tags'],
  ['SELECT e.id FROM entries e JOIN (SELECT project_id, id FROM votes) v ON v.project_id = e.project_id', 'votes'],
  ['UPDATE entries SET title = $1', 'entries'],
  ['UPDATE entries e SET title = v.title FROM votes v WHERE v.project_id = e.project_id AND e.project_id = $1'],
  ['DELETE FROM entries e USING votes v WHERE v.project_id = $1 AND e.id = v.entry_id', 'entries'],
  ['SELECT id FROM entries WHERE project_id = $1 UNION ALL SELECT id FROM votes', 'votes'],
  ['MERGE INTO entries e USING votes v ON v.id = e.id WHEN MATCHED THEN DELETE', 'votes', 'entries'],
] as [string, ...string[]][])
  test(statement, () => assert.deepEqual(findUnscopedTables(statement, TABLES), unscoped));
