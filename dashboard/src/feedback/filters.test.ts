import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_COLUMNS } from '@earshot/contract/services/feedback/values';
import { isSameList, readListState, toState, listValues, toView } from './filters.ts';

test('reads filters of a URL, and skips what is unknown or of another type', () => {
  assert.deepEqual(
    readListState({
      status: ['new', 'planned', 'new', 'invented'],
      type_not: 'bug',
      tag: 12,
      assignee: ['me', 'none', 'usr_1', 'ada'],
      q: '',
      created_since: 'yesterday',
      max_age_days: 30,
      min_age_days: -1,
      sort: 'random',
      columns: ['status', 'type', 'invented'],
      other: 'x',
    }),
    {
      status: ['new', 'planned'],
      type_not: 'bug',
      tag: '12',
      assignee: ['me', 'none', 'usr_1'],
      max_age_days: 30,
      columns: ['type', 'status'],
    },
  );
});

test('a filter has one value, several or none', () => {
  assert.deepEqual(listValues({ tag: 'a' }, 'tag'), ['a']);
  assert.deepEqual(listValues({ tag: ['a', 'b'] }, 'tag'), ['a', 'b']);
  assert.deepEqual(listValues({ tag: ['a', 'b'] }, 'tag_not'), []);
});

test('a view keeps the filters, the order and the columns of the list', () => {
  const state = readListState({
    status: 'new',
    tag_not: ['a', 'b'],
    q: 'export',
    max_age_days: 7,
    sort: 'top',
    columns: ['type'],
  });
  const view = toView(state);
  assert.deepEqual(view, {
    filters: { status: ['new'], tag_not: ['a', 'b'], q: 'export', max_age_days: 7 },
    sort: 'top',
    columns: ['type'],
  });
  assert.deepEqual(toState({ id: 'fv_1', ...view }), { ...state, view: 'fv_1' });
});

test('the default order and columns are not in the URL of a view', () => {
  assert.deepEqual(toState({ id: 'fv_1', filters: {}, sort: 'newest', columns: [...DEFAULT_COLUMNS] }), { view: 'fv_1' });
});

test('lists are the same whatever the order of values and the selected view', () => {
  assert.ok(isSameList({ status: ['new', 'done'], view: 'fv_1' }, { status: ['done', 'new'] }));
  assert.ok(isSameList({ tag: 'a', q: undefined }, { tag: ['a'] }));
  assert.ok(!isSameList({ tag: 'a' }, { tag_not: 'a' }));
  assert.ok(!isSameList({ sort: 'top' }, {}));
});
