import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSnippet, rankLabel } from './ranking.ts';

test('a snippet shows the first found word with the words before it', () => {
  const text = `${'Before you start, read this. '.repeat(3)}Then **send** the invoice to your customer.`;
  for (const [q, expected] of [
    ['Send the', /^… .*Then send the invoice/],
    ['customer', /^… .*to your customer\.$/],
    ['pay invoice', /invoice to your/],
    ['before', /^Before you start/],
    ['refund', undefined],
  ] as const) {
    const snippet = findSnippet(text, q);
    if (expected) assert.match(snippet ?? '', expected, q);
    else assert.equal(snippet, undefined);
  }
  assert.equal(findSnippet(null, 'a'), undefined);
});

test('labels rank by the position of the text', () => {
  const labels = ['Reinvoice', 'Send an invoice', 'Invoices and payments', 'invoice', 'Connect Slack'];
  assert.deepEqual(
    labels.map((label) => rankLabel(label, 'Invoice')),
    [3, 2, 1, 0, 4],
  );
});
