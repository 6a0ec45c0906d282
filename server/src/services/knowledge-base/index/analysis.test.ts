import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedTestServer } from '../../../testing/server.ts';
import { analyze } from './analysis.ts';
import { toChunkNumber } from './postings.ts';
import { createStemmer } from './stemmer.ts';

const { db } = await sharedTestServer();

test('counts terms by field and chunk, and lengths without stop words and compound names', async () => {
  const { postings, words, lengths } = await analyze(db, createStemmer(), 'en', [
    {
      number: 1,
      title: 'The exports',
      has_title: true,
      chunks: [
        { content: 'Export and export: e-mail, Email', headings: ['Exporting'] },
        { content: 'Cafés of the café', headings: [] },
      ],
    },
    { number: 2, title: 'Ignored', has_title: false, chunks: [{ content: 'An export', headings: [] }] },
  ]);
  const [first, second, third] = [toChunkNumber(1, 0), toChunkNumber(1, 1), toChunkNumber(2, 0)];
  assert.deepEqual(lengths, [7, 3, 1]);
  assert.deepEqual(postings.get('export'), [
    { chunk: first, weight: 3 + 2 + 1 + 1, length: 7 },
    { chunk: second, weight: 3, length: 3 },
    { chunk: third, weight: 1, length: 1 },
  ]);
  // The whole name counts for the term, and not for the length.
  assert.deepEqual(postings.get('email'), [{ chunk: first, weight: 2, length: 7 }]);
  assert.deepEqual(postings.get('cafe'), [{ chunk: second, weight: 2, length: 3 }]);
  assert.equal(postings.has('ignor'), false);
  // Titles are terms of the first chunks.
  assert.deepEqual(
    [...postings].filter(([term]) => !/^[a-z]/.test(term)),
    [['^export', [{ chunk: first, weight: 3, length: 7 }]]],
  );
  assert.deepEqual(
    [...words.values()].filter(({ term }) => term === 'cafe' || term === 'export'),
    [
      { word: 'exports', term: 'export', display_form: 'exports' },
      { word: 'exporting', term: 'export', display_form: 'exporting' },
      { word: 'export', term: 'export', display_form: 'export' },
      { word: 'cafes', term: 'cafe', display_form: 'cafés' },
      { word: 'cafe', term: 'cafe', display_form: 'café' },
    ],
  );
});
