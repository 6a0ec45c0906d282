import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toComparison, formatFilter, parseFilter, readReportQuery, toReport } from './report-query.ts';

test('reads a report query of a URL, and skips what is unknown or of another type', () => {
  assert.deepEqual(
    readReportQuery({
      period: 'for_ever',
      from: '2026-03-01',
      to: '2026-3-9',
      compare: 'year',
      filter: ['page:is:/', 7],
      metric: 'visits',
      interval: 'second',
      steps: 'page:/',
      page: '',
    }),
    { from: '2026-03-01', compare: 'year', filter: ['page:is:/'], metric: 'visits' },
  );
});

test('a custom range consists of days, or of times in UTC', () => {
  for (const from of ['2026-03-01', '2026-03-01T09:30:00.000Z', '2026-03-01T09:30Z'])
    assert.deepEqual(readReportQuery({ from, to: from }), { from, to: from });
  for (const from of ['2026-03-01T09:30', '2026-03-01T09:30:00+01:00', '2026-13-01', '2026-03-01T25:00Z', 'T09:30Z', 7])
    assert.deepEqual(readReportQuery({ from }), {}, String(from));
});

test('a custom range replaces the period, which defaults to 30 days', () => {
  assert.deepEqual(toReport({}), { period: '30d' });
  assert.deepEqual(toReport({ period: '7d', from: '2026-03-01' }), { from: '2026-03-01' });
});

test('compares with the previous period, a custom one, or nothing', () => {
  assert.deepEqual(toComparison({}), { compare: 'previous' });
  assert.deepEqual(toComparison({ compare: 'none' }), { compare: 'none' });
  assert.deepEqual(toComparison({ compare_from: '2026-01-01', compare_to: '2026-01-31' }), {
    compare_from: '2026-01-01',
    compare_to: '2026-01-31',
  });
  assert.deepEqual(toComparison({ period: 'all' }), { compare: 'none' }, 'nothing precedes all time');
});

test('filters survive parsing and formatting, also with colons in values', () => {
  for (const text of ['page:is:/pricing', 'property:plan:is_not:pro', 'source:contains:a:b', 'page:is:'])
    assert.equal(formatFilter(parseFilter(text) ?? { dimension: '', operator: 'is', value: '' }), text);
  for (const text of ['', 'page', 'page:is', 'page:invented:/']) assert.equal(parseFilter(text), undefined, text);
});
