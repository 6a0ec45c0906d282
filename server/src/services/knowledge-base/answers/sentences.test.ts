import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSentences } from './sentences.ts';

async function* divide(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

test('divides responses into sentences with citations, in parts of any length', async () => {
  const cases: [string, [string, number[]][]][] = [
    ['Open it [1].', [['Open it.', [1]]]],
    [
      'Open it. [1][2] Close it [2, 3]. ',
      [
        ['Open it.', [1, 2]],
        ['Close it.', [2, 3]],
      ],
    ],
    [
      '1. Open **it**, e.g. with `x` [1].\n- Close it [2]',
      [
        ['Open it, e.g. with x.', [1]],
        ['Close it', [2]],
      ],
    ],
    [
      'Without a source.\nWith a source [1].\n',
      [
        ['Without a source.', []],
        ['With a source.', [1]],
      ],
    ],
    [
      '開きます[1]。閉じます[2]。',
      [
        ['開きます。', [1]],
        ['閉じます。', [2]],
      ],
    ],
    ['<b>Open</b> it [1]!', [['Open it!', [1]]]],
  ];
  for (const [text, expected] of cases)
    for (const size of [1, 3, 1_000]) {
      const sentences: [string, number[]][] = [];
      for await (const { text: sentence, citations } of readSentences(divide(text, size)))
        if (sentence) sentences.push([sentence, citations]);
      assert.deepEqual(sentences, expected, `${text} in parts of ${size}`);
    }
});
