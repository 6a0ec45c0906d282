import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeChange, formatChange, formatFigure, formatShare, renderName } from './format.ts';
import { formatDates } from './periods/dates.ts';

test('figures are short, and exact up to ten thousand', () => {
  for (const [metric, value, text] of [
    ['visitors', 9_999, '9,999'],
    ['visitors', 10_000, '10K'],
    ['visitors', 1_234_567, '1.2M'],
    ['visitors', null, '–'],
    ['bounce_rate', 0.4567, '45.7%'],
    ['bounce_rate', 0.5, '50.0%'],
    ['views_per_visit', 1.239, '1.24'],
  ] as const)
    assert.equal(formatFigure(metric, value), text);
  assert.deepEqual([formatShare(null), formatShare(1 / 3)], ['–', '33.3%']);
});

test('a change needs a previous value', () => {
  assert.deepEqual(
    [computeChange(3, 2), computeChange(1, 2), computeChange(1, 0), computeChange(1, null), computeChange(null, 1)],
    [0.5, -0.5, undefined, undefined, undefined],
  );
  // Rounded to 0 %: neither better nor worse.
  for (const [value, previous, change] of [
    [99_999, 100_000, 0],
    [100_049, 100_000, 0],
    [99_951, 100_000, 0],
    [7, 7, 0],
  ] as const)
    assert.equal(computeChange(value, previous), change, `${value} after ${previous}`);
  for (const [value, previous] of [
    [100_051, 100_000],
    [99_949, 100_000],
  ] as const)
    assert.equal(formatChange(computeChange(value, previous) ?? 0), '0.1%');
  assert.equal(formatChange(-0.5), '50.0%', 'an arrow shows the direction');
});

test('codes have names, and unknown values are shown unchanged', () => {
  assert.deepEqual(
    [
      renderName('country', 'DE'),
      renderName('country', '?!'),
      renderName('language', 'pt-BR'),
      renderName('page', '/'),
      renderName('source', ''),
    ],
    ['Germany', '?!', 'Brazilian Portuguese', '/', 'Direct'],
  );
});

test('days are formatted without a shift of the time zone', () => {
  assert.equal(formatDates('2026-11-20', '2026-11-21'), 'Nov 20, 2026 – Nov 21, 2026');
  assert.equal(formatDates('2026-11-20', undefined), 'Nov 20, 2026 –');
});
