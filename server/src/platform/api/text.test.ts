import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cleanText } from './text.ts';

describe('text is trimmed at the top level only', () => {
  const cases: [given: unknown, cleaned: unknown][] = [
    [{ title: ' \n Export\t ' }, { title: 'Export' }],
    [{ title: ' \u00A0\u3000\uFEFFx' }, { title: 'x' }],
    [{ tags: [' a ', 'b '] }, { tags: ['a', 'b'] }],
    [{ metadata: { note: ' kept ', list: [' kept '] } }, { metadata: { note: ' kept ', list: [' kept '] } }],
    [{ documents: [{ content: ' kept ' }] }, { documents: [{ content: ' kept ' }] }],
    [
      { count: 1, flag: true, none: null },
      { count: 1, flag: true, none: null },
    ],
    [' text ', 'text'],
    [null, null],
    [7, 7],
  ];
  for (const [given, cleaned] of cases)
    test(JSON.stringify(given), () => assert.deepEqual(cleanText(structuredClone(given)), cleaned));
});

describe('text that cannot be stored is rejected at any depth, with its location', () => {
  const cases: [body: unknown, where: string][] = [
    [{ title: 'a\0b' }, 'title'],
    [{ title: 'a\uD800' }, 'title'],
    [{ title: '\uDC00a' }, 'title'],
    [{ tags: ['a', '\0'] }, 'tags[1]'],
    [{ metadata: { deep: [{ er: 'x\0' }] } }, 'metadata.deep[0].er'],
    [{ metadata: { 'a\0b': 1 } }, 'metadata'],
    [{ 'a\uD800': 1 }, 'The request body'],
    ['\0', 'The request body'],
  ];
  for (const [body, where] of cases)
    test(JSON.stringify(body), () =>
      assert.throws(
        () => cleanText(body),
        (error: Error & { statusCode: number }) =>
          error.statusCode === 400 &&
          new RegExp(`^${where.replaceAll(/[[\].]/g, '\\$&')} must not contain (a NUL character|an unpaired surrogate)$`).test(
            error.message,
          ),
      ),
    );
});

test('surrogate pairs, control characters and direction marks are accepted', () => {
  const text = '👩‍👩‍👧 \u0001 \u202E x';
  assert.deepEqual(cleanText({ title: text }), { title: text });
});
