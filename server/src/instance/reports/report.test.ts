import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../platform/ids.ts';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { withinPeriod } from '../../testing/until.ts';
import { createActiveProject } from './fixtures/active-project.ts';

// The content of reports, next to the responses of the API.

const server = await sharedTestServer();
const { call, db } = server;

const QUARTER_HOUR_MS = 15 * 60_000;

const formatNumber = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 1 });
const formatCount = (count: number, noun: string) => `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;

/** A period is over at midnight in the time zone of its project. */
const testInOnePeriod = (name: string, check: () => Promise<void>) => void test(name, () => withinPeriod(check, QUARTER_HOUR_MS));

const previewOf = async ({ id, token }: { id: string; token: string }, frequency = 'weekly') => {
  const { status, body } = await call('GET', `/v1/projects/${id}/report-preview`, { token, query: { frequency } });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

for (const timezone of ['UTC', 'Asia/Kathmandu', 'America/New_York'])
  testInOnePeriod(`figures are those of the API for the same days in ${timezone}`, async () => {
    const project = await createActiveProject(server, { timezone });
    const { token, query, key, week, at, must, submit, backdate } = project;
    await submit('Dark mode', at(2), { votes: 3 });
    await submit('Export as CSV', at(100), { votes: 1 });
    await submit('Earlier', at(5, { isBefore: true }));
    for (const [email, time] of [
      ['one@example.com', at(1)],
      ['two@example.com', at(50)],
      ['three@example.com', at(3, { isBefore: true })],
    ] as const) {
      const place = await must('POST', '/v1/waitlist', { key, body: { email } });
      await backdate('waitlist_entries', parseId('wl', place.id) as string, time);
    }
    const praise = await must('POST', '/v1/testimonials', {
      key,
      body: { author_name: 'Mary', content: 'It saves us a day a week', rating: 5 },
    });
    await must('PATCH', `/v1/testimonials/${praise.id}`, { token, body: { status: 'approved' } });
    await backdate('testimonials', parseId('tm', praise.id) as string, at(20));

    const { text, html, period } = await previewOf(project);
    assert.deepEqual(period, { frequency: 'weekly', from: week.firstDay, to: week.lastDay, timezone });
    const ask = async (path: string, more: object = {}) =>
      (await call('GET', path, { token, query: { ...query, ...more } })).body;
    const days = { from: week.firstDay, to: week.lastDay };
    const created = { created_since: new Date(week.from).toISOString(), created_until: new Date(week.to).toISOString() };
    const overview = await ask('/v1/analytics/overview', days);
    const figure = (label: string, value: number, previous: number) =>
      new RegExp(`^${label}: ${formatNumber(value)} \\((?:[+−]\\d+% |up )from ${formatNumber(previous)}\\)$`, 'm');
    assert.deepEqual([overview.visitors.value, overview.visitors.previous], [3, 1]);
    assert.match(text, figure('Visitors', overview.visitors.value, overview.visitors.previous));
    assert.match(text, figure('Visits', overview.visits.value, overview.visits.previous));
    assert.match(text, figure('Page views', overview.page_views.value, overview.page_views.previous));
    const lines: [label: string, value: string][] = [];
    for (const [path, limit] of [
      ['pages', 5],
      ['sources', 5],
    ] as const)
      for (const row of (await ask(`/v1/analytics/${path}`, { ...days, limit })).data)
        lines.push([row.value || 'Direct', formatCount(row.visitors, 'visitor')]);
    assert.ok(lines.length >= 5);
    for (const goal of (await ask('/v1/analytics/conversions', days)).data)
      lines.push([goal.name, `${formatCount(goal.conversions, 'conversion')} (${formatNumber(goal.conversion_rate * 100)}%)`]);
    const revenue = await ask('/v1/analytics/revenue', days);
    assert.deepEqual([revenue.currencies[0].amount, revenue.currencies.length], ['1234.5', 1]);
    lines.push(['EUR', '€1,234.50 (+147% from €500.00)']);
    const feedback = await ask('/v1/feedback', { ...created, sort: 'top', visibility: 'public' });
    assert.deepEqual(
      feedback.data.map(({ title }: Json) => title),
      ['Dark mode', 'Export as CSV'],
    );
    for (const entry of feedback.data) lines.push([entry.title, formatCount(entry.upvote_count, 'vote')]);
    lines.push(['“It saves us a day a week”', '5 of 5']);
    const expected = lines.map(([label, value]) => `- ${label}: ${value}`);
    assert.deepEqual(text.match(/^- .*$/gm), expected);
    for (const [label, value] of lines) assert.ok(html.includes(value) && html.includes(label.replaceAll('&', '&amp;')), label);
    assert.match(text, figure('New entries', (await ask('/v1/feedback', created)).total, 1));
    assert.match(text, figure('Sign-ups', (await ask('/v1/waitlist', created)).total, 1));
    assert.match(text, new RegExp(`^Total: ${(await ask('/v1/waitlist/stats')).total}$`, 'm'));
    assert.match(text, figure('New testimonials', (await ask('/v1/testimonials', created)).total, 0));
    assert.doesNotMatch(text, /Mary|@example\.com|Earlier/);
  });

testInOnePeriod('contains no titles of private, pending and merged entries, and no text of pending testimonials', async () => {
  const project = await createActiveProject(server);
  const { key, token, id, at, must, submit, backdate } = project;
  const shown = await submit('Shown to everybody', at(2));
  const secret = await submit('Secret plan', at(3));
  await must('PATCH', `/v1/feedback/${secret.id}`, { token, body: { visibility: 'private' } });
  const copy = await submit('Merged copy', at(4));
  await must('POST', `/v1/feedback/${copy.id}/merge`, { token, body: { into: shown.id } });
  await must('PATCH', `/v1/projects/${id}`, { token, body: { settings: { feedback: { moderation: 'all' } } } });
  await submit('Waiting spam', at(5));
  const praise = await must('POST', '/v1/testimonials', {
    key,
    body: { author_name: 'Mary', content: 'Not approved yet', rating: 4 },
  });
  await backdate('testimonials', parseId('tm', praise.id) as string, at(20));
  const { text, html, subject } = await previewOf(project);
  for (const part of [text, html, subject]) {
    assert.doesNotMatch(part, /Secret plan|Merged copy|Waiting spam|Not approved yet|Mary|mary@example\.com/);
    if (part !== subject) assert.match(part, /Shown to everybody/);
  }
  assert.match(text, /1 entry waits for approval\./);
  assert.match(text, /1 testimonial waits for approval\./);
  assert.match(text, /New entries: 3 \(up from 0\)/);
});

testInOnePeriod('texts are escaped, bars are hidden from screen readers, and links lead to the dashboard', async () => {
  const project = await createActiveProject(server, { name: 'Acme & <Söhne>' });
  await project.submit('Faster <b>export</b> & more', project.at(2), { votes: 2 });
  const { text, html, subject } = await previewOf(project);
  assert.match(subject, /^Acme & <Söhne>: weekly report, \w+ \d+ – .*20\d\d$/);
  assert.ok(html.includes('Faster &lt;b&gt;export&lt;/b&gt; &amp; more') && !html.includes('<b>export'));
  assert.ok(text.includes('- Faster <b>export</b> & more: 2 votes'));
  const bars = html.match(/<tr aria-hidden="true">/g) ?? [];
  assert.ok(bars.length >= 6);
  assert.equal((html.match(/height="4"/g) ?? []).length >= bars.length, true);
  for (const path of ['analytics', 'feedback']) {
    const url = `/projects/${project.slug}/${path}`;
    assert.ok(html.includes(`${url}"`) && text.includes(url), path);
  }
  assert.match(html, /prefers-color-scheme: dark/);
});

testInOnePeriod('a report about nothing says so', async () => {
  const project = await server.createProject('Quiet');
  for (const frequency of ['weekly', 'monthly']) {
    const { text, html, subject, period } = await previewOf(project, frequency);
    assert.equal(period.frequency, frequency);
    assert.match(subject, new RegExp(`^Quiet: ${frequency} report`));
    for (const part of [text, html]) assert.match(part, /Nothing happened in this period and the period before\./);
    assert.doesNotMatch(html, /<table/);
  }
});

testInOnePeriod('a project without the goal, revenue or source of others shows only what it has', async () => {
  const project = await server.createProject();
  const { key } = project;
  const { body: entry } = await call('POST', '/v1/feedback', { key, body: { title: 'Only this' } });
  await sql`
    UPDATE feedback_entries SET created_at = now() - interval '8 days' WHERE id = ${parseId('fb', entry.id)}`.execute(db);
  const { text } = await previewOf(project);
  assert.deepEqual(text.match(/^[A-Z ]{4,}$/gm), ['FEEDBACK']);
});
