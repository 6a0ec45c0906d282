import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMarkdown } from './parse.ts';
import { findLoss, normalizeHtml } from './round-trip.ts';
import { serializeMarkdown } from './serialize.ts';

test('texts that the toolbar can make stay the same, character by character', () => {
  for (const markdown of [
    'One paragraph.\n\nAnother one with **bold**, *italic*, ~~deleted~~ and `code`.',
    '# Title\n\n## Section\n\n### Detail',
    '* one\n\n* two\n\n  * inner',
    '1. first\n2. second',
    '> A quote\n>\n> of two paragraphs.',
    '```js\nconst a = 1;\n```',
    '[Link](https://example.com "Title")',
    '![Picture](https://example.com/a.png)',
    '***',
  ])
    for (const flavor of ['article', 'entry'] as const)
      assert.equal(serializeMarkdown(parseMarkdown(markdown, flavor)), markdown, flavor);
});

test('finds no loss in texts that are only written differently', () => {
  for (const markdown of [
    '*   a list with wide bullets',
    '__bold__ and _italic_',
    'Title\n=====',
    'A line\nand its continuation',
    '***both***',
    '| a | b |\n| --- | --- |\n| 1 | 2 |',
    'Escaped \\*stars\\* and 1\\. number',
  ])
    assert.equal(findLoss(markdown, 'article'), undefined, markdown);
});

test('names the parts of a text that the rich text view would lose', () => {
  for (const [markdown, loss] of [
    ['---\ntitle: Export\n---\n\nText', 'front-matter'],
    ['A [link][one]\n\n[one]: https://example.com\n[unused]: https://example.com/unused', 'references'],
    ['Text\n\n<!-- a note -->\n\n[^unused]: A footnote that nothing refers to', 'other'],
  ] as const)
    assert.equal(findLoss(markdown, 'article'), loss, markdown);
});

test('compares HTML by meaning', () => {
  assert.equal(normalizeHtml('<p><em><strong>a</strong></em></p>'), normalizeHtml('<p><strong><em>a</em></strong></p>'));
  assert.equal(normalizeHtml('<p>a\n  b</p>'), normalizeHtml('<p>a b</p>'));
  assert.notEqual(normalizeHtml('<pre>a\n  b</pre>'), normalizeHtml('<pre>a b</pre>'));
  assert.notEqual(normalizeHtml('<p><em>a</em> b</p>'), normalizeHtml('<p>a <em>b</em></p>'));
});
