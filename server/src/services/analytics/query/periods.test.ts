import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseInterval, parsePeriod } from './periods.ts';

// In Berlin, clocks changed from 2:00 to 3:00 on 29 March 2026.
const NOW = Date.parse('2026-03-30T10:20:30.400+02:00');

const PERIODS: [
  name: string,
  params: Parameters<typeof parsePeriod>[0],
  from: string,
  to: string,
  before: [from: string, to: string],
][] = [
  [
    'seven days include today, and the previous period ends at the same time of day, to the minute',
    { period: '7d', timezone: 'Europe/Berlin' },
    '2026-03-24T00:00:00.000+01:00',
    '2026-03-30T10:20:30.400+02:00',
    ['2026-03-17T00:00:00+01:00', '2026-03-23T10:20:00+01:00'],
  ],
  [
    'twelve months include the current month',
    { period: '12mo', timezone: 'Europe/Berlin' },
    '2025-04-01T00:00:00+02:00',
    '2026-03-30T10:20:30.400+02:00',
    ['2024-04-01T00:00:00+02:00', '2025-03-30T10:20:00+02:00'],
  ],
  [
    '24 hours follow the clock',
    { period: '24h', timezone: 'Europe/Berlin' },
    '2026-03-29T10:20:30.400+02:00',
    '2026-03-30T10:20:30.400+02:00',
    ['2026-03-28T09:20:30.400+01:00', '2026-03-29T10:20:30.400+02:00'],
  ],
  [
    'the previous period of whole days has as many days, also with a day of 23 hours',
    { from: '2026-03-29', to: '2026-03-30', timezone: 'Europe/Berlin' },
    '2026-03-29T00:00:00+01:00',
    '2026-03-31T00:00:00+02:00',
    ['2026-03-27T00:00:00+01:00', '2026-03-29T00:00:00+01:00'],
  ],
  [
    'the previous period of other times has the same duration',
    { from: '2026-03-29T01:00:00+01:00', to: '2026-03-29T04:00:00+02:00', timezone: 'Europe/Berlin' },
    '2026-03-29T01:00:00+01:00',
    '2026-03-29T04:00:00+02:00',
    ['2026-03-28T23:00:00+01:00', '2026-03-29T01:00:00+01:00'],
  ],
  [
    'today is compared with yesterday up to the same time',
    { period: 'today', timezone: 'Europe/Berlin' },
    '2026-03-30T00:00:00+02:00',
    '2026-03-30T10:20:30.400+02:00',
    ['2026-03-29T00:00:00+01:00', '2026-03-29T10:20:00+02:00'],
  ],
  [
    'yesterday is a whole day, also with 23 hours',
    { period: 'yesterday', timezone: 'Europe/Berlin' },
    '2026-03-29T00:00:00+01:00',
    '2026-03-30T00:00:00+02:00',
    ['2026-03-28T00:00:00+01:00', '2026-03-29T00:00:00+01:00'],
  ],
  [
    'this month is compared with the previous month up to the same time, or to its end',
    { period: 'this_month', timezone: 'Europe/Berlin' },
    '2026-03-01T00:00:00+01:00',
    '2026-03-30T10:20:30.400+02:00',
    ['2026-02-01T00:00:00+01:00', '2026-02-28T10:20:00+01:00'],
  ],
  [
    'last month is compared with the whole month before',
    { period: 'last_month', timezone: 'Europe/Berlin' },
    '2026-02-01T00:00:00+01:00',
    '2026-03-01T00:00:00+01:00',
    ['2026-01-01T00:00:00+01:00', '2026-02-01T00:00:00+01:00'],
  ],
  [
    'this year ends now',
    { period: 'this_year', timezone: 'Europe/Berlin' },
    '2026-01-01T00:00:00+01:00',
    '2026-03-30T10:20:30.400+02:00',
    ['2025-01-01T00:00:00+01:00', '2025-03-30T10:20:00+02:00'],
  ],
  [
    'last year is compared with the whole year before',
    { period: 'last_year', timezone: 'Europe/Berlin' },
    '2025-01-01T00:00:00+01:00',
    '2026-01-01T00:00:00+01:00',
    ['2024-01-01T00:00:00+01:00', '2025-01-01T00:00:00+01:00'],
  ],
  [
    'the same period one year earlier',
    { from: '2026-03-01', to: '2026-03-29', timezone: 'Europe/Berlin', compare: 'year' },
    '2026-03-01T00:00:00+01:00',
    '2026-03-30T00:00:00+02:00',
    ['2025-03-01T00:00:00+01:00', '2025-03-30T00:00:00+01:00'],
  ],
  [
    'the previous period moves back to the same day of the week',
    { period: '30d', timezone: 'Europe/Berlin', match_weekdays: true },
    '2026-03-01T00:00:00+01:00',
    '2026-03-30T10:20:30.400+02:00',
    ['2026-01-25T00:00:00+01:00', '2026-02-23T10:20:00+01:00'],
  ],
  [
    'the period one year earlier moves to the nearest same day of the week',
    { from: '2026-03-01', to: '2026-03-29', timezone: 'Europe/Berlin', compare: 'year', match_weekdays: true },
    '2026-03-01T00:00:00+01:00',
    '2026-03-30T00:00:00+02:00',
    ['2025-03-02T00:00:00+01:00', '2025-03-31T00:00:00+02:00'],
  ],
  [
    'a custom comparison period',
    { period: 'yesterday', timezone: 'Europe/Berlin', compare_from: '2025-12-24', compare_to: '2025-12-25' },
    '2026-03-29T00:00:00+01:00',
    '2026-03-30T00:00:00+02:00',
    ['2025-12-24T00:00:00+01:00', '2025-12-26T00:00:00+01:00'],
  ],
  [
    'a custom comparison period is as long as the period by default',
    { from: '2026-03-01', to: '2026-03-02', timezone: 'Europe/Berlin', compare_from: '2025-12-24' },
    '2026-03-01T00:00:00+01:00',
    '2026-03-03T00:00:00+01:00',
    ['2025-12-24T00:00:00+01:00', '2025-12-26T00:00:00+01:00'],
  ],
];

test('all time begins with the day of the first event', () => {
  const first = Date.parse('2025-07-04T23:30:00+02:00');
  const { from, to } = parsePeriod({ period: 'all', timezone: 'Europe/Berlin' }, NOW, first);
  assert.deepEqual([from, to], [Date.parse('2025-07-04T00:00:00+02:00'), NOW]);
  const empty = parsePeriod({ period: 'all', timezone: 'Europe/Berlin' }, NOW);
  assert.equal(empty.from, Date.parse('2026-03-30T00:00:00+02:00'));
});

for (const [name, params, from, to, before] of PERIODS) {
  test(`a period: ${name}`, () => {
    const period = parsePeriod(params, NOW);
    const times = [period.from, period.to, period.previous.from, period.previous.to];
    assert.deepEqual(
      times.map((ms) => new Date(ms).toISOString()),
      [from, to, ...before].map((text) => new Date(text).toISOString()),
    );
  });
}

for (const [hours, interval] of [
  [2, 'minute'],
  [3, 'hour'],
  [49, 'hour'],
  [50, 'day'],
  [100 * 24, 'day'],
  [100 * 24 + 1, 'month'],
] as const)
  test(`the default interval of ${hours} hours is a ${interval}`, () =>
    assert.equal(chooseInterval({ from: NOW, to: NOW + hours * 3_600_000 }), interval));
