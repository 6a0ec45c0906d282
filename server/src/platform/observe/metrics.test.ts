import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { freePort } from '../../testing/process.ts';
import { startTestServer } from '../../testing/server.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const SOURCES = join(ROOT, 'server/src');

test('serves Prometheus metrics on a separate port, by route instead of URL', async () => {
  const port = await freePort();
  const server = await startTestServer({ EARSHOT_METRICS_PORT: String(port) });
  const { key } = await server.createProject();
  const { body } = await server.call('POST', '/v1/feedback', { key, body: { title: 'Count me' } });
  await server.call('GET', `/v1/feedback/${body.id}`, { key });

  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  const metrics = await response.text();
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain/);
  assert.match(metrics, /earshot_http_request_duration_seconds_count\{method="POST",route="\/v1\/feedback",status="201"\} 1/);
  assert.match(metrics, /earshot_http_request_duration_seconds_count\{method="GET",route="\/v1\/feedback\/:id",status="200"\} 1/);
  assert.match(metrics, /process_resident_memory_bytes \d+/);
  assert.ok(!metrics.includes(body.id));
  assert.equal((await server.call('GET', '/metrics')).status, 404, 'not where the public can read them');
});

/** Names of the metrics of Earshot in the sources, also of those that depend on the configuration. */
const OWN = new Set(
  globSync('**/*.ts', { cwd: SOURCES, exclude: (name) => name.endsWith('.test.ts') }).flatMap((file) =>
    Array.from(readFileSync(join(SOURCES, file), 'utf8').matchAll(/name: '(earshot_[a-z_]+)'/g)).map(([, name = '']) => name),
  ),
);

test('the documentation explains every metric, and no other', () => {
  const section = /\n## Metrics\n([\s\S]*?)\n## /.exec(readFileSync(join(ROOT, 'docs/operations.md'), 'utf8'))?.[1] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `earshot_'));
  const documented = rows.flatMap((row) =>
    Array.from((row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)).map(([, name = '']) => name),
  );
  assert.deepEqual(documented.toSorted(), [...OWN].toSorted());
});

interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string; description: string };
}

interface Panel {
  title: string;
  type: string;
  description?: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
}

/** Metrics of Prometheus, and of its blackbox exporter. */
const OF_PROMETHEUS = ['up', 'probe_success'];
/** Functions, and words of the query language, which a name of a metric cannot be. */
const WORDS = /^(?:sum|max|rate|increase|changes|topk|histogram_quantile|vector|by|on|and|or|label_values|time|Inf)$/;

/** Returns the names of metrics in a query, without its labels, strings and durations. */
const metricsOf = (query: string) =>
  Array.from(
    query
      .replaceAll(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]/g, '')
      .replaceAll(/\b(?:by|on)\s*\([^)]*\)/g, '')
      .matchAll(/[a-zA-Z_]\w*/g),
  )
    .map(([name]) => name)
    .filter((name) => !WORDS.test(name));

test('every metric in the alerts and on the dashboard exists', async () => {
  const port = await freePort();
  const server = await startTestServer({ EARSHOT_METRICS_PORT: String(port) });
  await fetch(`${server.url}/health`);
  const exposed = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const names = new Set([...OWN, ...OF_PROMETHEUS]);
  for (const [, name = '', type] of exposed.matchAll(/^# TYPE (\S+) (\S+)$/gm))
    for (const suffix of type === 'histogram' || type === 'summary' ? ['_bucket', '_sum', '_count'] : [''])
      names.add(name + suffix);

  const { groups } = parse(readFileSync(join(ROOT, 'deploy/prometheus/alerts.yaml'), 'utf8')) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length);
  for (const { alert, expr, annotations } of rules) {
    assert.ok(annotations.summary && annotations.description, alert);
    assert.notEqual(metricsOf(expr).length, 0, alert);
    assert.deepEqual(
      metricsOf(expr).filter((name) => !names.has(name)),
      [],
      alert,
    );
  }

  const { panels } = JSON.parse(readFileSync(join(ROOT, 'deploy/grafana/earshot.json'), 'utf8')) as { panels: Panel[] };
  for (const { title, type, description, targets = [] } of panels) {
    if (type === 'row') continue;
    assert.ok(description && targets.length, title);
    for (const { expr } of targets)
      assert.deepEqual(
        metricsOf(expr).filter((name) => !names.has(name)),
        [],
        `${title}: ${expr}`,
      );
  }
  const shown = new Set(panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => metricsOf(expr))));
  const base = (name: string) => name.replace(/_(?:bucket|sum|count)$/, '');
  assert.deepEqual(
    [...OWN].filter((name) => ![...shown].some((used) => base(used) === name)),
    [],
    'the dashboard shows every metric',
  );
});
