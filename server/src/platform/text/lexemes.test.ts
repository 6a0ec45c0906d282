import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { buildLexemes, buildQuery, buildSimilarTitlesQuery, toStem, buildTagQuery, findWords } from './lexemes.ts';

describe('words', () => {
  const cases: [text: string, words: string[]][] = [
    ['', []],
    ['  ?!…  ', []],
    ['Export as CSV', ['export', 'as', 'csv']],
    ["don't e-mail me@example.com", ['don', 't', 'e', 'mail', 'me', 'example', 'com']],
    ['Größe STRASSE straße', ['grosse', 'strasse', 'strasse']],
    ['crème brûlée naïve', ['creme', 'brulee', 'naive']],
    ['Übersicht', ['ubersicht']],
    ['soft\u00ADhyphen', ['softhyphen']],
    ['ＦＵＬＬ　ｗｉｄｔｈ ﬁne', ['full', 'width', 'fine']],
    ['отчёт Йод', ['отчет', 'иод']],
    ['αναφορών', ['αναφορων']],
    ['e\u0301\u0308\u0327x \u0301e 1\u0301', ['ex', 'e', '1\u0301']],
    ['تَقْرِير', ['تقرير']],
    ['v2.10 100%', ['v2', '10', '100']],
    ['❤️ 👍🏽', []],
    ['表', ['表']],
    ['報告', ['報告']],
    ['報告書', ['報告', '告書']],
    ['ポート', ['ポー', 'ート']],
    ['ﾎﾟｰﾄ', ['ポー', 'ート']],
    ['보고서', ['보고', '고서']],
    ['CSV出力', ['csv', '出力']],
    ['iPhone対応する', ['iphone', '対応', '応す', 'する']],
    ['𠮷野家', ['𠮷野', '野家']],
    ['हिन्दी रिपोर्ट', ['हिन्दी', 'रिपोर्ट']],
    ['x'.repeat(100), ['x'.repeat(60)]],
  ];
  for (const [text, words] of cases) test(`of “${text.slice(0, 20)}”`, () => assert.deepEqual(findWords(text), words));
});

describe('lexemes', () => {
  const project = '01939c5e-0000-7000-8000-0123456789ab';
  const lexemes = (entry: Partial<{ title: string; text: string; tags: string[] }>) =>
    buildLexemes(project, { title: '', text: '', tags: [], ...entry }).map((lexeme) => lexeme.slice(12));

  test('distinguish title, text and tags, and start with the project', () => {
    assert.deepEqual(lexemes({ title: 'Export', text: 'For reports', tags: ['Data & files'] }), [
      '^export',
      ':export',
      ':for',
      ':reports',
      ':data',
      ':files',
      '#Data & files',
    ]);
    assert.ok(buildLexemes(project, { title: 'Export', text: '', tags: [] })[0]?.startsWith('0123456789ab'));
  });

  test('are unique', () => assert.deepEqual(lexemes({ title: 'a a A', text: 'a' }), ['^a', ':a']));

  test('contain the last character of an unspaced run', () =>
    assert.deepEqual(lexemes({ text: '報告書' }), [':報告', ':告書', ':書']));
});

describe('queries', () => {
  const project = '01939c5e-0000-7000-8000-0123456789ab';
  const mark = '0123456789ab';

  test('match every word by prefix', () => {
    assert.equal(buildQuery(project, 'Export CSV export'), `'${mark}:export':* & '${mark}:csv':*`);
    assert.equal(buildQuery(project, ' ?! '), undefined);
    assert.equal(buildSimilarTitlesQuery(project, 'Exporting it'), `'${mark}^export':* | '${mark}^it':*`);
    assert.equal(buildSimilarTitlesQuery(project, '…'), undefined);
  });

  test('quote special characters of tags', () => {
    assert.equal(buildTagQuery(project, "it's"), `'${mark}#it''s'`);
    assert.equal(buildTagQuery(project, 'a\\b'), `'${mark}#a\\\\b'`);
  });

  test('match every indexed text by its own words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const words = new Set(findWords(text));
        const indexed = buildLexemes(project, { title: text, text: '', tags: [] });
        for (const word of words) assert.ok(indexed.includes(`${mark}:${word}`), word);
        // A single letter matches too, unless it is in the middle of a word.
        for (const { segment } of new Intl.Segmenter().segment(text))
          for (const word of findWords(segment).slice(0, 1)) {
            const isUnspaced = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(word);
            if (isUnspaced)
              assert.ok(
                indexed.some((lexeme) => lexeme.startsWith(`${mark}:${word}`)),
                word,
              );
          }
      }),
    );
  });
});

test('inflected words share a stem', () => {
  for (const [word, stem] of [
    ['', ''],
    ['csv', 'csv'],
    ['files', 'files'],
    ['report', 'repo'],
    ['reports', 'repor'],
    ['exporting', 'export'],
    ['отчетов', 'отчет'],
  ] as const)
    assert.equal(toStem(word), stem);
});
