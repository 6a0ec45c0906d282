import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeCondition, toConditions, toFilters } from './conditions.ts';

test('several “is” and “is not” of one dimension are one condition, in words and in the URL', () => {
  const filters = [
    'source:is:Google',
    'page:is:/pricing',
    'source:is:GitHub',
    'page:contains:a',
    'page:contains:b',
    'country:is_not:DE',
    'country:is_not:FR',
    'property:plan:is:a:b',
  ];
  const conditions = toConditions([...filters, 'page', 'page:invented:/']);
  assert.deepEqual(conditions.map(describeCondition), [
    'Source is any of Google, GitHub',
    'Page is /pricing',
    'Page contains a',
    'Page contains b',
    'Country is none of Germany, France',
    'plan is a:b',
  ]);
  assert.deepEqual(toFilters(conditions).toSorted(), filters.toSorted());
  assert.deepEqual(toFilters([...conditions, ...conditions]).length, filters.length);
});
