import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ReportFrequency } from '@earshot/contract/instance/values';
import { describeDays, findDuePeriod, findLastPeriod } from './period.ts';

const iso = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');

describe('the report that is due', () => {
  for (const [frequency, timezone, now, firstDay, lastDay, dueAt] of [
    // A Monday, before and at 8:00.
    ['weekly', 'UTC', '2026-11-23T07:59:59Z', '2026-11-09', '2026-11-15', '2026-11-16T08:00:00Z'],
    ['weekly', 'UTC', '2026-11-23T08:00:00Z', '2026-11-16', '2026-11-22', '2026-11-23T08:00:00Z'],
    ['weekly', 'UTC', '2026-11-29T23:59:59Z', '2026-11-16', '2026-11-22', '2026-11-23T08:00:00Z'],
    // Offsets of 30 and 45 minutes, far from UTC.
    ['weekly', 'Asia/Kolkata', '2026-11-23T02:29:59Z', '2026-11-09', '2026-11-15', '2026-11-16T02:30:00Z'],
    ['weekly', 'Asia/Kolkata', '2026-11-23T02:30:00Z', '2026-11-16', '2026-11-22', '2026-11-23T02:30:00Z'],
    ['weekly', 'Asia/Kathmandu', '2026-11-23T02:15:00Z', '2026-11-16', '2026-11-22', '2026-11-23T02:15:00Z'],
    ['weekly', 'Australia/Lord_Howe', '2026-11-22T21:00:00Z', '2026-11-16', '2026-11-22', '2026-11-22T21:00:00Z'],
    ['weekly', 'Pacific/Kiritimati', '2026-11-22T18:00:00Z', '2026-11-16', '2026-11-22', '2026-11-22T18:00:00Z'],
    ['weekly', 'Pacific/Pago_Pago', '2026-11-23T18:59:59Z', '2026-11-09', '2026-11-15', '2026-11-16T19:00:00Z'],
    // Clocks changed on the Sunday before.
    ['weekly', 'Europe/Berlin', '2026-10-26T07:00:00Z', '2026-10-19', '2026-10-25', '2026-10-26T07:00:00Z'],
    ['weekly', 'Europe/Berlin', '2026-03-30T06:00:00Z', '2026-03-23', '2026-03-29', '2026-03-30T06:00:00Z'],
    ['weekly', 'America/New_York', '2026-11-02T12:59:59Z', '2026-10-19', '2026-10-25', '2026-10-26T12:00:00Z'],
    ['monthly', 'UTC', '2026-12-01T07:59:00Z', '2026-10-01', '2026-10-31', '2026-11-01T08:00:00Z'],
    ['monthly', 'UTC', '2026-12-01T08:00:00Z', '2026-11-01', '2026-11-30', '2026-12-01T08:00:00Z'],
    ['monthly', 'UTC', '2027-01-01T08:00:00Z', '2026-12-01', '2026-12-31', '2027-01-01T08:00:00Z'],
    ['monthly', 'UTC', '2028-03-01T09:00:00Z', '2028-02-01', '2028-02-29', '2028-03-01T08:00:00Z'],
    ['monthly', 'Asia/Kathmandu', '2026-12-01T02:15:00Z', '2026-11-01', '2026-11-30', '2026-12-01T02:15:00Z'],
  ] as [ReportFrequency, string, string, string, string, string][])
    test(`${frequency} at ${now} in ${timezone}: ${firstDay} to ${lastDay}`, () => {
      const period = findDuePeriod(frequency, timezone, Date.parse(now));
      assert.deepEqual([period.firstDay, period.lastDay, iso(period.dueAt)], [firstDay, lastDay, dueAt]);
      assert.equal(findDuePeriod(frequency, timezone, period.dueAt).firstDay, firstDay, 'a late job sends the same period');
    });
});

describe('the last complete period', () => {
  for (const [frequency, timezone, now, from, to, previous] of [
    // From midnight on, although its report is due at 8:00.
    ['weekly', 'UTC', '2026-11-23T00:00:00Z', '2026-11-16T00:00:00Z', '2026-11-23T00:00:00Z', '2026-11-09T00:00:00Z'],
    ['weekly', 'UTC', '2026-11-22T23:59:59Z', '2026-11-09T00:00:00Z', '2026-11-16T00:00:00Z', '2026-11-02T00:00:00Z'],
    // A week of 169 hours, after one of 168.
    ['weekly', 'Europe/Berlin', '2026-10-27T12:00:00Z', '2026-10-18T22:00:00Z', '2026-10-25T23:00:00Z', '2026-10-11T22:00:00Z'],
    // Clocks change at midnight, so that a day begins at 1:00.
    ['monthly', 'Africa/Cairo', '2026-05-02T00:00:00Z', '2026-03-31T22:00:00Z', '2026-04-30T21:00:00Z', '2026-02-28T22:00:00Z'],
    ['monthly', 'UTC', '2026-03-15T00:00:00Z', '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z', '2026-01-01T00:00:00Z'],
  ] as [ReportFrequency, string, string, string, string, string][])
    test(`${frequency} at ${now} in ${timezone}: from ${from}`, () => {
      const period = findLastPeriod(frequency, timezone, Date.parse(now));
      assert.deepEqual([iso(period.from), iso(period.to)], [from, to]);
      assert.deepEqual([iso(period.previous.from), period.previous.to], [previous, period.from]);
    });
});

test('periods in words', () => {
  for (const [frequency, firstDay, lastDay, words] of [
    ['weekly', '2026-11-16', '2026-11-22', 'November 16 – 22, 2026'],
    ['weekly', '2026-10-26', '2026-11-01', 'October 26 – November 1, 2026'],
    ['weekly', '2026-12-28', '2027-01-03', 'December 28, 2026 – January 3, 2027'],
    ['monthly', '2026-10-01', '2026-10-31', 'October 2026'],
  ] as const)
    assert.equal(describeDays(frequency, { firstDay, lastDay }, 'en'), words);
});
