import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseKeep } from '../../../platform/config/config-values.ts';
import { chooseExpired } from './keep.ts';

const DAY_MS = 86_400_000;

/** Backups at these times. */
const at = (...times: string[]) => times.map((time) => ({ time: new Date(time) }));
/** Backups at noon on each of the last days. */
const daily = (count: number, last = '2026-11-25T12:00:00Z') =>
  Array.from({ length: count }, (_, days) => ({ time: new Date(Date.parse(last) - days * DAY_MS) }));
const days = (backups: { time: Date }[]) => backups.map(({ time }) => time.toISOString().slice(0, 10));
const keptDays = (backups: { time: Date }[], rule: string) => {
  const expired = new Set(chooseExpired(backups, parseKeep(rule)));
  return days(backups.filter((backup) => !expired.has(backup)));
};

test('keeps the latest backup of each day, week and month', () => {
  assert.deepEqual(keptDays(daily(400), '3d'), ['2026-11-25', '2026-11-24', '2026-11-23']);
  // November 25, 2026 is a Wednesday; the weeks before end on Sundays.
  assert.deepEqual(keptDays(daily(400), '3w'), ['2026-11-25', '2026-11-22', '2026-11-15']);
  assert.deepEqual(keptDays(daily(400), '3m'), ['2026-11-25', '2026-10-31', '2026-09-30']);
  assert.deepEqual(keptDays(daily(400), '2y'), ['2026-11-25', '2025-12-31']);
  assert.deepEqual(keptDays(daily(400), '2d2w2m'), ['2026-11-25', '2026-11-24', '2026-11-22', '2026-10-31']);
});

test('keeps one backup of a day', () => {
  const expired = chooseExpired(at('2026-11-25T01:00Z', '2026-11-25T23:00Z', '2026-11-24T12:00Z'), parseKeep('7d'));
  assert.deepEqual(
    expired.map(({ time }) => time.toISOString()),
    ['2026-11-25T01:00:00.000Z'],
  );
});

test('counts only periods with backups, so that old backups remain', () => {
  assert.deepEqual(keptDays(at('2026-11-25T12:00Z', '2026-06-01T12:00Z', '2026-01-01T12:00Z'), '2d'), [
    '2026-11-25',
    '2026-06-01',
  ]);
});

test('rejects rules without a number of periods', () => {
  for (const rule of ['', '7', 'd', '7x', '7d 4w', '0d', '7d7d', '-1d', '99999d'])
    assert.throws(() => parseKeep(rule), /must be numbers of days, weeks, months and years/, rule);
});
