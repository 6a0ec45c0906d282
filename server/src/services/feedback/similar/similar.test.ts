import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import sample from '../sample.json' with { type: 'json' };
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

/** Titles of the sample project that say the same, in addition to its duplicates. */
const SAME = [
  ['Dark mode for charts', 'Dark mode for the editor'],
  ['Dark mode for charts', 'Night mode'],
  ['A digest by mail each week', 'Weekly report by mail'],
  ['Weekly report by mail', 'Summary mail'],
  ['iPhone app', 'Android app, please'],
  ['Trello import', 'Import from a spreadsheet'],
  ['Scan receipts', 'Upload receipts to Dropbox'],
  ['Sign in with Microsoft', 'Single sign-on'],
  ['Partial payments on one invoice', 'A payment link on each invoice'],
];

/** Returns the beginnings of the words of a title, by which the candidates of the test are found. */
const toBeginnings = (title: string) => (title.toLowerCase().match(/\p{L}{3,}|\d+/gu) ?? []).map((word) => word.slice(0, 4));

test('of the titles of the sample project, few are wrongly similar', () => {
  const toPair = (a: string, b: string) => [a, b].toSorted().join(' · ');
  const same = new Set([...sample.duplicates, ...SAME].map(([a = '', b = '']) => toPair(a, b)));
  const titles = [
    ...sample.general,
    ...sample.topics.flatMap(({ bugs, features, remarks }) => [...bugs, ...features, ...remarks]),
    ...sample.duplicates.flatMap(([title = '']) => title),
  ].map((title) => ({ title, beginnings: toBeginnings(title) }));
  const find = (title: string) => {
    const beginnings = toBeginnings(title);
    const candidates = titles.filter(
      (one) => one.title !== title && one.beginnings.some((beginning) => beginnings.includes(beginning)),
    );
    return findMostSimilar(title, candidates, 5).map((found) => found.title);
  };
  const asked = [...sample.topics.flatMap(({ features }) => features), ...sample.duplicates.map(([title = '']) => title)];
  const pairs = asked.flatMap((title) => find(title).map((other) => toPair(title, other)));
  const right = pairs.filter((pair) => same.has(pair)).length;
  assert.ok(right / pairs.length > 0.2 && right >= 30, `${right} of ${pairs.length}`);
});
