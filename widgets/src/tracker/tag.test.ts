import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findKey } from './tag.ts';

const SRC = 'https://earshot.example/t.js';

test('the key is in the attribute or in the URL of the script tag', () => {
  for (const [key, src, found] of [
    ['pk_Ab1', SRC, 'pk_Ab1'],
    [undefined, `${SRC}?key=pk_Ab1`, 'pk_Ab1'],
    [undefined, `${SRC}?v=2&key=pk_Ab1&x=1#y`, 'pk_Ab1'],
    ['pk_Ab1', `${SRC}?key=pk_Cd2`, 'pk_Ab1'],
    ['{{key}}', `${SRC}?key=pk_Cd2`, 'pk_Cd2'],
    ['', `${SRC}?key=pk_Cd2`, 'pk_Cd2'],
  ] as const)
    assert.equal(findKey({ dataset: { key }, src }), found, `${key} ${src}`);
});

test('other scripts have no key', () => {
  for (const [key, src] of [
    [undefined, SRC],
    ['', SRC],
    ['pk_…', SRC],
    ['sk_Ab1', SRC],
    ['pk_live_Ab1', 'https://checkout.stripe.com/checkout.js'],
    [undefined, 'https://maps.example/api/js?key=AIzaAb1'],
    [undefined, `${SRC}?apikey=pk_Ab1`],
    [undefined, ''],
  ] as const)
    assert.equal(findKey({ dataset: { key }, src }), undefined, `${key} ${src}`);
});
