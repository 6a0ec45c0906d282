import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPlainText } from './plain-text.ts';

test('removes the marks of Markdown, and keeps characters that mark nothing', () => {
  for (const [markdown, text] of [
    ['We moved from `Linear`, **really**', 'We moved from Linear, really'],
    ['# Steps\n\n- Open [Invoices](https://example.com/invoices)\n- *Choose*', 'Steps\n\nOpen Invoices\nChoose'],
    ['2 * 3 * 4 and snake_case', '2 * 3 * 4 and snake_case'],
  ] as const)
    assert.equal(toPlainText(markdown), text);
});
