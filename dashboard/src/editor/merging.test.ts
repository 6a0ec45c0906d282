import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeFields } from './merging.ts';

const base = { title: 'Exports', content: 'Old', tags: ['ui'] };
const known = { base, attempts: [] };

test('changes of different fields are merged, and the own value remains of a field that is not text', () => {
  const mine = { ...base, content: 'New', tags: ['mine'] };
  assert.deepEqual(mergeFields(mine, { ...base, title: 'CSV', tags: ['theirs'] }, known), { ...mine, title: 'CSV' });
  assert.deepEqual(mergeFields({ ...base, title: 'CSV' }, { ...base, content: 'New' }, known), {
    ...base,
    title: 'CSV',
    content: 'New',
  });
});

test('different texts for the same field are a conflict, and the same text is none', () => {
  const mine = { ...base, content: 'Mine' };
  assert.equal(mergeFields(mine, { ...base, content: 'Theirs' }, known), undefined);
  assert.deepEqual(mergeFields(mine, { ...base, content: 'Mine', tags: [] }, known), { ...mine, tags: [] });
  assert.equal(mergeFields(mine, base, { base: undefined, attempts: [] }), undefined, 'nobody knows who changed the text');
});

test('a text from a request of this editor that got no answer is no conflict', () => {
  const mine = { ...base, content: 'Newest' };
  const attempts = [{ ...base, content: 'Newer' }];
  assert.deepEqual(mergeFields(mine, { ...base, content: 'Newer' }, { base, attempts }), mine);
  assert.equal(mergeFields(attempts[0] ?? base, { ...base, content: 'Theirs' }, { base, attempts }), undefined);
});
