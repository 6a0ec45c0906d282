import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectDateOrder, parseDate } from './dates.ts';

const DATES: [text: string, order: 'dmy' | 'mdy' | 'ymd', iso: string | undefined][] = [
  ['2025-03-01', 'ymd', '2025-03-01T00:00:00.000Z'],
  ['2025-03-01T09:00:00+02:00', 'ymd', '2025-03-01T07:00:00.000Z'],
  ['2025-03-01 09:30:15.123', 'ymd', '2025-03-01T09:30:15.123Z'],
  ['2025-03-01 09:30:15 UTC', 'ymd', '2025-03-01T09:30:15.000Z'],
  ['01.03.2025', 'dmy', '2025-03-01T00:00:00.000Z'],
  ['1.3.25 14:05', 'dmy', '2025-03-01T14:05:00.000Z'],
  ['03/04/2025', 'mdy', '2025-03-04T00:00:00.000Z'],
  ['03/04/2025', 'dmy', '2025-04-03T00:00:00.000Z'],
  ['3/4/2025, 2:05:09 PM', 'mdy', '2025-03-04T14:05:09.000Z'],
  ['3/4/2025 12:00 am', 'mdy', '2025-03-04T00:00:00.000Z'],
  ['2025/3/4', 'dmy', '2025-03-04T00:00:00.000Z'],
  ['Mar 4, 2025', 'ymd', '2025-03-04T00:00:00.000Z'],
  ['March 4th, 2025 at 10:00 PM', 'ymd', '2025-03-04T22:00:00.000Z'],
  ['4. März 2025', 'ymd', '2025-03-04T00:00:00.000Z'],
  ['4 de marzo de 2025', 'ymd', '2025-03-04T00:00:00.000Z'],
  ['4 août 2025 08:15', 'ymd', '2025-08-04T08:15:00.000Z'],
  ['1740819600', 'ymd', '2025-03-01T09:00:00.000Z'],
  ['1740819600123', 'ymd', '2025-03-01T09:00:00.123Z'],
  ['0000-01-01', 'ymd', '0000-01-01T00:00:00.000Z'],
  ['9999-12-31', 'ymd', '9999-12-31T00:00:00.000Z'],
  ['2025-02-30', 'ymd', undefined],
  ['31.04.2025', 'dmy', undefined],
  ['13/13/2025', 'mdy', undefined],
  ['1.3.2025 25:00', 'dmy', undefined],
  ['yesterday', 'dmy', undefined],
  ['4 Foo 2025', 'dmy', undefined],
  ['12', 'dmy', undefined],
];

test('reads dates in the forms of other products', () => {
  for (const [text, order, iso] of DATES) assert.equal(parseDate(text, order), iso, `${text} (${order})`);
});

test('recognizes the order of dates from those with one reading', () => {
  assert.equal(detectDateOrder(['03/04/2025', '25/04/2025']), 'dmy');
  assert.equal(detectDateOrder(['03/04/2025', '04/25/2025']), 'mdy');
  assert.equal(detectDateOrder(['03.04.2025']), 'dmy');
  assert.equal(detectDateOrder(['03/04/2025']), 'mdy');
  assert.equal(detectDateOrder(['2025/04/03']), 'ymd');
  assert.equal(detectDateOrder(['2025-04-03', 'Dark mode', '12.5']), undefined);
});
