import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { runScheduled } from '../../../testing/jobs.ts';
import { startReceiver } from '../../../testing/receiver.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';

const server = await sharedTestServer();
const { call, db } = server;

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const iso = (ms: number) => new Date(ms).toISOString();
const FEW_VISITORS = { name: 'Few visitors', metric: 'visitors', condition: 'below_usual' };
const MANY_ENTRIES = { name: 'Burst of feedback', metric: 'feedback', condition: 'above_usual' };

/** Creates a project that exists since `days` days. */
async function setUp({ days = 0 } = {}) {
  const project = await server.createProject();
  const uuid = parseId('prj', project.id) as string;
  const inProject = { token: project.token, query: { project_id: project.id } };
  if (days) await sql`UPDATE projects SET created_at = now() - make_interval(days => ${days}) WHERE id = ${uuid}`.execute(db);
  // Tells the directory of projects about the change.
  await call('PATCH', `/v1/projects/${project.id}`, { token: project.token, body: { name: 'Watched' } });
  const on = (method: string, path = '', body?: object) => call(method, `/v1/alerts${path}`, { ...inProject, body });
  const create = async (body: object): Promise<Json> => {
    const answer = await on('POST', '', body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body;
  };
  return {
    ...project,
    uuid,
    inProject,
    on,
    create,
    get: async (id: string): Promise<Json> => (await on('GET', `/${id}`)).body,
    history: async (id: string): Promise<Json[]> => (await on('GET', `/${id}/history`)).body.data,
    /** Evaluates the alerts of the project once more, as five minutes later. */
    evaluate: async (times = 1) => {
      for (let time = 0; time < times; time++) {
        await sql`
          UPDATE analytics_alerts SET evaluated_until = evaluated_until - interval '5 minutes' WHERE project_id = ${uuid}`.execute(
          db,
        );
        await runScheduled(db, 'analytics.alerts');
      }
    },
    /** Inserts feedback entries at some times, as copies of one entry. */
    addFeedback: async (times: number[]) => {
      const { body } = await call('POST', '/v1/feedback', { key: project.key, body: { title: 'Copied' } });
      await sql`
        INSERT INTO feedback_entries SELECT (jsonb_populate_record(entry, jsonb_build_object(
          'id', gen_random_uuid(), 'number', entry.number + 1000 * position, 'created_at', time))).*
        FROM feedback_entries AS entry, unnest(${times.map(iso)}::timestamptz[]) WITH ORDINALITY AS given(time, position)
        WHERE entry.id = ${parseId('fb', body.id)}`.execute(db);
    },
    addArrivals: async (hours: { hour: number; count: number }[]) => {
      await sql`
        INSERT INTO analytics_intake (project_id, hour, outcome, count)
        SELECT ${uuid}, hour, outcome, count FROM json_to_recordset(${JSON.stringify(
          hours.flatMap(({ hour, count }) => [
            { hour: iso(hour), outcome: 'accepted', count: count + 7 },
            { hour: iso(hour), outcome: 'imported', count: 7 },
          ]),
        )}::json) AS given(hour timestamptz, outcome text, count bigint)`.execute(db);
    },
  };
}

const startOfHour = () => Math.floor(Date.now() / HOUR) * HOUR;
const repeat = (count: number, time: number) => Array.from({ length: count }, () => time);

test('alerts are created with defaults, listed by name, changed and deleted', async () => {
  const { id: project, on, create } = await setUp();
  const alert = await create(FEW_VISITORS);
  assert.match(alert.id, /^alr_/);
  assert.deepEqual(
    { ...alert, id: '', created_at: '', updated_at: '' },
    {
      id: '',
      project_id: project,
      ...FEW_VISITORS,
      filters: [],
      goal_id: null,
      threshold: null,
      window_minutes: 60,
      tolerance: 6,
      cooldown_minutes: 240,
      enabled: true,
      disabled_reason: null,
      state: 'learning',
      evaluated_at: null,
      last_value: null,
      last_triggered_at: null,
      created_at: '',
      updated_at: '',
    },
  );
  await create({ name: 'Errors', metric: 'events', filters: ['event:is:error'], condition: 'above', threshold: 10 });
  const { body: list } = await on('GET');
  assert.deepEqual([list.total, list.data.map(({ name }: Json) => name)], [2, ['Errors', 'Few visitors']]);
  const { body: changed } = await on('PATCH', `/${alert.id}`, { condition: 'below', threshold: 5, window_minutes: 15 });
  assert.deepEqual([changed.condition, changed.threshold, changed.window_minutes], ['below', 5, 15]);
  // A threshold belongs to its condition, and filters to their metric.
  assert.equal((await on('PATCH', `/${alert.id}`, { condition: 'outside_usual' })).body.threshold, null);
  assert.deepEqual((await on('PATCH', `/${list.data[0].id}`, { metric: 'feedback' })).body.filters, []);
  assert.deepEqual((await on('DELETE', `/${alert.id}`)).body, { ok: true });
  for (const [method, path] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['GET', '/history'],
  ] as const) {
    const { status, body } = await on(method, `/${alert.id}${path}`, method === 'PATCH' ? { name: 'Gone' } : undefined);
    assert.deepEqual([status, body.code], [404, 'alerts.not_found'], `${method} ${path}`);
  }
});

test('rules whose fields do not fit together are rejected, by their field', async () => {
  const { on, create } = await setUp();
  const alert = await create(FEW_VISITORS);
  for (const [fields, path, code] of [
    [{ condition: 'above' }, 'threshold', 'required'],
    [{ threshold: 3 }, 'threshold', 'not_allowed'],
    [{ condition: 'below', threshold: -1 }, 'threshold', 'too_small'],
    [{ metric: 'conversions' }, 'goal_id', 'required'],
    [{ goal_id: 'goal_01kaga0zrefb8tqs3yh4kx9m2d' }, 'goal_id', 'not_allowed'],
    [{ metric: 'feedback', filters: ['page:is:/'] }, 'filters', 'not_allowed'],
    [{ filters: ['page is /'] }, 'filters', 'format'],
    [{ metric: 'intake', window_minutes: 30 }, 'window_minutes', 'too_small'],
    [{ window_minutes: 45 }, 'window_minutes', 'choice'],
    [{ tolerance: 2 }, 'tolerance', 'too_small'],
    [{ metric: 'bounce_rate' }, 'metric', 'choice'],
  ] as const) {
    const { name: _name, ...rule } = { ...FEW_VISITORS, ...fields };
    for (const answer of [
      await on('POST', '', { ...FEW_VISITORS, ...fields }),
      await on('POST', '/preview', rule),
      await on('PATCH', `/${alert.id}`, fields),
    ]) {
      assert.equal(answer.status, 400, JSON.stringify([fields, answer.body]));
      assert.deepEqual([answer.body.fields[0].path, answer.body.fields[0].code], [path, code], JSON.stringify(fields));
    }
  }
  const unknown = { metric: 'conversions', goal_id: 'goal_01kaga0zrefb8tqs3yh4kx9m2d', condition: 'below', threshold: 1 };
  for (const answer of [
    await on('POST', '', { name: 'Sales', ...unknown }),
    await on('POST', '/preview', unknown),
    await on('PATCH', `/${alert.id}`, unknown),
  ])
    assert.deepEqual([answer.status, answer.body.code], [404, 'goals.not_found']);
});

test('a project has at most 50 alerts, however many are created at the same time', async () => {
  const { uuid, on, create } = await setUp();
  await create(FEW_VISITORS);
  await sql`
    INSERT INTO analytics_alerts SELECT (jsonb_populate_record(alert, jsonb_build_object('id', gen_random_uuid()))).*
    FROM analytics_alerts AS alert, generate_series(1, 47) WHERE project_id = ${uuid}`.execute(db);
  const answers = await Promise.all(Array.from({ length: 4 }, () => on('POST', '', FEW_VISITORS)));
  assert.equal(answers.filter(({ status }) => status === 201).length, 2);
  assert.equal(answers.filter(({ status }) => status === 409).length, 2);
  assert.ok(answers.some(({ body }) => body.code === 'alerts.limit_exceeded'));
});

test('a burst of feedback triggers an alert after two evaluations, informs webhooks, and recovers', async () => {
  const { uuid, id, token, inProject, create, get, history, evaluate, addFeedback, on } = await setUp({ days: 40 });
  const receiver = await startReceiver();
  await call('PATCH', `/v1/projects/${id}`, {
    token,
    body: { settings: { test: { enabled: true, webhook_hosts: ['127.0.0.1'] } } },
  });
  await call('POST', '/v1/webhooks', {
    ...inProject,
    body: { url: receiver.url, types: ['alert.triggered', 'alert.recovered'] },
  });
  const alert = await create(MANY_ENTRIES);
  // Two entries an hour, and a burst in the last quarter of an hour.
  const hour = startOfHour();
  await addFeedback(Array.from({ length: 2 * 24 * 36 }, (_, half) => hour - HOUR - (half * HOUR) / 2));
  await evaluate(2);
  assert.equal((await get(alert.id)).state, 'ok');
  await addFeedback(repeat(40, Date.now() - 10 * MINUTE));
  await evaluate(2);
  const triggered = await get(alert.id);
  assert.deepEqual([triggered.state, triggered.last_triggered_at !== null], ['triggered', true]);
  const [trigger] = await history(alert.id);
  assert.deepEqual(
    [trigger.alert_id, trigger.usual, trigger.usual_low, trigger.threshold, trigger.recovered_at],
    [alert.id, 2, 0, null, null],
  );
  assert.ok(trigger.value >= 40 && trigger.usual_high < trigger.value, JSON.stringify(trigger));
  assert.equal(Date.parse(trigger.to) - Date.parse(trigger.from), HOUR);
  // The link shows the entries of the window.
  const link = new URL(trigger.url);
  assert.match(link.pathname, /^\/projects\/[^/]+\/feedback$/);
  const listed = await call('GET', '/v1/feedback', {
    token,
    query: { ...inProject.query, ...Object.fromEntries(link.searchParams) },
  });
  assert.equal(listed.body.total, trigger.value);
  const told = await until(async () => {
    const query = { ...inProject.query, kind: 'alert.triggered' };
    const { data } = (await call('GET', '/v1/notifications', { ...inProject, query })).body;
    return data.length > 0 && (data as Json[]);
  });
  assert.deepEqual([told.length, told[0]?.heading, told[0]?.title, told[0]?.url], [1, 'Alert', MANY_ENTRIES.name, trigger.url]);
  // The condition is still met: nothing new happens.
  await evaluate();
  assert.equal((await history(alert.id)).length, 1);
  await sql`DELETE FROM feedback_entries WHERE project_id = ${uuid} AND created_at > now() - interval '15 minutes'`.execute(db);
  await evaluate(2);
  assert.equal((await get(alert.id)).state, 'ok');
  const [recovered] = await history(alert.id);
  assert.ok(recovered.recovered_at && recovered.recovered_value <= recovered.usual_high);
  await until(() => receiver.received.length >= 2);
  const sent = receiver.received.map(({ body }) => JSON.parse(body));
  assert.deepEqual(
    sent.map(({ type, data }) => [type, data.id, data.alert.name, data.value, data.recovered_value]),
    [
      ['alert.triggered', trigger.id, MANY_ENTRIES.name, trigger.value, null],
      ['alert.recovered', trigger.id, MANY_ENTRIES.name, trigger.value, recovered.recovered_value],
    ],
  );
  // An empty test project has rules without history.
  await call('POST', `/v1/projects/${id}/empty`, { token });
  assert.deepEqual([(await history(alert.id)).length, (await get(alert.id)).state], [0, 'learning']);
  assert.equal((await on('GET')).body.total, 1);
});

test('reports count the visitors of an alert, and its link shows the same number', async () => {
  const { inProject, create, get, history, evaluate, on, key } = await setUp();
  const end = Math.floor(Date.now() / HOUR) * HOUR;
  // 24 visitors an hour around the same time of the four weeks before, of whom half come from one page, and two in the last hour.
  const events = Array.from({ length: 4 }, (_week, week) =>
    Array.from({ length: 24 * 17 }, (_, index) => ({
      event_id: randomUUID(),
      timestamp: iso(end - (week + 1) * 7 * DAY - 9 * HOUR + index * 2.5 * MINUTE),
      url: index % 2 ? 'https://acme.example/pricing' : 'https://acme.example/',
      user_id: `u${week}-${index}`,
    })),
  ).flat();
  for (let start = 0; start < events.length; start += 500) {
    const batch = events.slice(start, start + 500);
    const { body } = await call('POST', '/v1/analytics/import', { ...inProject, body: { events: batch } });
    assert.equal(body.accepted, batch.length, JSON.stringify(body));
  }
  const pricing = { filters: ['page:is:/pricing'] };
  const all = await create(FEW_VISITORS);
  const filtered = await create({ ...FEW_VISITORS, ...pricing, name: 'Few visitors of the prices' });
  const high = await create({ name: 'Many', metric: 'page_views', condition: 'above', threshold: 1 });
  const calm = await create({ ...FEW_VISITORS, condition: 'above_usual', name: 'Many visitors' });
  const young = await create({ ...FEW_VISITORS, window_minutes: 1440, name: 'Fewer visitors than on other days' });
  for (const user_id of ['ada', 'bob'])
    await call('POST', '/v1/analytics/events', {
      key,
      body: { url: 'https://acme.example/', user_id, timestamp: iso(Date.now() - 20 * MINUTE) },
    });
  await until(async () => (await call('GET', '/v1/analytics/intake', inProject)).body.waiting === 0);
  await evaluate(2);
  for (const [alert, state] of [
    [all, 'triggered'],
    [filtered, 'ok'],
    [high, 'triggered'],
    [calm, 'ok'],
    [young, 'learning'],
  ])
    assert.equal((await get(alert.id)).state, state, JSON.stringify(await get(alert.id)));
  const [trigger] = await history(all.id);
  assert.deepEqual([trigger.value, trigger.usual], [2, 24]);
  const link = new URL(trigger.url);
  const { body: report } = await call('GET', '/v1/analytics/overview', {
    ...inProject,
    query: { ...inProject.query, ...Object.fromEntries(link.searchParams) },
  });
  assert.equal(report.visitors.value, trigger.value);
  // The preview has the windows with four weeks of history only, of which the last one is low.
  const { status, body: preview } = await on('POST', '/preview', { metric: 'visitors', condition: 'below_usual' });
  assert.equal(status, 200);
  assert.equal(preview.windows + preview.skipped_windows, 672);
  assert.ok(preview.windows >= 1 && preview.windows < 12, JSON.stringify(preview));
  assert.ok(preview.trigger_count >= 1);
  assert.deepEqual([preview.triggers[0].usual, preview.triggers[0].value <= 2], [24, true]);
});

test('a preview triggers once while the condition is met, and again after a window without it', async () => {
  const { on, addFeedback } = await setUp({ days: 40 });
  const hour = startOfHour();
  const busy = [20, 19, 18, 17, 16, 15, 9];
  await addFeedback(busy.flatMap((hours) => repeat(5, hour - hours * HOUR + 30 * MINUTE)));
  const { body } = await on('POST', '/preview', { metric: 'feedback', condition: 'above', threshold: 3 });
  assert.deepEqual([body.trigger_count, body.triggers.map(({ from }: Json) => (hour - Date.parse(from)) / HOUR)], [2, [9, 20]]);
});

test('the intake is counted by the hour of arrival, without imports', async () => {
  const { create, get, history, evaluate, addArrivals } = await setUp();
  // Windows of a day end at even hours, and are complete a minute later: until then, the latest one ended two hours ago.
  const lastHour = startOfHour() - 4 * HOUR;
  await addArrivals(Array.from({ length: 24 * 36 }, (_, index) => ({ hour: lastHour - index * HOUR, count: 60 })));
  const stopped = await create({ name: 'Nothing arrives', metric: 'intake', condition: 'below_usual' });
  const threshold = await create({ name: 'Less than 1', metric: 'intake', condition: 'below', threshold: 1 });
  const longer = await create({ name: 'Day', metric: 'intake', condition: 'below', threshold: 24 * 60, window_minutes: 1440 });
  await evaluate(2);
  for (const { id } of [stopped, threshold, longer]) {
    const alert = await get(id);
    assert.equal(alert.state, 'triggered', JSON.stringify(alert));
  }
  const [trigger] = await history(stopped.id);
  assert.deepEqual([trigger.value, trigger.usual], [0, 60]);
  assert.ok(Date.parse(trigger.to) % HOUR === 0);
  const [day] = await history(longer.id);
  assert.equal(day.value, ((lastHour + HOUR - Date.parse(day.from)) / HOUR) * 60, JSON.stringify(day));
  assert.match(trigger.url, /\/analytics\?from=/);
});

test('alerts of a deleted goal are disabled with the reason, and can be enabled with another goal', async () => {
  const { create, get, history, evaluate, inProject, on } = await setUp();
  const goal = async (name: string) =>
    (await call('POST', '/v1/analytics/goals', { ...inProject, body: { name, event: name } })).body.id;
  const [sold, signedUp] = [await goal('sold'), await goal('signed_up')];
  const alert = await create({ name: 'Few sales', metric: 'conversions', goal_id: sold, condition: 'below', threshold: 1 });
  assert.equal(alert.goal_id, sold);
  await evaluate();
  const [trigger] = await history(alert.id);
  assert.deepEqual(Object.fromEntries(new URL(trigger.url).searchParams), {
    from: trigger.from,
    to: trigger.to,
    goal_id: sold,
    metric: 'conversions',
  });
  await call('DELETE', `/v1/analytics/goals/${sold}`, inProject);
  const disabled = await get(alert.id);
  assert.deepEqual([disabled.enabled, disabled.disabled_reason, disabled.goal_id], [false, 'goal_deleted', null]);
  const [closed] = await history(alert.id);
  assert.deepEqual([closed.recovered_at !== null, closed.recovered_value], [true, null]);
  assert.equal((await on('PATCH', `/${alert.id}`, { name: 'No sales' })).body.name, 'No sales');
  const refused = await on('PATCH', `/${alert.id}`, { enabled: true });
  assert.deepEqual([refused.status, refused.body.fields[0].path], [400, 'goal_id']);
  const { body: enabled } = await on('PATCH', `/${alert.id}`, { enabled: true, goal_id: signedUp });
  assert.deepEqual(
    [enabled.enabled, enabled.disabled_reason, enabled.goal_id, enabled.state],
    [true, null, signedUp, 'learning'],
  );
});

test('a changed rule begins again, a renamed one does not, and a disabled one is not evaluated', async () => {
  const { create, get, history, evaluate, on } = await setUp({ days: 1 });
  const alert = await create({ ...MANY_ENTRIES, condition: 'below', threshold: 1 });
  await evaluate();
  assert.equal((await get(alert.id)).state, 'triggered');
  assert.equal((await on('PATCH', `/${alert.id}`, { name: 'Silence', cooldown_minutes: 0 })).body.state, 'triggered');
  assert.equal((await on('PATCH', `/${alert.id}`, { threshold: 2 })).body.state, 'learning');
  assert.ok((await history(alert.id))[0].recovered_at);
  await on('PATCH', `/${alert.id}`, { enabled: false });
  await evaluate();
  assert.equal((await get(alert.id)).evaluated_at, null);
  await on('PATCH', `/${alert.id}`, { enabled: true });
  await evaluate();
  assert.equal((await history(alert.id)).length, 2);
});

test('triggers are deleted after a year, unless they are open', async () => {
  const { uuid, create, history, evaluate } = await setUp({ days: 1 });
  const alert = await create({ ...MANY_ENTRIES, condition: 'below', threshold: 1 });
  await evaluate();
  const age = async (months: number, isOpen: boolean) => {
    await sql`
      UPDATE analytics_alert_triggers SET triggered_at = now() - make_interval(months => ${months}),
        recovered_at = CASE WHEN ${isOpen} THEN NULL ELSE now() END
      WHERE project_id = ${uuid}`.execute(db);
    await runScheduled(db, 'analytics.clean-alerts');
    return (await history(alert.id)).length;
  };
  assert.deepEqual([await age(13, true), await age(11, false), await age(13, false)], [1, 1, 0]);
});
