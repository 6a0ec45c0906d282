// Measures the page of a person, with all requests that it makes, the lists of people, users and companies, and the panels of outcomes. The
// arguments are the number of people, events and requests in thousands; full size: `npm run -w bench people -- 1000 10000 100`.
import type { Earshot } from '@earshot/sdk';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { openClickHouse } from '@earshot/server/platform/clickhouse/clickhouse';
import { createTables } from '@earshot/server/platform/clickhouse/schema';
import { literal, sql } from '@earshot/server/platform/clickhouse/sql';
import { readConfig } from '@earshot/server/platform/config/config';
import { parseId } from '@earshot/server/platform/ids';
import { createPostgresClient, median, openProject, printLine, printTable, startEarshot, vacuum, withFolder } from './measure.ts';

const PEOPLE = Number(process.argv[2] ?? 100) * 1_000;
const EVENTS = Number(process.argv[3] ?? 1_000) * 1_000;
const EVENTS_PER_VISIT = 4;
const DAYS = 90;
const ENTRIES = Number(process.argv[4] ?? 1) * 1_000;
const BATCH = 1_000;
const SEARCHES = EVENTS / 10;
const QUERIES = 100_000;
const PEOPLE_PER_COMPANY = 20;
const ROUNDS = 50;
const WARM_UP = 5;
const AIM_MS = 200;
const AIM_SEGMENT_MS = 300;
const AIM_OUTCOME_MS = 500;
/** Entries that the release of the outcomes resolves: their voters, 1 % of all people and more, asked for it. */
const SHIPPED = 10;

await withFolder(async (folder) => {
  const first = await startEarshot(folder);
  const { project, team: admin } = await openProject(folder, first.url);
  const projectId = parseId('prj', project.id) as string;
  const { id: index } = await admin.indexes.create({ name: 'Help' });
  const entries = await createEntries(admin);
  const db = createPostgresClient(folder);
  await db.connect();
  await fillPeople(db, projectId);
  await db.end();
  await vacuum(folder);
  await first.end('SIGTERM');
  await fillEvents(folder, projectId, parseId('idx', index) as string);

  const earshot = await startEarshot(folder);
  try {
    const { accessToken, team } = await openProject(folder, earshot.url);
    const get = async (path: string, query: Record<string, string | string[]> = {}) => {
      const search = new URLSearchParams({ project_id: project.id });
      for (const [name, value] of Object.entries(query)) for (const one of [value].flat()) search.append(name, one);
      const response = await fetch(`${earshot.url}/v1/${path}?${search.toString()}`, {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      if (response.status !== 200) throw new Error(await response.text());
      return (await response.json()) as { data: { kind: string }[] };
    };
    const countSegment = async (conditions: object[]) => {
      const response = await fetch(`${earshot.url}/v1/people/segments/preview?project_id=${project.id}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ definition: { match: 'all', conditions } }),
      });
      if (response.status !== 200) throw new Error(await response.text());
      return await response.json();
    };
    // Each round has its own conditions, because results of event queries are reused.
    let rounds = 0;
    const pro = { kind: 'attribute', attribute: 'plan', operator: 'is', value: 'pro' };
    const random = () => Math.floor(Math.random() * PEOPLE);
    const openPerson = async (number: number) => {
      const { data } = await team.people.list({ user_id: `u-${number}` });
      return data[0]?.id ?? '';
    };
    const [sample] = (await get(`people/${await openPerson(0)}/timeline`, { limit: '100' })).data;
    if (!sample) throw new Error('The timeline is empty');
    const release = await team.changelog.create({
      title: 'Page 1',
      feedback_ids: entries.slice(0, SHIPPED),
      published_at: new Date(Date.now() - 20 * 86_400_000).toISOString(),
      success: { page: '/page-1' },
      window_days: 14,
    });
    await team.analytics.goals.create({ name: 'Page 2', page: '/page-2' });
    const rule = await team.testimonials.rules.create({
      name: 'After use',
      trigger: 'release_used',
      channel: 'mail',
      enabled: false,
    });
    const running = createPostgresClient(folder);
    await running.connect();
    const jobs = [
      ['clusters of unanswered searches', await measureJob(running, 'knowledge-base.cluster-project', { projectId })],
      [
        'score with four terms',
        await measureJob(running, 'feedback.compute-score', { projectId, id: await createScore(team, running) }),
      ],
    ];
    await running.end();
    const pages: [name: string, open: (id: string, number: number) => Promise<unknown>, aim?: number][] = [
      ['page of a person', (id) => Promise.all([get(`people/${id}`), get(`people/${id}/timeline`, { limit: '30' })]), AIM_MS],
      ['its events only', (id) => get(`people/${id}/timeline`, { kind: 'event', limit: '30' })],
      ['analytics of a person, 12 months', (_, number) => get('analytics/overview', { user_id: `u-${number}`, period: '12mo' })],
      ['visits of a person, 12 months', (_, number) => get('analytics/visits', { user_id: `u-${number}`, period: '12mo' })],
      ['users, 30 days', () => get('analytics/users', { period: '30d', limit: '50' })],
      ['people', () => get('people', { limit: '50' })],
      [
        'page of a company',
        (_, number) =>
          Promise.all([
            get(`companies/c-${number % (PEOPLE / PEOPLE_PER_COMPANY)}`),
            get(`companies/c-${number % (PEOPLE / PEOPLE_PER_COMPANY)}/timeline`, { limit: '30' }),
            get('people', { company_id: `c-${number % (PEOPLE / PEOPLE_PER_COMPANY)}`, sort: 'last_seen', limit: '10' }),
          ]),
        AIM_MS,
      ],
      [
        'segment: many events, a page and an attribute',
        () =>
          countSegment([
            { kind: 'event', event: 'page_view', at_least: 4, within_days: 60 + (rounds % 30) },
            { kind: 'page', page: `/page-${rounds++}`, within_days: 90 },
            pro,
          ]),
        AIM_SEGMENT_MS,
      ],
      [
        'segment: two pages and an attribute',
        () => countSegment([{ kind: 'page', page: `/page-${rounds++}` }, { kind: 'page', page: `/page-${rounds + 200}` }, pro]),
        AIM_SEGMENT_MS,
      ],
      ['companies', () => get('companies', { limit: '50' })],
      ['adoption of a release', () => get(`changelog/${release.id}/adoption`), AIM_OUTCOME_MS],
      ['people who are silent', () => get(`changelog/${release.id}/adoption/people`, { state: 'silent' }), AIM_OUTCOME_MS],
      ['effect of a release, one goal', () => get(`changelog/${release.id}/effect`), AIM_OUTCOME_MS],
      ['people to ask for a testimonial', () => get(`testimonials/rules/${rule.id}/preview`), AIM_OUTCOME_MS],
      [
        'requests by a score',
        () => get('feedback', { sort: 'score', score: 'demand', status: ['new', 'under_review', 'planned', 'in_progress'] }),
        AIM_OUTCOME_MS,
      ],
      ['demand for a request', () => get(`feedback/${entries[0]}/demand`, { score: 'demand' }), AIM_OUTCOME_MS],
      ['unanswered searches', () => get('search-clusters', { status: 'open' }), AIM_OUTCOME_MS],
      ['insights of a collection, 30 days', () => get(`indexes/${index}/insights`, { period: '30d' }), AIM_OUTCOME_MS],
    ];
    const rows = [['', 'p50 ms', 'p95 ms', 'aim']];
    for (const [name, open, aim] of pages) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS + WARM_UP; round++) {
        const number = random();
        const id = await openPerson(number);
        const begin = performance.now();
        await open(id, number);
        if (round >= WARM_UP) times.push(performance.now() - begin);
      }
      const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? NaN;
      rows.push([name, median(times).toFixed(0), p95.toFixed(0), aim ? `≤ ${aim}` : '']);
    }
    printLine(`${PEOPLE} people, ${EVENTS} events of ${DAYS} days, ${ENTRIES} entries with ${PEOPLE} votes`);
    printTable(rows);
    printTable([['job', 'seconds'], ...jobs]);
  } finally {
    await earshot.end('SIGTERM');
  }
});

/** Creates entries, and returns their ids. */
async function createEntries(team: Earshot): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < ENTRIES; from += BATCH) {
    const records = Array.from({ length: Math.min(BATCH, ENTRIES - from) }, (_, n) => ({
      title: `Idea number ${from + n}`,
      type: 'feature' as const,
    }));
    const { results } = await team.feedback.import({ records });
    ids.push(...results.map(({ id }) => id ?? ''));
  }
  return ids;
}

/** Creates a score, waits until its values are computed, and returns its id. */
async function createScore(team: Earshot, db: pg.Client): Promise<string> {
  await team.feedback.scores.set('demand', [
    { kind: 'voters', weight: 1 },
    { kind: 'active', days: 30, weight: 2 },
    { kind: 'page', page: '/page-3', weight: 3 },
    { kind: 'company_attribute', attribute: 'mrr', weight: 0.01 },
  ]);
  while (!(await team.feedback.scores.list()).data[0]?.computed_at) await setTimeout(100);
  return (await db.query<{ id: string }>('SELECT id FROM feedback_scores')).rows[0]?.id ?? '';
}

/** Runs a job of the server, and returns its time in seconds. */
async function measureJob(db: pg.Client, name: string, data: object): Promise<string> {
  const { rows } = await db.query<{ id: string }>('INSERT INTO pgboss.job (name, data) VALUES ($1, $2) RETURNING id', [
    name,
    data,
  ]);
  for (;;) {
    const done = await db.query<{ seconds: string }>(
      `SELECT extract(epoch FROM completed_on - started_on)::numeric(9, 1) AS seconds FROM pgboss.job WHERE id = $1 AND state = 'completed'`,
      [rows[0]?.id],
    );
    if (done.rows[0]) return done.rows[0].seconds;
    await setTimeout(100);
  }
}

/** Creates people with a user id, an address and a company each, and a vote of each person. */
async function fillPeople(db: pg.Client, projectId: string): Promise<void> {
  console.log(`seeding ${PEOPLE} people`);
  await db.query(
    `INSERT INTO companies (project_id, id, name, attributes)
     SELECT $1, 'c-' || n, 'Company ' || n, jsonb_build_object('mrr', n % 1000) FROM generate_series(0, $2::int) AS n`,
    [projectId, Math.ceil(PEOPLE / PEOPLE_PER_COMPANY)],
  );
  await db.query(
    `INSERT INTO people_attributes (project_id, subject, name, type) VALUES ($1, 'person', 'plan', 'text'), ($1, 'person', 'seats', 'number'), ($1, 'company', 'mrr', 'number')`,
    [projectId],
  );
  const id = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  await db.query(
    `INSERT INTO people (project_id, id, user_ids, emails, name, attributes, company_id, created_at, last_seen_at)
     SELECT $1, ${id}, ARRAY['u-' || n], ARRAY[n || '@example.com'], 'Person ' || n,
       jsonb_build_object('plan', (ARRAY['free', 'pro'])[1 + n % 2], 'seats', n % 50), 'c-' || n % $3::int,
       now() - interval '1 second' * n, now() - interval '1 second' * (n::bigint * 7919 % $2)
     FROM generate_series(0, $2::int - 1) AS n`,
    [projectId, PEOPLE, Math.ceil(PEOPLE / PEOPLE_PER_COMPANY)],
  );
  for (const [kind, value] of [
    ['user_id', `'u-' || n`],
    ['email', `n || '@example.com'`],
  ])
    await db.query(
      `INSERT INTO people_identities (project_id, kind, value, person_id, proof)
       SELECT $1, $3, ${value}, ${id}, 'api' FROM generate_series(0, $2::int - 1) AS n`,
      [projectId, PEOPLE, kind],
    );
  await db.query(
    `INSERT INTO feedback_votes (project_id, entry_id, voter, origin_id, value, created_at)
     SELECT $1, e.id, 'end:u-' || n, e.id, 1, now() - interval '1 second' * n
     FROM generate_series(0, $2::int - 1) AS n
     JOIN (SELECT id, row_number() OVER (ORDER BY number) - 1 AS at FROM feedback_entries WHERE project_id = $1) e
       ON e.at = CASE WHEN n % 100 = 0 THEN n / 100 % $4::int ELSE n % $3::int END`,
    [projectId, PEOPLE, ENTRIES, SHIPPED],
  );
}

/** Generates visits of all people in turn, and searches of a help center. No Earshot may run on the folder. */
async function fillEvents(folder: string, projectId: string, indexId: string): Promise<void> {
  console.log(`seeding ${EVENTS} events`);
  const clickhouse = await openClickHouse(readConfig({ EARSHOT_DATA_DIR: folder }));
  await createTables(clickhouse, undefined);
  const visits = EVENTS / EVENTS_PER_VISIT;
  const portion = 1_000_000;
  for (let from = 0; from < visits; from += portion) {
    const to = Math.min(from + portion, visits);
    const source = sql`SELECT number, concat('u-', toString(number % ${literal(PEOPLE)})) AS user_id,
        reinterpretAsUInt64(reverse(substring(SHA256(concat('user\\0', ${projectId}, '\\0', user_id)), 1, 8))) AS person,
        sipHash64(number, 'visit') AS id,
        now64(3, 'UTC') - toIntervalSecond(1 + intDiv((${literal(visits)} - number) * ${literal(DAYS * 86_400 - 3_600)}, ${literal(visits)})) AS start
      FROM numbers(${literal(from)}, ${literal(to - from)})`;
    const path = sql`concat('/page-', toString(sipHash64(number, i) % 500))`;
    await clickhouse.command(sql`INSERT INTO visits (project_id, person, id, sign, version, start, end, events, page_views, interactions, entry_page, entry_time,
        exit_page, exit_time, hostname, source, country, device, browser, os, user_id)
      SELECT ${projectId}, person, id, 1, 1, start, start, ${literal(EVENTS_PER_VISIT)}, ${literal(EVENTS_PER_VISIT)}, 0, '/', start, '/', start,
        'acme.com', 'Google', 'DE', 'Desktop', 'Firefox', 'Linux', user_id FROM (${source})`);
    await clickhouse.command(sql`INSERT INTO events (project_id, time, seq, id, person, visit, name, interactive, path, hostname, source, country, device,
        browser, os, user_id)
      SELECT ${projectId}, start, number * 8 + i, generateUUIDv4(), person, id, 'page_view', 1, ${path}, 'acme.com', 'Google', 'DE', 'Desktop', 'Firefox',
        'Linux', user_id
      FROM (${source}) ARRAY JOIN range(${literal(EVENTS_PER_VISIT)}) AS i`);
  }
  await clickhouse.command(sql`INSERT INTO searches (project_id, index_id, time, kind, query_id, query, words, results)
    SELECT ${projectId}, ${indexId}, now64(3, 'UTC') - toIntervalSecond(number % (30 * 86400)), 'search', generateUUIDv4(), query, query, number % 3
    FROM (SELECT number, concat('export ', lower(hex(sipHash64(number % ${literal(QUERIES)})))) AS query FROM numbers(${literal(SEARCHES)}))`);
  await clickhouse.close();
}
