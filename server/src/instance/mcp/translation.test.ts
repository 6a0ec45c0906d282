import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFilter } from '@earshot/mcp/filters';
import { parsePeriod } from '@earshot/mcp/periods';

/** A Tuesday. */
const getToday = async () => '2026-11-24';

test('periods in plain English are translated', async () => {
  const cases: [string, object][] = [
    ['30d', { period: '30d' }],
    ['last 24 hours', { period: '24h' }],
    ['Last 7 days', { period: '7d' }],
    ['past  90 days', { period: '90d' }],
    ['the last 12 months', { period: '12mo' }],
    ['today', { period: 'today' }],
    ['yesterday', { period: 'yesterday' }],
    ['all time', { period: 'all' }],
    ['last 3 days', { from: '2026-11-22' }],
    ['last 1 day', { from: '2026-11-24' }],
    ['last 2 weeks', { from: '2026-11-11' }],
    ['last 3 months', { from: '2026-09-01' }],
    ['last 2 years', { from: '2025-01-01' }],
    ['this week', { from: '2026-11-23' }],
    ['last week', { from: '2026-11-16', to: '2026-11-22' }],
    ['this month', { from: '2026-11-01' }],
    ['in the previous month', { from: '2026-10-01', to: '2026-10-31' }],
    ['current quarter', { from: '2026-10-01' }],
    ['last quarter', { from: '2026-07-01', to: '2026-09-30' }],
    ['this year', { from: '2026-01-01' }],
    ['last year', { from: '2025-01-01', to: '2025-12-31' }],
    ['2025', { from: '2025-01-01', to: '2025-12-31' }],
    ['2024-02', { from: '2024-02-01', to: '2024-02-29' }],
    ['in February 2024', { from: '2024-02-01', to: '2024-02-29' }],
    ['feb 2023', { from: '2023-02-01', to: '2023-02-28' }],
    ['2026-11-20', { from: '2026-11-20', to: '2026-11-20' }],
    ['2026-11-01 to 2026-11-20', { from: '2026-11-01', to: '2026-11-20' }],
    ['from 2026-11-01 until 2026-11-20', { from: '2026-11-01', to: '2026-11-20' }],
    ['since 2026-11-01', { from: '2026-11-01' }],
  ];
  for (const [text, expected] of cases) assert.deepEqual(await parsePeriod(text, getToday), expected, text);
});

test('other periods are refused with the supported forms', async () => {
  for (const text of ['', 'recently', 'last 0 days', 'last fortnight', 'juneish 2026', '2026-13', '20261120', 'next week'])
    await assert.rejects(parsePeriod(text, getToday), /is not understood\. Period in plain English/, text);
});

test('filters in plain English are translated', () => {
  const cases: [string, string][] = [
    ['country is DE', 'country:is:DE'],
    ['Entry page is not /', 'entry_page:is_not:/'],
    ['page contains /docs', 'page:contains:/docs'],
    ['page matches /blog/*', 'page:matches:/blog/*'],
    ['utm_source is "the newsletter"', 'utm_source:is:the newsletter'],
    ['utm-source IS x', 'utm_source:is:x'],
    ['property plan is pro', 'property:plan:is:pro'],
    ['property:Plan name is not pro', 'property:Plan name:is_not:pro'],
    ['source is what is new', 'source:is:what is new'],
    ['page:is:/pricing', 'page:is:/pricing'],
    ['property:a:b:contains:c', 'property:a:b:contains:c'],
  ];
  for (const [text, expected] of cases) assert.equal(parseFilter(text), expected, text);
  for (const text of ['Germany', 'is DE', '', 'country = DE']) assert.throws(() => parseFilter(text), /is not understood/, text);
});
