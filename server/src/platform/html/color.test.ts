import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomRuns } from '../../testing/long.ts';
import { BACKGROUNDS, computeContrast, inkOn, deriveLinkColor } from './color.ts';

test('computes the contrast ratios of WCAG', () => {
  const cases: [one: string, other: string, ratio: string][] = [
    ['#000000', '#ffffff', '21.00'],
    ['#ffffff', '#000000', '21.00'],
    ['#777777', '#ffffff', '4.48'],
    ['#2563eb', '#ffffff', '5.17'],
    ['#AABBCC', '#aabbcc', '1.00'],
  ];
  for (const [one, other, ratio] of cases) assert.equal(computeContrast(one, other).toFixed(2), ratio);
});

test('a color that is readable stays as it is, another one becomes darker or lighter', () => {
  assert.equal(deriveLinkColor('#1d4ed8', 'light'), '#1d4ed8');
  assert.equal(deriveLinkColor('#fde047', 'dark'), '#fde047');
  assert.equal(deriveLinkColor('#fde047', 'light'), '#796c22');
  assert.equal(deriveLinkColor('#000000', 'dark'), '#8f8f8f');
});

test('links and button texts are readable with every color', () => {
  const colors = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(colors, (color) => {
      assert.ok(computeContrast(inkOn(color), color) >= 4.5);
      for (const scheme of ['light', 'dark'] as const)
        for (const background of Object.values(BACKGROUNDS[scheme]))
          assert.ok(computeContrast(deriveLinkColor(color, scheme), background) >= 4.5);
    }),
    randomRuns(100, 10_000),
  );
});
