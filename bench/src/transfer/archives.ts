// Measures the archive of a project: 100,000 entries, a million votes, a waitlist of 200,000, 1,000 articles and 5 million events. Writes it,
// and restores it into another project, in a process each. The first argument is a part of these numbers in percent:
// `EARSHOT_MEMORY=1g npm run -w bench archives -- 10`.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { createArchive } from '@earshot/server/instance/archives/create';
import { createArchiveDeps } from '@earshot/server/instance/archives/deps';
import { restoreArchive } from '@earshot/server/instance/archives/restore';
import { openDatabases } from '@earshot/server/instance/databases';
import { createInstance, startInstance } from '@earshot/server/instance/instance';
import { createProject } from '@earshot/server/instance/projects/projects';
import { readConfig } from '@earshot/server/platform/config/config';
import { openGeolocation } from '@earshot/server/platform/client/geolocation';
import { parseMemory, planMemory } from '@earshot/server/platform/memory/memory';
import { buildLexemes } from '@earshot/server/platform/text/lexemes';
import { startEmbeddedPostgres } from '@earshot/server/platform/postgres/embedded';
import { createServices } from '@earshot/server/services/index';
import pg from 'pg';
import { createClient, createPostgresClient, openProject, printLine, printTable, startEarshot, withFolder } from '../measure.ts';
import { fillEvents, fillWaitlist } from '../seeding.ts';

const PART = Number(process.argv[2] ?? 100) / 100;
const [ENTRIES, VOTES, PEOPLE, ARTICLES, EVENTS] = [100_000, 1_000_000, 200_000, 1_000, 5_000_000].map(
  (count) => count * PART,
) as [number, number, number, number, number];
const SAMPLE_MS = 50;
/** Entries that are inserted together. */
const PORTION = 10_000;
const { EARSHOT_MEMORY: MEMORY } = process.env;
/** The server limits its heap by EARSHOT_MEMORY as well. */
const HEAP = MEMORY ? [`--max-old-space-size=${planMemory(parseMemory(MEMORY)).heapMb}`] : [];

/** Returns the memory of this process that is not backed by files. */
const readMemory = () => Number(/RssAnon:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;

interface Measured {
  seconds: number;
  beforeMb: number;
  peakMb: number;
  result: unknown;
}

/** Returns the duration of work in seconds, and the peak of memory in MB. */
async function measure(work: () => Promise<unknown>): Promise<Measured> {
  const beforeMb = readMemory();
  let peakMb = beforeMb;
  const sampling = setInterval(() => (peakMb = Math.max(peakMb, readMemory())), SAMPLE_MS);
  const start = performance.now();
  try {
    const result = await work();
    return { result, seconds: (performance.now() - start) / 1_000, beforeMb, peakMb };
  } finally {
    clearInterval(sampling);
  }
}

const UUID = (kind: string, n: string) => `('0198${kind}00-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

async function fillRecords(db: pg.Client, project: string): Promise<void> {
  const description = 'It would spare us an hour every week. '.repeat(5);
  for (let first = 1; first <= ENTRIES; first += PORTION) {
    const numbers = Array.from({ length: Math.min(PORTION, ENTRIES - first + 1) }, (_, index) => first + index);
    const lexemes = numbers.map((n) => buildLexemes(project, { title: `Entry ${n}`, text: description, tags: [] }).join(' '));
    await db.query(
      `INSERT INTO feedback_entries (project_id, id, number, type, status, title, description, visibility, trend, search, upvote_count, submitter_email, created_at, updated_at)
       SELECT $1, ${UUID('a0', 'n')}, n, 'feature', 'new', 'Entry ' || n, $5, 'public', n, array_to_tsvector(string_to_array(words, ' ')), $4,
         n || '@example.com', now() - interval '1 minute' * n, now() FROM unnest($2::int[], $3::text[]) AS e(n, words)`,
      [project, numbers, lexemes, Math.round(VOTES / ENTRIES), description],
    );
  }
  await db.query(
    `INSERT INTO feedback_counts (project_id, visibility, status, type, count) VALUES ($1, 'public', 'new', 'feature', $2)`,
    [project, ENTRIES],
  );
  await db.query(
    `INSERT INTO feedback_votes (project_id, entry_id, voter, origin_id, value, created_at)
     SELECT $1, ${UUID('a0', '1 + n % $3')}, 'vis:' || gen_random_uuid(), ${UUID('a0', '1 + n % $3')}, 1, now() FROM generate_series(1, $2::int) AS n`,
    [project, VOTES, ENTRIES],
  );
  await db.query(`INSERT INTO feedback_sequences (project_id, last_number) VALUES ($1, $2)`, [project, ENTRIES]);
  await db.query(
    `INSERT INTO knowledge_indexes (project_id, id, name, language, document_count, chunk_count, last_document_number)
     VALUES ($1, ${UUID('b0', '1')}, 'Help', 'en', $2, $2, $2)`,
    [project, ARTICLES],
  );
  await db.query(
    `INSERT INTO knowledge_documents (project_id, index_id, id, number, title, has_title, content, content_type, chunk_count, created_at, updated_at)
     SELECT $1, ${UUID('b0', '1')}, ${UUID('c0', 'n')}, n, 'Article ' || n, true, repeat('Open the settings and choose a file. ', 100), 'markdown', 1, now(), now()
     FROM generate_series(1, $2::int) AS n`,
    [project, ARTICLES],
  );
  await db.query(
    `INSERT INTO knowledge_chunks (project_id, index_id, document_number, position, content, headings, anchor, start_offset, end_offset, length)
     SELECT $1, ${UUID('b0', '1')}, n, 0, repeat('Open the settings and choose a file. ', 100), '{}', '', 0, 3700, 700 FROM generate_series(1, $2::int) AS n`,
    [project, ARTICLES],
  );
  await fillWaitlist(db, project, PEOPLE);
  // Sequence numbers of the generated events must have been given.
  await db.query(`SELECT setval('analytics_batch_ids', 1000)`);
}

/** Fills the first project of an instance. Returns its id. */
async function fill(folder: string): Promise<string> {
  const first = await startEarshot(folder);
  await first.end('SIGTERM');
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: pino({ level: 'error' }) });
  const client = new pg.Client({ ...postgres.connection });
  await client.connect();
  const { rows } = await client.query<{ project_id: string }>('SELECT id AS project_id FROM projects');
  const source = rows[0]?.project_id ?? '';
  await fillRecords(client, source);
  await client.end();
  await postgres.stop();
  await fillEvents(folder, source, EVENTS);
  return source;
}

/** Exports or restores a project in this process. */
async function run(step: string, { folder, path, source }: { folder: string; path: string; source: string }): Promise<Measured> {
  await using cleanups = new AsyncDisposableStack();
  const config = readConfig({ EARSHOT_DATA_DIR: folder, ...(MEMORY && { EARSHOT_MEMORY: MEMORY }) });
  const log = pino({ level: 'error' });
  const databases = await openDatabases(config, log, cleanups);
  const geolocation = await openGeolocation({ file: config.EARSHOT_GEOIP_DB, headers: config.EARSHOT_PLACE_HEADERS });
  const instance = createInstance({ config, log, databases, geolocation, cleanups });
  await startInstance(instance);
  const services = await createServices(instance);
  await services.eventStore.start?.();
  const deps = createArchiveDeps(instance, services);
  const { signal } = new AbortController();
  if (step === 'export')
    return await measure(async () => {
      const { manifest } = await createArchive(deps, { projectId: source, path, hasPersonalData: true, signal });
      return Object.values(manifest.files).reduce((bytes, file) => bytes + file.bytes, 0);
    });
  const projectId = await createProject(instance.db, { name: 'Copy' });
  return await measure(() => restoreArchive(deps, { projectId, path, signal }));
}

const PERIOD = {
  from: new Date(Date.now() - 60 * 86_400_000).toISOString(),
  to: new Date(Date.now() - 86_400_000).toISOString(),
};
/** Lists and reports that members read. */
const READS: [path: string, query: Record<string, string>][] = [
  ...['newest', 'top', 'trending'].map((sort): [string, Record<string, string>] => ['feedback', { sort }]),
  ['feedback', { q: 'entry 17' }],
  ...['position', 'referrals', 'newest'].map((sort): [string, Record<string, string>] => ['waitlist', { sort }]),
  ['waitlist/stats', {}],
  ['analytics/overview', PERIOD],
  ['analytics/timeseries', { ...PERIOD, interval: 'day' }],
  ...['page', 'country', 'source', 'entry_page', 'exit_page', 'browser'].map((by): [string, Record<string, string>] => [
    'analytics/breakdown',
    { ...PERIOD, by },
  ]),
  ['analytics/retention', { ...PERIOD, interval: 'week' }],
];

/** Ids differ, because those of the exported project are in use. */
const omitIds = (key: string, value: unknown) => (/(^|_)(id|cursor|at|of|url|referred_by)$/.test(key) ? undefined : value);

/** Returns the first parts of two texts in which they differ. */
function describeDifference(exported: string, restored: string): string {
  let at = 0;
  while (at < exported.length && exported[at] === restored[at]) at++;
  return [exported, restored].map((text) => text.slice(Math.max(0, at - 60), at + 20)).join(' / ');
}

/** Returns the answers in which a restored project differs from the exported one. */
async function compareAnswers(folder: string, source: string): Promise<string[]> {
  const earshot = await startEarshot(folder);
  try {
    // Creates the owner of the exported project, who joins the other one.
    const { accessToken, project } = await openProject(folder, earshot.url);
    const db = createPostgresClient(folder);
    await db.connect();
    const { rows } = await db.query<{ id: string }>('SELECT id FROM projects WHERE id <> $1', [source]);
    const copy = rows[0]?.id;
    await db.query(
      `INSERT INTO project_members SELECT (jsonb_populate_record(m, jsonb_build_object('project_id', $2::text))).*
       FROM project_members m WHERE project_id = $1`,
      [source, copy],
    );
    await db.end();
    const ask = createClient(earshot.url, accessToken);
    const projects = (await ask('GET', '/v1/projects')).data as { id: string }[];
    const other = projects.find(({ id }) => id !== project.id)?.id ?? '';
    const differences = [];
    for (const [path, query] of READS) {
      const read = async (project_id: string) =>
        JSON.stringify(await ask('GET', `/v1/${path}?${new URLSearchParams({ ...query, project_id }).toString()}`), omitIds);
      const [exported, restored] = [await read(project.id), await read(other)];
      if (exported !== restored) differences.push(`${path} ${JSON.stringify(query)}: ${describeDifference(exported, restored)}`);
    }
    return differences;
  } finally {
    await earshot.end('SIGTERM');
  }
}

/** Runs a step in a process of its own, because memory of an export is still allocated when a restore begins. */
async function runInProcess(step: string, folder: string, source: string): Promise<Measured> {
  const child = fork(import.meta.filename, [String(PART * 100), step, folder, source], {
    execArgv: [...process.execArgv, ...HEAP],
  });
  const [measured] = (await once(child, 'message')) as [Measured];
  await once(child, 'exit');
  return measured;
}

const [, , , step, ownFolder, ownSource] = process.argv;
if (step && ownFolder && ownSource) {
  const measured = await run(step, { folder: ownFolder, path: join(ownFolder, 'archive.zip'), source: ownSource });
  process.send?.(measured);
  process.disconnect();
} else
  await withFolder(async (folder) => {
    const source = await fill(folder);
    printLine(`filled at ${PART * 100} %`);
    const written = await runInProcess('export', folder, source);
    const restored = await runInProcess('restore', folder, source);
    const toRow = (name: string, { seconds, beforeMb, peakMb }: Measured) => [
      name,
      seconds.toFixed(1),
      `${beforeMb.toFixed(0)} MB`,
      `${peakMb.toFixed(0)} MB`,
    ];
    printTable([['', 'seconds', 'memory before', 'peak memory'], toRow('export', written), toRow('restore', restored)]);
    const differences = await compareAnswers(folder, source);
    printLine([`${READS.length - differences.length} of ${READS.length} lists and reports are equal`, ...differences].join('\n'));
    const size = statSync(join(folder, 'archive.zip')).size;
    printLine(
      `${(size / 1e6).toFixed(1)} MB archive of ${(Number(written.result) / 1e6).toFixed(1)} MB: ${JSON.stringify(restored.result)}`,
    );
  });
