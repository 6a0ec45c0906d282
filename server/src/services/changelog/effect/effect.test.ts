import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomRuns } from '../../../testing/long.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { until, withinPeriod } from '../../../testing/until.ts';

const server = await sharedTestServer();
const { call } = server;

const DAY_MS = 86_400_000;
/** The release was ten days ago in the afternoon. */
const RELEASE = Math.floor(Date.now() / DAY_MS - 10) * DAY_MS + 15 * 3_600_000;

/** Visitors of each week who sign up, of ten, and new entries of each week: eight weeks, and the week of the release. */
const SIGNUPS = [4, 5, 4, 5, 4, 5, 4, 5, 9];
const FEEDBACK = [2, 3, 4, 3, 2, 3, 4, 3, 3];

/** Returns a time on a weekday of a week, 8 for that of the release. */
const timeIn = (week: number, day: number, minute = 0) =>
  new Date(RELEASE + (week - 8) * 7 * DAY_MS + (day % 7) * DAY_MS + minute * 60_000).toISOString();

async function createReleased(publishedAt: number) {
  const project = await server.createProject();
  const { token, id } = project;
  const query = { project_id: id };
  const post = async (path: string, body: object): Promise<Json> => {
    const answer = await call('POST', `/v1/${path}`, { token, query, body });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body;
  };
  const publish = (title: string, at = publishedAt, more: object = {}) =>
    post('changelog', { title, published_at: new Date(at).toISOString(), ...more });
  return {
    ...project,
    post,
    publish,
    measure: async (entry: string): Promise<Json> => {
      const answer = await call('GET', `/v1/changelog/${entry}/effect`, { token, query });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body;
    },
  };
}

test('a release is compared with the same weekdays before it', async () => {
  const { post, publish, measure } = await createReleased(RELEASE);
  const goal = await post('analytics/goals', { name: 'Signup', page: '/signup' });
  const visit = (week: number, visitor: number, page: string, minute = 0) => ({
    event_id: randomUUID(),
    url: `https://acme.example${page}`,
    user_id: `u_${week}_${visitor}`,
    timestamp: timeIn(week, visitor, minute),
  });
  await post('analytics/import', {
    events: SIGNUPS.flatMap((signups, week) =>
      Array.from({ length: 10 }, (_, visitor) => [
        visit(week, visitor, '/'),
        ...(visitor < signups ? [visit(week, visitor, '/signup', 1)] : []),
      ]).flat(),
    ),
  });
  await post('feedback/batch', {
    records: FEEDBACK.flatMap((count, week) =>
      Array.from({ length: count }, (_, index) => ({
        external_id: `old:${week}-${index}`,
        title: `Request ${week} ${index}`,
        created_at: timeIn(week, index),
      })),
    ),
  });
  const entry = await publish('Faster signup', RELEASE, { success: { page: '/signup' } });
  await publish('Also that week', RELEASE + 2 * DAY_MS);
  await publish('A week earlier', RELEASE - 7 * DAY_MS);

  const [success, conversion, bounce, feedback] = await until(async () => {
    const effect = await measure(entry.id);
    assert.deepEqual([effect.is_complete, effect.days, effect.other_releases], [true, 7, 1]);

    return effect.measures[0]?.after === 9 && effect.measures;
  });
  // On the scale 2√(n + ⅜): 4.507 in the ninth week; half width 2.447 · 0.3239.
  assert.deepEqual(success, {
    metric: 'success',
    goal: null,
    verdict: 'rise',
    after: 9,
    expected: 4.7037,
    low: 3.0745,
    high: 6.6473,
    history: SIGNUPS.slice(0, -1),
  });
  // Line through 0.4, 0.5, … of eight weeks: 0.4714 in the ninth; half width 2.447 · 0.0714.
  assert.deepEqual(conversion, {
    metric: 'conversion_rate',
    goal: { id: goal.id, name: 'Signup' },
    verdict: 'rise',
    after: 0.9,
    expected: 0.4714,
    low: 0.2966,
    high: 0.6463,
    history: [0.4, 0.5, 0.4, 0.5, 0.4, 0.5, 0.4, 0.5],
  });
  // Visitors bounce unless they sign up.
  assert.deepEqual(
    [bounce.metric, bounce.verdict, bounce.after, bounce.expected, bounce.low, bounce.high],
    ['bounce_rate', 'fall', 0.1, 0.5285, 0.3537, 0.7034],
  );
  // 3.898 on the scale; half width 2.447 · 0.5407.
  assert.deepEqual(feedback, {
    metric: 'feedback',
    goal: null,
    verdict: 'none',
    after: 3,
    expected: 3.4242,
    low: 1.2829,
    high: 6.441,
    history: FEEDBACK.slice(0, -1),
  });

  // Late events of the week count.
  await post('analytics/import', { events: [visit(8, 9, '/signup', 2)] });
  await until(async () => (await measure(entry.id)).measures[0].after === 10);
});

test('drafts and releases of today have no measures, and releases without history have unknown ones', () =>
  withinPeriod(async () => {
    const { post, publish, measure } = await createReleased(RELEASE);
    const draft = await post('changelog', { title: 'Draft' });
    const now = await publish('Just now', Date.now());
    for (const entry of [draft, now]) {
      const { days, is_complete: isComplete, measures } = await measure(entry.id);
      assert.deepEqual([days, isComplete, measures], [0, false, []]);
    }
    const { days, measures } = await measure((await publish('Two days ago', Date.now() - 2 * DAY_MS)).id);
    assert.equal(days, 2);
    assert.deepEqual(
      measures.map(({ metric, verdict }: Json) => [metric, verdict]),
      [
        ['bounce_rate', 'unknown'],
        ['feedback', 'unknown'],
      ],
    );
  }));

/** Days of all time zones begin at such times. */
const HALF_HOUR_MS = 1_800_000;

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

/** Returns the number of the day that a clock in a time zone shows. */
const dayIn = (timezone: string, ms: number) =>
  Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(ms)) / DAY_MS;

test('events count in the week of their day, in any time zone and after any number of days', async () => {
  const { id, token, post, publish, measure } = await createReleased(RELEASE);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'),
      fc.integer({ min: 1, max: 12 * 24 }),
      fc.array(fc.integer({ min: 1, max: 80 * 24 }), { maxLength: 40 }),
      (timezone, releasedHoursAgo, hoursAgo) =>
        withinPeriod(async () => {
          const name = `used_${randomUUID().slice(0, 8)}`;
          const now = Date.now();
          const times = hoursAgo.map((hours) => now - hours * 3_600_000);
          await call('PATCH', `/v1/projects/${id}`, { token, body: { settings: { analytics: { timezone } } } });
          if (times.length)
            await post('analytics/import', {
              events: times.map((time) => ({
                event_id: randomUUID(),
                name,
                url: 'https://acme.example/',
                user_id: 'u_1',
                timestamp: new Date(time).toISOString(),
              })),
            });
          const published = now - releasedHoursAgo * 3_600_000;
          const { id: entry } = await publish(name, published, { success: { event: name } });

          const [today, first] = [dayIn(timezone, now), dayIn(timezone, published)];
          const days = Math.min(7, today - first);
          const weeks = Array.from({ length: 9 }, (_, week) => {
            const start = first + (week - 8) * 7;
            return times.filter((time) => dayIn(timezone, time) >= start && dayIn(timezone, time) < start + days).length;
          });
          await until(async () => {
            const effect = await measure(entry);
            assert.equal(effect.days, days);
            if (!days) return true;
            const { history, after: last } = effect.measures[0];
            // Weeks before the first event of the project are left out.
            const counted = [...history, last];
            return JSON.stringify(counted) === JSON.stringify(weeks.slice(9 - counted.length)) && sum(weeks) === sum(counted);
          });
        }, HALF_HOUR_MS),
    ),
    randomRuns(8, 100),
  );
});
