import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startArchives } from './fixtures/archives.ts';

const { deps } = await startArchives();
const { db, parts } = deps;

test('every table of projects is in archives, or left out with a reason', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE a.attname = 'project_id' AND c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`.execute(
    db,
  );
  const declared = parts.flatMap(({ tables, omitted }) => [...tables.map(({ table }) => table), ...Object.keys(omitted)]);
  assert.deepEqual(
    declared.toSorted(),
    rows.map(({ name }) => name),
  );
});

test('the guide names every file of an archive', () => {
  const guide = readFileSync(new URL('../../../../docs/guides/archives.md', import.meta.url), 'utf8');
  const tables = parts.flatMap((part) => part.tables.map(({ table }) => table));
  assert.deepEqual(
    tables.filter((table) => !guide.includes(`\`${table}\``)),
    [],
  );
});

test('every column with ids is declared, so that a copy refers to its own records', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name <> 'project_id' AND (data_type = 'uuid' OR udt_name = '_uuid')`.execute(db);
  const unknown = parts.flatMap(({ tables }) =>
    tables.flatMap(({ table, ids, members = [], omitted = [] }) =>
      rows.flatMap((row) =>
        row.table === table && ![...Object.keys(ids), ...members, ...omitted].includes(row.column)
          ? [`${table}.${row.column}`]
          : [],
      ),
    ),
  );
  assert.deepEqual(unknown, []);
});

test('declared columns exist', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = 'public'`.execute(db);
  const known = new Set(rows.map(({ name }) => name));
  const declared = parts.flatMap(({ tables }) =>
    tables.flatMap(({ table, ids, members = [], omitted = [], values = {}, personal = {} }) =>
      [
        ...Object.keys(ids),
        ...members,
        ...omitted,
        ...Object.keys(values),
        ...(personal === 'rows' ? [] : Object.keys(personal)),
      ].map((column) => `${table}.${column}`),
    ),
  );
  assert.deepEqual(
    declared.filter((name) => !known.has(name)),
    [],
  );
});
