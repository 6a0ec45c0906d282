import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALERT_WINDOWS } from '@earshot/contract/services/analytics/values';
import type { Definition } from './store.ts';
import { createWallClock, findHistory, findHistoryOffsets, findSameTime, findWindowEnd } from './windows.ts';

const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16);

/** Returns the windows at the same time, the latest week first. */
function sameTimes(timezone: string, end: string, minutes = 60): string[] {
  return findHistory(createWallClock(timezone), Date.parse(`${end}Z`), minutes).map((week) => {
    const { from, to } = findSameTime(week) ?? { from: 0, to: 0 };
    return `${iso(from)} ${iso(to)}`;
  });
}

test('the same time of earlier weeks is that of the wall clock', () => {
  assert.deepEqual(sameTimes('UTC', '2026-11-27T10:00'), [
    '2026-11-20T09:00 2026-11-20T10:00',
    '2026-11-13T09:00 2026-11-13T10:00',
    '2026-11-06T09:00 2026-11-06T10:00',
    '2026-10-30T09:00 2026-10-30T10:00',
  ]);
  // Berlin left summer time on October 25: 10:00 was 08:00 UTC before.
  assert.deepEqual(sameTimes('Europe/Berlin', '2026-11-10T09:00').slice(1), [
    '2026-10-27T08:00 2026-10-27T09:00',
    '2026-10-20T07:00 2026-10-20T08:00',
    '2026-10-13T07:00 2026-10-13T08:00',
  ]);
  // New York began summer time on March 8.
  assert.deepEqual(sameTimes('America/New_York', '2026-03-12T14:00').slice(0, 1), ['2026-03-05T14:00 2026-03-05T15:00']);
  assert.deepEqual(sameTimes('Asia/Kathmandu', '2026-11-27T10:05', 15)[0], '2026-11-20T09:50 2026-11-20T10:05');
});

test('a window has no length where the clock skips its time, and is longer where the clock shows a time twice', () => {
  const hours = (timezone: string, end: string) =>
    findHistory(createWallClock(timezone), Date.parse(`${end}Z`), 60).map((week) => {
      const { from, to } = findSameTime(week) ?? { from: 0, to: 0 };
      return (to - from) / 3_600_000;
    });
  assert.deepEqual(hours('Europe/Berlin', '2026-04-05T01:00'), [0, 1, 1, 1]);
  assert.deepEqual(hours('Europe/Berlin', '2026-11-01T02:00'), [2, 1, 1, 1]);
});

test('histories are in order and do not overlap, for windows of any length and across changes of the clock', () => {
  for (const minutes of ALERT_WINDOWS)
    for (const [timezone, end] of [
      ['UTC', '2026-11-27T10:00'],
      ['Europe/Berlin', '2026-04-10T02:00'],
      ['America/New_York', '2026-11-20T04:00'],
      ['Australia/Lord_Howe', '2026-10-12T22:00'],
    ] as const) {
      const windows = findHistory(createWallClock(timezone), Date.parse(`${end}Z`), minutes)
        .toReversed()
        .flat();
      assert.equal(windows.length, 4 * (minutes === 1440 ? 7 : 13));
      for (const [index, { from, to }] of windows.entries()) {
        assert.ok(from <= to, `${minutes} ${timezone}`);
        assert.ok(
          to <= (windows[index + 1]?.from ?? Date.parse(`${end}Z`) - minutes * 60_000),
          `${minutes} ${timezone} ${iso(to)}`,
        );
      }
      assert.ok(
        findHistoryOffsets(minutes)
          .flat()
          .every((offset) => offset % minutes === 0),
      );
    }
});

test('windows end every five minutes, long ones less often, and those of the intake with the hour', () => {
  const at = Date.parse('2026-11-27T10:23:45Z');
  for (const [metric, window_minutes, end] of [
    ['visitors', 5, '2026-11-27T10:20'],
    ['visitors', 60, '2026-11-27T10:20'],
    ['feedback', 180, '2026-11-27T10:15'],
    ['visitors', 1440, '2026-11-27T10:00'],
    ['intake', 60, '2026-11-27T10:00'],
  ] as const)
    assert.equal(iso(findWindowEnd({ metric, window_minutes } as Definition, at)), end, `${metric} ${window_minutes}`);
});
