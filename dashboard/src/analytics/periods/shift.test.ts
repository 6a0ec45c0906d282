import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReportQuery } from '../report-query.ts';
import { shiftPeriod } from './shift.ts';

const TODAY = '2026-03-15';
type Period = Pick<ReportQuery, 'period' | 'from' | 'to'>;
const range = (from: string, to: string): Period => ({ from, to });

test('the previous and the next period have the same length, and a name if there is one', () => {
  const cases: [period: Period, previous: Period | undefined][] = [
    [{ period: 'today' }, { period: 'yesterday' }],
    [{ period: 'yesterday' }, range('2026-03-13', '2026-03-13')],
    [{ period: '7d' }, range('2026-03-02', '2026-03-08')],
    [{}, range('2026-01-15', '2026-02-13')],
    [{ period: 'this_month' }, { period: 'last_month' }],
    [{ period: 'last_month' }, range('2026-01-01', '2026-01-31')],
    [range('2026-01-01', '2026-01-31'), range('2025-12-01', '2025-12-31')],
    [{ period: 'this_year' }, { period: 'last_year' }],
    [{ period: 'last_year' }, range('2024-01-01', '2024-12-31')],
    [{ period: '12mo' }, range('2024-04-01', '2025-03-31')],
    [range('2024-02-28', '2024-03-01'), range('2024-02-25', '2024-02-27')],
    [{ period: 'all' }, undefined],
    [range('2026-03-01T09:30Z', '2026-03-01T10:30Z'), undefined],
  ];
  for (const [period, previous] of cases) {
    const found = shiftPeriod(period, -1, TODAY);
    assert.deepEqual(found && JSON.parse(JSON.stringify(found)), previous, JSON.stringify(period));
    // The next period of the previous one is the period itself.
    if (!found) continue;
    const back = JSON.parse(JSON.stringify(shiftPeriod(found, 1, TODAY)));
    assert.deepEqual(back, period.from || period.period ? period : { period: '30d' });
  }
});

test('nothing follows a period that ends today', () => {
  for (const period of [{ period: 'today' }, { period: '7d' }, {}, { period: 'this_month' }, { period: 'this_year' }] as Period[])
    assert.equal(shiftPeriod(period, 1, TODAY), undefined);
});
