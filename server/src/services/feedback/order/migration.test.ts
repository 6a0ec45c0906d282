import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { newId } from '../../../platform/ids.ts';
import { migrate } from '../../../platform/postgres/migrate.ts';
import { openBefore } from '../../../platform/postgres/fixtures/before-migration.ts';
import { listEntries } from '../views/list-store.ts';

test('the manual order of all entries remains when places become times', async () => {
  const db = await openBefore('0020_feedback_times');
  /** Place of each entry, by number. Null for entries that were never moved. Numbers 3 and 6 were deleted. */
  const boards: [place: string | null, number: number][][] = [
    [1, 2, 4, 5, 7, 8].map((number) => [null, number]),
    [
      [null, 1],
      ['-4.5', 2],
      ['-1.25', 4],
      ['-1.125', 5],
      ['-8.5', 7],
      [null, 8],
    ],
    [
      ['0.5', 1],
      ['2.5', 2],
      ['-6.5', 4],
      ['-6.25', 5],
      ['-11', 7],
      ['-9.999999', 8],
    ],
  ];
  const projects = boards.map(() => newId());
  const before: string[][] = [];
  for (const [index, board] of boards.entries()) {
    const project = projects[index] as string;
    await sql`INSERT INTO projects (id, name, slug) VALUES (${project}, 'Acme', ${`acme-${index}`})`.execute(db);
    for (const [place, number] of board)
      await sql`
        INSERT INTO feedback_entries (project_id, id, number, type, title, visibility, search, trend, board_order, created_at, updated_at)
        VALUES (${project}, ${newId()}, ${number}, 'bug', ${`Entry ${number}`}, 'public', '', 0, ${place}::numeric,
          timestamptz '2026-01-01 00:00Z' + ${number * number} * interval '1 hour', now())`.execute(db);
    const { rows } = await sql<{ title: string }>`
      SELECT title FROM feedback_entries WHERE project_id = ${project} ORDER BY coalesce(board_order, -number::numeric), -number`.execute(
      db,
    );
    before.push(rows.map(({ title }) => title));
  }
  await migrate(db);
  for (const [index, project] of projects.entries()) {
    const { rows } = await listEntries(db, project, {}, { sort: 'manual', limit: 10, offset: 0 });
    assert.deepEqual(
      rows.map(({ title }) => title),
      before[index],
      `board ${index}`,
    );
  }
  const [, moved] = before;
  assert.notDeepEqual(moved, before[0]);
});
