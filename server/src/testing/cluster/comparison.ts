// Compares the answers of an installation over a cluster with those of an installation without one, while the same events arrive, are
// rolled up, change later and are erased.
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { buildRollups } from '../../services/analytics/rollups/builder.ts';
import { eraseExpired } from '../../services/analytics/maintenance/erasure.ts';
import { TABLES } from '../../services/analytics/maintenance/erasure-store.ts';
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts';
import { raw, sql, typed } from '../../platform/clickhouse/sql.ts';
import { newId, parseId } from '../../platform/ids.ts';
import { issuePersonalToken } from '../../instance/identity/index.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { Json } from '../server.ts';
import { until } from '../until.ts';
import { ERASED_USER, type Fixture, MENTIONED } from './fixture.ts';
import { GOAL, nameQuestion, type Question } from './questions.ts';

/** A running server with its databases. */
export interface Installation {
  url: string;
  db: Db;
  clickhouse: ClickHouse;
  /** `EARSHOT_CLICKHOUSE_CLUSTER` of the server. */
  cluster: string | undefined;
}

/** The answers of both installations to a question. */
export interface Comparison {
  stage: string;
  question: string;
  isEqual: boolean;
  expected: unknown;
  found: unknown;
}

const DAY_MS = 86_400_000;
/** Days before this one expire. */
const KEPT_FROM = '2026-03-09';
const IMPORT_TIMEOUT_MS = 120_000;
const REMOVAL_TIMEOUT_MS = 30_000;

interface Sent {
  query?: Record<string, string | string[]>;
  body?: object;
  /** API key of the project, instead of the token of its owner. */
  key?: string;
}

type Subject = Awaited<ReturnType<typeof open>>;

/** Creates a project of a new user, with a goal and a knowledge base. */
async function open({ url, db, clickhouse, cluster }: Installation) {
  const token = await issuePersonalToken(db, { email: `${newId()}@example.com`, name: 'cluster', days: 1, withLocal: true });
  /** @throws unless the server accepts the request */
  async function send(method: string, path: string, { query = {}, body, key }: Sent = {}): Promise<Json> {
    const address = new URL(`/v1/${path}`, url);
    for (const [name, values] of Object.entries(query))
      for (const value of [values].flat()) if (value) address.searchParams.append(name, value);
    const response = await fetch(address, {
      method,
      headers: {
        ...(key ? { 'x-project-key': key } : { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${address.pathname}: ${response.status} ${text}`);
    return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text;
  }
  const { id: project, slug, api_key: key } = await send('POST', 'projects', { body: { name: 'Cluster' } });
  const uuid = parseId('prj', project) as string;
  const ofProject = { query: { project_id: project } };
  const { id: goal } = await send('POST', 'analytics/goals', { ...ofProject, body: { name: 'Signed up', event: 'signup' } });
  const { id: index } = await send('POST', 'indexes', { ...ofProject, body: { name: 'Help' } });
  return {
    db,
    clickhouse,
    cluster,
    project,
    slug,
    key,
    uuid,
    index,
    send,
    ofProject,
    post: (path: string, body: object) => send('POST', path, { ...ofProject, body }),
    /** Waits until all accepted events are in ClickHouse. */
    drain: async () => {
      const sentAt = Date.now();
      await until(
        async () => Date.parse((await send('GET', 'analytics/overview', ofProject)).as_of) >= sentAt,
        IMPORT_TIMEOUT_MS,
      );
    },
    ask: async ({ path, query, body }: Question) => {
      const withGoal = query.goal_id === GOAL ? { ...query, goal_id: goal } : query;
      const answer = await send(body ? 'POST' : 'GET', `analytics/${path}`, { query: { ...ofProject.query, ...withGoal }, body });
      return normalize(path, answer);
    },
    /** Counts the rows of the project by table. */
    countRows: async () => {
      const counts = await Promise.all(
        TABLES.map((table) =>
          clickhouse.query<{ rows: number }>(
            // A visit that was written again has more rows until they are merged.
            sql`SELECT ${raw(table === 'visits' ? 'toUInt64(sum(sign))' : 'count()')} AS rows FROM ${raw(table)}
            WHERE project_id = ${typed(uuid, 'UUID')}`,
          ),
        ),
      );
      return Object.fromEntries(TABLES.map((table, n) => [table, counts[n]?.[0]?.rows]));
    },
  };
}

interface Answer {
  as_of: string;
  next_cursor?: string | null;
  minutes?: { page_views: number }[];
}

/** Removes what depends on the installation or on the time of the request, and no metric. */
function normalize(path: string, answer: unknown): unknown {
  if (path === 'export.csv') return numberVisitors(String(answer));
  const { as_of: _, next_cursor, minutes, ...metrics } = answer as Answer;
  // Requests in different minutes return the same events in different positions.
  return {
    ...metrics,
    // Cursors are encrypted.
    ...(next_cursor !== undefined && { hasMore: next_cursor !== null }),
    ...(minutes && { minutes: minutes.filter(({ page_views: views }) => views) }),
  };
}

/** Replaces the ids of visitors and visits in an export by numbers in order of their first event: hashes contain the id of the project. */
function numberVisitors(csv: string): string[] {
  const numbers = new Map<string, number>();
  return csv.split('\n').map((line) =>
    line.replaceAll(/(?<=,)\d{15,20}(?=,)/g, (id) => {
      const number = numbers.get(id) ?? numbers.size;
      numbers.set(id, number);
      return `#${number}`;
    }),
  );
}

const build = async ({ db, clickhouse, cluster }: Subject) => {
  await buildRollups({ db, clickhouse, cluster }, { quietMs: 0 });
};

async function search({ send, index, key }: Subject): Promise<void> {
  const { id: document } = await send('POST', `indexes/${index}/documents`, { body: { content: '# Export\n\nAs CSV.' } });
  for (const query of ['export', 'exports', 'dark mode', 'csv']) {
    const { query_id: id } = await send('POST', `indexes/${index}/search`, { key, body: { query } });
    if (query !== 'dark mode')
      await send('POST', `indexes/${index}/search/${id}/click`, { key, body: { document_id: document } });
  }
}

/** Changes of the data, in order. All questions are asked after each of them. */
const STAGES: [name: string, change: (subject: Subject, fixture: Fixture) => Promise<unknown>][] = [
  [
    'imported',
    async (subject, { imported }) => {
      for (const events of imported) await subject.post('analytics/import', { events });
      await search(subject);
      await subject.drain();
    },
  ],
  ['rolled up', build],
  [
    'late events',
    async (subject, { late, tracked }) => {
      for (const events of late) {
        await subject.post('analytics/import', { events });
        // Each batch changes visits that the batch before has written.
        await subject.drain();
      }
      await subject.send('POST', 'analytics/events', { key: subject.key, body: { events: tracked } });
      await subject.drain();
    },
  ],
  ['rolled up again', build],
  [
    'people erased',
    async ({ post, send, project }) => {
      const erased = await post('analytics/erase', { user_id: ERASED_USER });
      const { erased: mentioned } = await send('POST', `projects/${project}/people/erase`, { body: { email: MENTIONED } });
      return { erased, mentioned };
    },
  ],
  ['rolled up without them', build],
  [
    'history expired',
    async ({ db, clickhouse, cluster, send, project }) => {
      const days = Math.floor((Date.now() - Date.parse(KEPT_FROM)) / DAY_MS);
      await send('PATCH', `projects/${project}`, { body: { settings: { analytics: { retention_days: days } } } });
      await eraseExpired({ db, clickhouse, cluster });
    },
  ],
];

/**
 * Compares both installations after each stage. With `spread`, each question is asked after one of the stages only. Yields each
 * comparison as soon as it is made.
 */
export async function* compareInstallations(
  { reference, cluster }: { reference: Installation; cluster: Installation },
  { fixture, questions, spread }: { fixture: Fixture; questions: Question[]; spread: boolean },
): AsyncGenerator<Comparison, void> {
  const subjects = await Promise.all([open(reference), open(cluster)]);
  const compare = async (stage: string, question: string, ask: (subject: Subject) => Promise<unknown>): Promise<Comparison> => {
    const [expected, found] = await Promise.all(subjects.map(ask));
    return { stage, question, expected, found, isEqual: isDeepStrictEqual(expected, found) };
  };
  // ClickHouse removes the rows of earlier builds in the background.
  const compareRows = async (stage: string): Promise<Comparison> => {
    const end = Date.now() + REMOVAL_TIMEOUT_MS;
    for (;;) {
      const comparison = await compare(stage, 'rows by table', ({ countRows }) => countRows());
      if (comparison.isEqual || Date.now() > end) return comparison;
      await sleep(200);
    }
  };
  for (const [number, [stage, change]] of STAGES.entries()) {
    yield await compare(stage, 'change', (subject) => change(subject, fixture));
    yield await compareRows(stage);
    yield await compare(stage, 'insights', async ({ send, index }) => withoutIds(await send('GET', `indexes/${index}/insights`)));
    for (const [index, question] of questions.entries())
      if (!spread || index % STAGES.length === number)
        yield await compare(stage, nameQuestion(question), ({ ask }) => ask(question));
  }
  yield await comparePlacement(subjects[1]);
  yield await compare('project deleted', 'rows by table', async ({ send, project, slug, countRows }) => {
    await send('DELETE', `projects/${project}`, { query: { confirm: slug } });
    return await until(async () => {
      const counts = await countRows();
      return Object.values(counts).every((rows) => rows === 0) && counts;
    });
  });
}

const INSIGHT_KEYS_OF_REQUEST = new Set(['as_of', 'from', 'to', 'last_searched_at', 'id', 'document_id']);

/** Removes the period, which ends at the time of the request, and ids, which each installation chooses itself. */
const withoutIds = (insights: object): unknown =>
  JSON.parse(JSON.stringify(insights, (name, value: unknown) => (INSIGHT_KEYS_OF_REQUEST.has(name) ? undefined : value)));

/** Compares the shards of each visitor with one: the events and visits of a visitor are on the same shard, and all shards are used. */
async function comparePlacement({ clickhouse, cluster, uuid }: Subject): Promise<Comparison> {
  const project = typed(uuid, 'UUID');
  const rows = await clickhouse.query<{ visitors: number; used: number }>(
    sql`SELECT toUInt32(countIf(length(shards) > 1)) AS visitors, toUInt32(length(groupUniqArrayArray(shards))) AS used FROM (
      SELECT groupUniqArray(shard) AS shards FROM (
        SELECT person, shardNum() AS shard FROM events WHERE project_id = ${project}
        UNION ALL SELECT person, shardNum() AS shard FROM visits WHERE project_id = ${project}
        UNION ALL SELECT person, shardNum() AS shard FROM visit_facts WHERE project_id = ${project}
      ) GROUP BY person
    )`,
  );
  const [count] = await clickhouse.query<{ shards: number }>(
    sql`SELECT toUInt32(uniqExact(shard_num)) AS shards FROM system.clusters WHERE cluster = ${cluster ?? ''}`,
  );
  const expected = { visitors: 0, used: count?.shards };
  return {
    stage: 'all',
    question: 'visitors on several shards, and used shards',
    expected,
    found: rows[0],
    isEqual: isDeepStrictEqual(expected, rows[0]),
  };
}
