import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { measureSimilarity, findMostSimilar } from './similar.ts';

describe('similar titles', () => {
  for (const [a, b] of [
    ['Export as CSV', 'export as csv!'],
    ['Export as CSV', 'CSV export'],
    ['Exporting reports', 'Export a report'],
    ['Dark mode', 'Please add dark mode'],
    ['Notifications by email', 'Email notification'],
    ['E-mail digest', 'Email digests'],
    ['Node.js client', 'nodejs client'],
    ['Calendar integration', 'Calender integration'],
    ['Größe ändern', 'Grosse andern'],
    ['Экспорт отчётов', 'Экспорт отчета'],
    ['報告を書き出す', '報告の書き出し'],
    ['レポートをエクスポート', 'レポートのエクスポート'],
    ['보고서 내보내기', '보고서 내보내기 기능'],
  ] as const)
    test(`${a} · ${b}`, () => assert.ok(measureSimilarity(a, b) >= 0.3, `${measureSimilarity(a, b)}`));
});

describe('titles that share only short words', () => {
  for (const [a, b] of [
    ['Export as CSV', 'Dark mode'],
    ['Add a dark mode', 'The app is slow on a phone'],
    ['Import from Excel', 'Log out from all devices'],
    ['Notifications from the app', 'Copy from the table'],
    ['Wechsel aus der Liste', 'Bild aus der Galerie'],
    ['Login does not work', 'Search for umlauts does nothing'],
    ['報告を書き出す', '画面が暗い'],
    ['?', '!'],
    ['', 'Export'],
  ] as const)
    test(`${a} · ${b}`, () => assert.ok(measureSimilarity(a, b) < 0.3, `${measureSimilarity(a, b)}`));
});

test('similarity is from 0 to 1, symmetric, and 1 for equal titles', () => {
  const title = fc.string({ unit: 'grapheme', maxLength: 40 });
  fc.assert(
    fc.property(title, title, (a, b) => {
      const score = measureSimilarity(a, b);
      assert.ok(score >= 0 && score <= 1 + 1e-9, `${score}`);
      assert.ok(Math.abs(score - measureSimilarity(b, a)) < 1e-9);
      const own = measureSimilarity(a, a);
      assert.ok(own === 0 || Math.abs(own - 1) < 1e-9, `${own}`);
    }),
  );
});

test('returns the most similar titles first, and keeps the order of equals', () => {
  const candidates = ['Dark mode', 'Export', 'Dark mode for the app', 'DARK MODE'].map((title) => ({ title }));
  const found = (most: number) => findMostSimilar('Dark mode', candidates, most).map(({ title }) => title);
  assert.deepEqual(found(5), ['Dark mode', 'DARK MODE', 'Dark mode for the app']);
  assert.deepEqual(found(1), ['Dark mode']);
});
