import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uniqueTags } from './tags.ts';

test('spellings of one tag are one, and the first one stays', () => {
  for (const [given, expected] of [
    [['UI', 'ui'], ['UI']],
    [['\u00DCn\u00EF', 'U\u0308ni\u0308', 'ünï'], ['Ünï']],
    [
      ['Ελλάδα', 'ελλάδα', 'b'],
      ['Ελλάδα', 'b'],
    ],
    [
      ['b', 'a', 'B', 'A'],
      ['b', 'a'],
    ],
    [
      ['C', 'C++', 'C#'],
      ['C', 'C++', 'C#'],
    ],
    [
      ['ı', 'i'],
      ['ı', 'i'],
    ],
    [[], []],
  ] as const)
    assert.deepEqual(uniqueTags(given), expected);
});
