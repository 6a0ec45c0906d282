import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NEW_ALERT, TEMPLATES, toRule } from './draft.ts';

test('a rule contains only what its metric and its condition have', () => {
  const draft = { ...NEW_ALERT, filters: ['page:is:/', ' ', ' country:is:DE '], threshold: '12', goalId: 'goal_1' };
  for (const [changes, expected] of [
    [{}, { filters: ['page:is:/', 'country:is:DE'], threshold: null, goal_id: null }],
    [{ condition: 'below' }, { filters: ['page:is:/', 'country:is:DE'], threshold: 12, goal_id: null }],
    [{ metric: 'conversions' }, { filters: ['page:is:/', 'country:is:DE'], threshold: null, goal_id: 'goal_1' }],
    [
      { metric: 'intake', condition: 'above' },
      { filters: [], threshold: 12, goal_id: null },
    ],
    [
      { metric: 'feedback', condition: 'above', threshold: '' },
      { filters: [], threshold: null, goal_id: null },
    ],
  ] as const) {
    const { filters, threshold, goal_id } = toRule({ ...draft, ...changes });
    assert.deepEqual({ filters, threshold, goal_id }, expected, JSON.stringify(changes));
  }
});

test('templates lack a goal at most', () => {
  assert.deepEqual(
    TEMPLATES.map(({ draft }) => [draft.metric, toRule(draft).threshold]),
    [
      ['visitors', null],
      ['conversions', 1],
      ['intake', 1],
    ],
  );
});
