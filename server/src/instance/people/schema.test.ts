import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { buildRollups } from '../../services/analytics/rollups/builder.ts';
import { openClickHouse } from '../../platform/clickhouse/clickhouse.ts';
import { createTables } from '../../platform/clickhouse/schema.ts';
import { join, raw, sql as clickhouseSql } from '../../platform/clickhouse/sql.ts';
import { readConfig } from '../../platform/config/config.ts';
import { parseId } from '../../platform/ids.ts';
import { clickhouseUrlFor, createTestDatabase, TEST_CLUSTER } from '../../testing/database.ts';
import { settleJobs } from '../../testing/jobs.ts';
import { startReceiver } from '../../testing/receiver.ts';
import { startTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { picture, uploadTo } from '../uploads/fixtures/images.ts';
import { CLICKHOUSE_COLUMNS, ERASED, POSTGRES_COLUMNS } from './fixtures/columns.ts';
import { plantDays } from './fixtures/days.ts';
import { CLEARED, MENTIONS, REPLACED } from './fixtures/mentions.ts';
import { plantRest } from './fixtures/rest.ts';

// Checks the schema of both databases: fixtures/columns.ts must list every column that can contain text. Then inserts a person into
// every listed column, erases the person, and searches all columns.

const database = await createTestDatabase();
const server = await startTestServer({ DATABASE_URL: database.url, EARSHOT_WEBHOOK_ALLOW_PRIVATE: 'on' });
const clickhouse = await openClickHouse(readConfig({ CLICKHOUSE_URL: clickhouseUrlFor(database.url) }));
// The server creates its tables with the first statement.
await createTables(clickhouse, TEST_CLUSTER);
after(clickhouse.close);
const { call, db } = server;

const MARKER = 'zqmarker';
const EMAIL = `${MARKER}@people.example`;
const USER_ID = `u-${MARKER}`;
const DAY_MS = 86_400_000;

type Table = [name: string, columns: string[]];

const NO_TEXT = ['uuid', 'integer', 'bigint', 'smallint', 'boolean', 'double precision', 'real', 'numeric', 'date', 'interval'];

/**
 * Returns the tables of PostgreSQL with their columns that can contain text. Partitions are skipped, because their table shows the
 * same rows.
 */
async function readPostgres(): Promise<Table[]> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    SELECT CASE t.table_schema WHEN 'public' THEN '' ELSE t.table_schema || '.' END || t.table_name AS name,
      array_agg(c.column_name::text ORDER BY c.ordinal_position) AS columns
    FROM information_schema.tables t
      JOIN information_schema.columns c USING (table_schema, table_name)
      JOIN pg_class ON pg_class.oid = format('%I.%I', t.table_schema, t.table_name)::regclass
    WHERE t.table_schema NOT IN ('pg_catalog', 'information_schema') AND t.table_type = 'BASE TABLE' AND NOT pg_class.relispartition
      AND c.data_type <> ALL(${NO_TEXT}) AND c.data_type <> 'timestamp with time zone'
    GROUP BY 1 ORDER BY 1`.execute(db);
  return rows.map(({ name, columns }) => [name, columns]);
}

async function readClickHouse(): Promise<Table[]> {
  const rows = await clickhouse.query<{ table: string; columns: string[] }>(
    raw(String.raw`SELECT table, groupArray(name) AS columns FROM system.columns
      WHERE database = currentDatabase() AND NOT match(type, '^(Array\\()?(UUID|U?Int\\d+|Bool|DateTime64\\(.*\\)|Date)\\)?$')
      GROUP BY table ORDER BY table`),
  );
  return rows.map(({ table, columns }) => [table, columns]);
}

const listOf = (tables: Table[]) =>
  tables.flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`)).toSorted();
const namesOf = (columns: Record<string, Record<string, string>>, decision?: string) =>
  Object.entries(columns)
    .flatMap(([table, decided]) =>
      Object.entries(decided)
        .filter(([, how]) => decision === undefined || how === decision)
        .map(([column]) => `${table}.${column}`),
    )
    .toSorted();

/** Returns columns that contain the marker, in any row. */
async function findMarker(): Promise<{ postgres: string[]; clickhouse: string[] }> {
  const found = { postgres: [] as string[], clickhouse: [] as string[] };
  for (const [table, columns] of await readPostgres()) {
    const looks = columns.map(
      (name) => sql`coalesce(bool_or(${sql.ref(name)}::text ILIKE ${`%${MARKER}%`}), false) AS ${sql.ref(name)}`,
    );
    const { rows } = await sql<Record<string, boolean>>`SELECT ${sql.join(looks)} FROM ${sql.table(table)}`.execute(db);
    found.postgres.push(...columns.filter((name) => rows[0]?.[name]).map((name) => `${table}.${name}`));
  }
  for (const [table, columns] of await readClickHouse()) {
    const looks = columns.map(
      (name) =>
        clickhouseSql`countIf(positionCaseInsensitive(toString(${raw(`\`${name}\``)}), ${MARKER}) > 0) AS ${raw(`\`${name}\``)}`,
    );
    const [row] = await clickhouse.query<Record<string, number>>(clickhouseSql`SELECT ${join(looks)} FROM ${raw(table)}`);
    found.clickhouse.push(...columns.filter((name) => row?.[name]).map((name) => `${table}.${name}`));
  }
  return { postgres: found.postgres.toSorted(), clickhouse: found.clickhouse.toSorted() };
}

test('every text column is listed with its erasure rule', async () => {
  assert.deepEqual(listOf(await readPostgres()), namesOf(POSTGRES_COLUMNS), 'decide in people/fixtures/mentions.ts');
  assert.deepEqual(listOf(await readClickHouse()), namesOf(CLICKHOUSE_COLUMNS), 'decide in people/fixtures/mentions.ts');
});

test('a person in every listed column is exported and erased completely', { timeout: 120_000 }, async () => {
  const project = await server.createProject();
  const projectId = parseId('prj', project.id) as string;
  const { image, shared, receiver } = await plant(project);
  await settleJobs(db, projectId);
  await plantRest(db, projectId, { marker: MARKER, email: EMAIL });
  await plantDays(clickhouse, projectId, EMAIL);
  await until(() =>
    buildRollups({ db, clickhouse, cluster: TEST_CLUSTER }, { now: Date.now(), quietMs: 0 }).then((days) => days > 0),
  );

  const planted = await findMarker();
  assert.deepEqual(
    namesOf(POSTGRES_COLUMNS, ERASED).filter((column) => !planted.postgres.includes(column)),
    [],
    'plant the person there, too',
  );
  assert.deepEqual(
    namesOf(CLICKHOUSE_COLUMNS, ERASED).filter((column) => !planted.clickhouse.includes(column)),
    [],
    'plant the person there, too',
  );

  // Erasing notifies webhooks of deleted entries. From now on, this receiver must get no data about the person.
  receiver.answer((response) => response.writeHead(204).end());
  const ask = (what: string, body: object = { email: EMAIL.toUpperCase() }) =>
    call('POST', `/v1/projects/${project.id}/people/${what}`, { token: project.token, body });
  const { status, body: data } = await ask('export');
  assert.equal(status, 200);
  const { project_id: _, exported_at: _at, person, ...sections } = data;
  assert.deepEqual(person, { emails: [EMAIL], user_ids: [USER_ID] }, 'the vote verifies both');
  for (const [name, rows] of Object.entries(sections)) assert.ok((rows as object[]).length > 0, name);
  assert.equal(sections.feedback_entries.length, 2);

  const { body: erased } = await ask('erase');
  assert.deepEqual([erased.emails, erased.user_ids], [[EMAIL], [USER_ID]]);
  assert.deepEqual(
    Object.entries(erased.erased).filter(([, count]) => !count),
    [],
    'each area says how much it was',
  );
  assert.deepEqual(await findMarker(), { postgres: [], clickhouse: [] });

  assert.equal((await fetch(image)).status, 404);
  const { body: left } = await call('GET', `/v1/feedback/${shared}`, { token: project.token });
  assert.deepEqual([left.title, left.upvote_count, left.submitter_name], ['Export as CSV', 2, null]);
  assert.equal(left.description, 'Write to [removed].');
  const { body: counted } = await call('GET', '/v1/feedback', { key: project.key });
  assert.equal(counted.total, 2, 'counts are right');

  const again = await ask('erase', { email: EMAIL, user_id: USER_ID });
  assert.deepEqual(
    Object.entries(again.body.erased).filter(([, count]) => count),
    [],
    'nothing is left',
  );
  const empty = await ask('export', { email: EMAIL, user_id: USER_ID });
  assert.ok(Object.values(empty.body).every((rows) => !Array.isArray(rows) || !rows.length));
});

test('only admins erase and export people, by address, id or both', async () => {
  const { id, token } = await server.createProject();
  const member = await server.signIn();
  await call('POST', `/v1/projects/${id}/members`, { token, body: { email: member.email, role: 'member' } });
  for (const what of ['erase', 'export']) {
    const ask = (body: object, by = token) => call('POST', `/v1/projects/${id}/people/${what}`, { token: by, body });
    assert.equal((await ask({ email: EMAIL }, member.token)).status, 403);
    assert.equal((await ask({ user_id: USER_ID })).status, 200);
    assert.equal((await ask({})).status, 400);
    assert.equal((await ask({ email: 'ada' })).body.error, 'email must be a valid email address');
  }
});

test('similar addresses are kept', async () => {
  const { id, key, token } = await server.createProject();
  const others = ['xada@example.com', 'ada@example.com.au', 'ada+x@example.com', 'a-ada@example.com'];
  const { body } = await call('POST', '/v1/feedback', {
    key,
    body: {
      title: 'Export',
      description: `${others.join('; ')}; (ADA@example.com), <ada@example.com>. ada%40example.com 'ada@example.com' _ada@example.com_ ?to=%2F%3Fe%3Dada%2540example.com`,
    },
  });
  for (const email of ['ada@example.com', ...others])
    await call('POST', '/v1/waitlist', { key, body: { email, name: `Friend of 'ada@example.com'` } });
  for (const url of ['/?email=%2Fada%40example.com', '/?email=xada@example.com'])
    await call('POST', '/v1/analytics/events', { key, body: { url, user_id: url, properties: { said: "'none'" } } });
  // Moves the events to ClickHouse.
  await call('GET', '/v1/analytics/overview', { token, query: { project_id: id } });
  const other = await server.createProject();
  const asked = { token: other.token, body: { email: 'ada@example.com' } };
  const { body: theirs } = await call('POST', `/v1/projects/${other.id}/people/export`, asked);
  assert.deepEqual(theirs.analytics_events, [], 'another project has no event that mentions the address');
  const { status } = await call('POST', `/v1/projects/${id}/people/erase`, { token, body: { email: 'Ada@Example.com' } });
  assert.equal(status, 200);
  const { body: entry } = await call('GET', `/v1/feedback/${body.id}`, { token });
  assert.equal(
    entry.description,
    `${others.join('; ')}; ([removed]), <[removed]>. [removed] '[removed]' _[removed]_ ?to=%2F%3Fe%3D[removed]`,
  );
  const { body: line } = await call('GET', '/v1/waitlist', { token, query: { project_id: id } });
  assert.deepEqual(line.data.map(({ email }: { email: string }) => email).toSorted(), others.toSorted());
  assert.deepEqual([...new Set(line.data.map(({ name }: { name: string }) => name))], [`Friend of '[removed]'`]);
  const found = await call('GET', '/v1/waitlist', { token, query: { project_id: id, q: 'friend' } });
  assert.equal(found.body.total, others.length);
  const { body: overview } = await call('GET', '/v1/analytics/overview', { token, query: { project_id: id, period: '24h' } });
  assert.equal(overview.visitors.value, 1);
});

test('records of other people are kept, without the address', async () => {
  const project = await server.createProject();
  const { id, key, token } = project;
  const projectId = parseId('prj', id) as string;
  const headers = { 'x-user-token': await server.signUser(project, { id: 'u_1', email: 'grace@example.com', name: 'Grace' }) };
  const { body: entry } = await call('POST', '/v1/feedback', { key, headers, body: { title: 'Export' } });
  await call('POST', `/v1/feedback/${entry.id}/upvote`, { key, headers });
  await call('POST', `/v1/feedback/${entry.id}/comments`, { key, headers, body: { body: 'Soon?' } });
  await call('PATCH', `/v1/feedback/${entry.id}`, { token, body: { title: 'Exports' } });
  const email = 'grace@example.com';
  await call('PUT', '/v1/people/u_1', { token, query: { project_id: id }, body: { company: { id: 'acme' } } });
  await call('POST', '/v1/waitlist', { key, body: { email } });
  await call('POST', '/v1/changelog/subscribe', { key, body: { email } });
  await call('POST', '/v1/testimonials', {
    key,
    body: { author_name: 'Grace', author_email: email, content: 'Good', rating: 5, consent: { text: 'Yes', version: '1' } },
  });
  await call('GET', `/p/${project.slug}/sso`, { query: { token: await server.signUser(project, { id: 'u_2' }) } });
  await settleJobs(db, projectId);

  assert.deepEqual(
    namesOf(MENTIONS),
    namesOf(POSTGRES_COLUMNS, ERASED).filter((column) => (column.split('.')[0] as string) in MENTIONS),
    'decide in people/fixtures/mentions.ts',
  );
  const named = {
    text: `See https://cdn.example/a?of=${EMAIL}&size=1`,
    url: `https://cdn.example/${encodeURIComponent(EMAIL)}/1.png`,
  };
  const { rows: types } = await sql<{ name: string; type: string }>`
    SELECT table_name || '.' || column_name AS name, data_type AS type FROM information_schema.columns
    WHERE table_schema = 'public'`.execute(db);
  const valueOf = (column: string, decision: string) => {
    if (decision === CLEARED) return named.url;
    const type = types.find(({ name }) => name === column)?.type;
    return type === 'ARRAY' ? `{"${named.text}"}` : type === 'jsonb' ? JSON.stringify({ note: named.text }) : named.text;
  };
  const decided = Object.entries(MENTIONS).map(
    ([table, columns]) =>
      [table, Object.entries(columns).filter(([, decision]) => [REPLACED, CLEARED].includes(decision))] as const,
  );
  for (const [table, columns] of decided.filter(([, some]) => some.length)) {
    const values = columns.map(
      ([column, decision]) => sql`${sql.ref(column)} = ${sql.lit(valueOf(`${table}.${column}`, decision))}`,
    );
    const { numAffectedRows } = await sql`
      UPDATE ${sql.table(table)} SET ${sql.join(values)} WHERE project_id = ${projectId}`.execute(db);
    assert.ok(numAffectedRows, table);
  }

  const { status } = await call('POST', `/v1/projects/${id}/people/erase`, { token, body: { email: EMAIL } });
  assert.equal(status, 200);
  for (const [table, columns] of decided)
    for (const [column, decision] of columns) {
      const { rows } = await sql<{ value: string | null }>`
        SELECT ${sql.ref(column)}::text AS value FROM ${sql.table(table)} WHERE project_id = ${projectId}`.execute(db);
      const expected = decision === CLEARED ? null : valueOf(`${table}.${column}`, decision).replace(EMAIL, '[removed]');
      // PostgreSQL puts a space after the colon of JSON.
      for (const { value } of rows) assert.equal(value?.replace('": "', '":"') ?? null, expected, `${table}.${column}`);
    }
  assert.deepEqual((await findMarker()).postgres, []);
});

test('ClickHouse keeps no mutation with an erased address', async () => {
  const { id, token } = await server.createProject();
  const row = { project_id: parseId('prj', id), query_id: '0199a000-0000-7000-8000-000000000002', kind: 'search' };
  const [other, kept] = ['0199a000-0000-7000-8000-000000000003', 'from ada@example.com.au'];
  const rows = [
    { ...row, query: 'from ada@example.com' },
    { ...row, query_id: other, query: kept },
  ];
  await clickhouse.insert('searches', rows.map((one) => JSON.stringify({ ...one, time: Date.now() })).join('\n'), id);
  const { status } = await call('POST', `/v1/projects/${id}/people/erase`, { token, body: { email: 'ada@example.com' } });
  assert.equal(status, 200);
  assert.deepEqual(
    await clickhouse.query(clickhouseSql`SELECT query FROM searches WHERE project_id = ${row.project_id as string}`),
    [{ query: kept }],
  );
  const deletions = await clickhouse.query<{ command: string }>(
    clickhouseSql`SELECT command FROM system.mutations WHERE database = currentDatabase() AND table = 'searches'`,
  );
  assert.ok(deletions.length > 0);
  assert.deepEqual(
    deletions.filter(({ command }) => /ada/i.test(command)),
    [],
  );
});

/** Inserts the person with all API operations that accept personal data. */
async function plant({ id, key, token }: { id: string; key: string; token: string }) {
  const inProject = { token, query: { project_id: id } };
  const receiver = await startReceiver();
  receiver.answer((response, { body }) => response.writeHead(200, { 'x-seen': EMAIL }).end(body));
  await call('POST', '/v1/webhooks', { ...inProject, body: { url: receiver.url, include_personal_data: true } });
  const userToken = await server.signUser(
    { id, token },
    { id: USER_ID, name: `Ms. ${MARKER}`, email: EMAIL, avatar_url: `https://cdn.example/${MARKER}.png` },
  );
  const asUser = { key, headers: { 'x-user-token': userToken, 'idempotency-key': MARKER } };
  const asVisitor = { key, visitor: '0199a000-0000-7000-8000-000000000001' };
  const image = (await uploadTo(server, await picture('png').toBuffer(), { by: key })).body.url as string;
  const account = { key: 'account', label: 'Account', type: 'text' };
  const body = { settings: { feedback: { fields: [{ ...account, public: true }] }, waitlist: { questions: [account] } } };
  await call('PATCH', `/v1/projects/${id}`, { token, body });
  const { body: own } = await call('POST', '/v1/feedback', {
    ...asUser,
    body: {
      title: `My ${MARKER}`,
      description: `See ${image}`,
      image_url: `https://cdn.example/${MARKER}.png`,
      metadata: { who: MARKER },
      fields: { account: MARKER },
      from_query: MARKER,
      tags: [MARKER],
    },
  });
  const change = { title: `Your ${MARKER}`, fields: { account: `At ${MARKER}` } };
  await call('PATCH', `/v1/feedback/${own.id}`, { token, body: change });
  const { body: shared } = await call('POST', '/v1/feedback', {
    key,
    body: { title: 'Export as CSV', description: `Write to ${EMAIL}.`, submitter_email: EMAIL, submitter_name: MARKER },
  });
  await call('POST', `/v1/feedback/${shared.id}/upvote`, asVisitor);
  const { body: other } = await call('POST', '/v1/feedback', {
    key,
    body: { title: 'Dark mode', description: `${EMAIL} wants it, too`, metadata: { for: [EMAIL] }, fields: { account: EMAIL } },
  });
  const voting = { key, headers: { 'x-user-token': userToken } };
  for (const entry of [shared, other]) await call('POST', `/v1/feedback/${entry.id}/upvote`, voting);
  await call('POST', `/v1/feedback/${other.id}/comments`, { ...voting, body: { body: `I am ${MARKER}` } });
  await call('POST', `/v1/feedback/${other.id}/comments`, { ...asVisitor, body: { body: `Ask\n${EMAIL}`, author_name: 'Bob' } });
  await call('PATCH', `/v1/feedback/${own.id}`, { token, body: { status: 'planned' } });
  await call('POST', `/v1/feedback/${own.id}/comments`, { token, body: { body: `Dear ${MARKER}`, private: true } });

  const { body: place } = await call('POST', '/v1/waitlist', {
    key,
    body: { email: EMAIL, name: MARKER, referral_source: MARKER, metadata: { who: MARKER }, answers: { account: MARKER } },
  });
  await call('PATCH', `/v1/waitlist/${place.id}`, { token, body: { notes: `A friend of ${MARKER}` } });
  await call('POST', '/v1/testimonials', {
    key,
    body: {
      author_name: MARKER,
      author_email: EMAIL,
      author_title: MARKER,
      author_company: MARKER,
      author_avatar_url: `https://cdn.example/${MARKER}.png`,
      content: `By ${MARKER}`,
      rating: 5,
      image_url: `https://cdn.example/${MARKER}.png`,
      source_url: `https://example.com/${MARKER}`,
      tags: [MARKER],
      consent: { text: `I, ${MARKER}, agree`, version: '1' },
    },
  });
  await call('POST', '/v1/changelog/subscribe', { key, body: { email: EMAIL } });
  await call('POST', `/v1/projects/${id}/report-subscriptions`, { token, body: { email: EMAIL } });

  const { body: index } = await call('POST', '/v1/indexes', { ...inProject, body: { name: 'Help' } });
  await call('POST', `/v1/indexes/${index.id}/search`, { key, body: { query: EMAIL } });
  await call('POST', `/v1/indexes/${index.id}/search`, { ...voting, body: { query: 'export' } });
  const timestamp = new Date(Date.now() - 3 * DAY_MS).toISOString();
  const page = `https://${MARKER}.example/${MARKER}?q=${encodeURIComponent(EMAIL)}&utm_source=${MARKER}&utm_medium=${MARKER}&utm_campaign=${MARKER}&utm_term=${MARKER}&utm_content=${MARKER}`;
  const event = { url: page, title: MARKER, referrer: `https://from-${MARKER}.example/`, timestamp };
  const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';
  for (const headers of [{}, { 'user-agent': browser }] as Record<string, string>[])
    await call('POST', '/v1/analytics/events', {
      key,
      headers,
      body: {
        events: [
          { ...event, user_id: USER_ID },
          { ...event, user_id: USER_ID, name: MARKER },
          // A visitor who is identified by the address only.
          { url: 'https://acme.com/', name: 'invited', properties: { to: `a friend,\n${EMAIL}` }, timestamp },
        ],
      },
    });
  await call('GET', '/v1/analytics/overview', inProject);
  return { image, shared: shared.id as string, receiver };
}
