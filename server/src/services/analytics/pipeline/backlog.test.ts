import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { parseId } from '../../../platform/ids.ts';
import { startFaultyProxy } from '../../../testing/faulty-proxy.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { type Call, startTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';
import { hasPendingBatch, readAll } from '../../../testing/event-log.ts';
import { addToInbox, readInbox } from './inbox-store.ts';
import { ALL_PARTITIONS } from './partitions.ts';

// Reports while events wait. Uses its own server, because reports of other test servers wait longer for their events.
const database = await createTestDatabase();
const clickhouse = await startFaultyProxy(database.clickhouseUrl);
const server = await startTestServer({
  DATABASE_URL: database.url,
  CLICKHOUSE_URL: clickhouse.url,
  EARSHOT_LOG_LEVEL: 'silent',
  EARSHOT_REPORT_WAIT_MS: '250',
});
after(database.drop);
type Project = Awaited<ReturnType<typeof server.createProject>>;

const report = async ({ id, token }: Project, path: string, { body }: Call = {}) =>
  await server.call(body ? 'POST' : 'GET', `/v1/analytics/${path}`, { token, query: { project_id: id }, body });
const overview = async (project: Project) => (await report(project, 'overview')).body;
/** Sends an event. Returns the times before and after its acceptance, in milliseconds since 1970. */
async function send({ key }: Project): Promise<{ from: number; to: number }> {
  const from = Date.now();
  const { status } = await server.call('POST', '/v1/analytics/events', { key, body: { url: '/', user_id: 'ada' } });
  assert.equal(status, 202);
  return { from, to: Date.now() };
}

test('a report does not wait for a backlog, and returns the time up to which it is complete', async () => {
  const [busy, quiet] = [await server.createProject(), await server.createProject()];
  const first = await send(busy);
  const { events } = await until(async () => {
    const result = await overview(busy);
    return Date.parse(result.as_of) >= first.to && result;
  });
  assert.equal(events.value, 1);

  clickhouse.setFault('rejects inserts');
  const second = await send(busy);
  const behind = await overview(busy);
  assert.equal(behind.events.value, 1);
  const asOf = Date.parse(behind.as_of);
  assert.ok(asOf >= second.from && asOf <= second.to, 'as_of is before the waiting event and after all others');
  // The event is now in a batch that can't be written.
  await until(() => hasPendingBatch(server.db));
  await until(async () => (await readAll(server.db)).length === 0);
  const paths = ['overview', 'timeseries', 'breakdown?by=page', 'sources', 'retention', 'paths?page=/', 'realtime', 'intake'];
  for (const path of paths) assert.equal((await report(busy, path)).body.as_of, behind.as_of, path);
  const steps = [{ page: '/' }, { event: 'signup' }];
  assert.equal((await report(busy, 'funnel', { body: { steps } })).body.as_of, behind.as_of);
  assert.equal((await report(busy, 'export.csv?period=24h')).headers.get('x-as-of'), behind.as_of);
  const requestedAt = Date.now();
  assert.ok(Date.parse((await overview(quiet)).as_of) >= requestedAt, 'another project has no waiting events');

  clickhouse.setFault('none');
  const caughtUp = await until(async () => {
    const result = await overview(busy);
    return Date.parse(result.as_of) >= second.to && result;
  });
  assert.equal(caughtUp.events.value, 2);
});

test('a report does not wait for events that can’t be forwarded', { timeout: 55_000 }, async () => {
  const own = await createTestDatabase();
  const engine = await startFaultyProxy(own.clickhouseUrl);
  const patient = await startTestServer({
    DATABASE_URL: own.url,
    CLICKHOUSE_URL: engine.url,
    EARSHOT_LOG_LEVEL: 'silent',
    EARSHOT_REPORT_WAIT_MS: '60000',
  });
  after(own.drop);
  const { id, token, key } = await patient.createProject();
  const ask = async () => (await patient.call('GET', '/v1/analytics/overview', { token, query: { project_id: id } })).body;
  assert.equal((await ask()).events.value, 0);
  engine.setFault('rejects inserts');
  assert.equal((await patient.call('POST', '/v1/analytics/events', { key, body: { url: '/' } })).status, 202);
  const acceptedAt = Date.now();
  const behind = await ask();
  assert.deepEqual([behind.events.value, Date.parse(behind.as_of) <= acceptedAt], [0, true]);
  engine.setFault('none');
  await until(async () => (await ask()).events.value === 1);
});

test('a report on a project with a stream of events does not wait for the latest events', { timeout: 55_000 }, async () => {
  const own = await createTestDatabase();
  const engine = await startFaultyProxy(own.clickhouseUrl);
  const patient = await startTestServer({ DATABASE_URL: own.url, CLICKHOUSE_URL: engine.url, EARSHOT_REPORT_WAIT_MS: '60000' });
  after(own.drop);
  const { id, token, key } = await patient.createProject();
  const track = async (count: number) => {
    const body = { events: Array.from({ length: count }, () => ({ url: '/', user_id: 'ada' })) };
    assert.equal((await patient.call('POST', '/v1/analytics/events', { key, body })).status, 202);
  };
  const count = async () =>
    (await patient.call('GET', '/v1/analytics/overview', { token, query: { project_id: id } })).body.events.value;
  await Promise.all(Array.from({ length: 6 }, () => track(500)));
  await until(async () => (await count()) === 3_000);
  const gate = Promise.withResolvers<void>();
  engine.onStatement((statement) => (statement.startsWith('INSERT INTO events') ? gate.promise : undefined));
  await track(1);
  assert.equal(await count(), 3_000);
  gate.resolve();
  await until(async () => (await count()) === 3_001);
});

test('projects share a batch: a burst of one project fills the capacity that the others leave', async () => {
  // A batch that can't be written delays the next batches.
  clickhouse.setFault('rejects inserts');
  await send(await server.createProject());
  await until(() => hasPendingBatch(server.db));
  await until(async () => (await readAll(server.db)).length === 0);
  const projects: Project[] = [];
  for (const [rows, size] of [
    [30, 100],
    [10, 100],
    [1, 1],
  ] as const) {
    const project = await server.createProject();
    projects.push(project);
    const createEvent = (n: number) =>
      JSON.stringify({
        id: crypto.randomUUID(),
        time: Date.now(),
        name: 'page_view',
        interactive: true,
        path: '/',
        user_id: 'ada',
        person: `${n}`,
      });
    for (let row = 0; row < rows; row++)
      await addToInbox(
        server.db,
        parseId('prj', project.id) as string,
        Array.from({ length: size }, (_, n) => ({
          json: createEvent(n),
          partition: n % 3,
          eventId: null,
          outcomes: ['accepted'],
        })),
        {},
      );
  }
  const selected = await readInbox(server.db, { partitions: ALL_PARTITIONS, maxEvents: 1_001 });
  const countEvents = ({ id }: Project) =>
    selected.filter(({ project_id }) => project_id === parseId('prj', id)).reduce((sum, { event_count }) => sum + event_count, 0);
  assert.deepEqual(projects.map(countEvents), [500, 500, 1]);
  assert.deepEqual(
    selected.map(({ id }) => Number(id)),
    selected.map(({ id }) => Number(id)).toSorted((a, b) => a - b),
    'in order of arrival',
  );
  clickhouse.setFault('none');
  for (const [index, expected] of [3_000, 1_000, 1].entries())
    await until(async () => (await overview(projects[index] as Project)).events.value === expected);
});
