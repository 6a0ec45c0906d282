import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  buildLexemes,
  buildQuery,
  buildMatchLevels,
  buildSimilarTitlesQuery,
  buildTagQuery,
  findTitleWords,
  toStem,
} from './lexemes.ts';
import { tokenize } from './tokenizer.ts';

const project = '01939c5e-0000-7000-8000-0123456789ab';
const mark = '0123456789ab';

/** Returns whether a search for `q` finds a text, as PostgreSQL evaluates the query. */
function finds(q: string, text: string): boolean {
  const lexemes = buildLexemes(project, { text });
  const query = buildQuery(project, q);
  if (!query) return false;
  const operand = (_: string, lexeme: string, prefix: string | undefined) => {
    const wanted = lexeme.replaceAll("''", "'").replaceAll('\\\\', '\\');
    return String(lexemes.some((other) => (prefix ? other.startsWith(wanted) : other === wanted)));
  };
  const expression = query.replaceAll(/'((?:[^']|'')*)'(:\*)?/g, operand);
  const evaluate = (alternatives: string): boolean =>
    alternatives.split(' | ').some((all) => all.split(' & ').every((value) => value === 'true'));
  // Only names have parentheses, and parentheses are not nested.
  return evaluate(expression.replaceAll(/\(([^)]*)\)/g, (_, inner: string) => String(evaluate(inner))));
}

describe('searches', () => {
  const FOUND: [q: string, text: string][] = [
    ['C++', 'Support for C++20 and C++'],
    ['c#', 'C# client'],
    ['F#', 'an f# example'],
    ['email', 'e-mail digests'],
    ['e-mail', 'Email digests'],
    ['E‑Mail', 'e-mails'],
    ['nodejs', 'Node.js 20'],
    ['node.js', 'NodeJS'],
    ['node.js', 'node and js'],
    ['Node.j', 'Node.js 20'],
    ['dark-mode', 'A dark mode'],
    ['dark mode', 'dark-mode'],
    ['darkmode', 'dark-mode'],
    ['1.2.3', 'since 1.2.3'],
    ['1.2', 'since 1.2.3'],
    ['class name', 'getClassName'],
    ['classname', 'className'],
    ['className', 'class names'],
    ['err_4021', 'ERR_4021'],
    ['Dang', 'Đặng'],
    ['đang', 'dang'],
    ['KAPI', 'kapı kilidi'],
    ['kapı', 'KAPI AÇMA'],
    ['kapi', 'Kapı'],
    ['istanbul', 'İSTANBUL'],
    ['İSTANBUL', 'istanbul'],
    ['DIŞ', 'dış'],
    ['Azerbaycan', 'Azərbaycan'],
    ['Lodz', 'Łódź'],
    ['Oresund', 'Øresund'],
    ['🎉', 'Shipped 🎉 today'],
    ['🎉', 'Party🎉'],
    ['👍', 'great 👍🏽'],
    ['👍🏿', 'great 👍🏽'],
    ['👩🏽‍💻', 'by 👩‍💻'],
    ['💻', 'by 👩🏽‍💻'],
    ['👩', 'by 👩‍💻'],
    ['❤', 'I ❤️ it'],
    ['❤️', 'I ❤ it'],
    ['🇩🇪', 'in 🇩🇪🇫🇷'],
    ['🇫🇷', 'in 🇩🇪🇫🇷'],
    ['1️⃣', 'step 1️⃣'],
    ['ada@exam', 'Ada <ada@example.com>'],
    ['發票', '发票'],
    ['exp csv', 'Export as CSV'],
  ];
  for (const [q, text] of FOUND) test(`${q} finds ${text}`, () => assert.ok(finds(q, text), buildQuery(project, q)));

  const NOT_FOUND: [q: string, text: string][] = [
    ['C++', 'Crash on start'],
    ['c++', 'C# and C'],
    ['C#', 'C++'],
    ['e-mail', 'every mailbox'],
    ['1.2.3', 'rooms 12 and 34'],
    ['1.2.3', '1.3.2'],
    ['🎉', 'Party'],
    ['🇩🇪', 'in 🇬🇧'],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'in 🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['👩‍💻', 'by 👩'],
    ['™', 'Earshot™'],
    ['告報', '報告'],
  ];
  for (const [q, text] of NOT_FOUND) test(`${q} does not find ${text}`, () => assert.ok(!finds(q, text), buildQuery(project, q)));
});

describe('indexed words', () => {
  const wordsOf = (text: string) => buildLexemes(project, { text }).map((lexeme) => lexeme.slice(mark.length + 1));

  const cases: [text: string, words: string[]][] = [
    ['', []],
    ['  ?!…  ', []],
    ['Export as CSV', ['export', 'as', 'csv']],
    ["don't e-mail me@example.com", ['don', 't', 'e', 'mail', 'email', 'me', 'example', 'com', 'examplecom']],
    ['Größe STRASSE straße', ['grosse', 'strasse']],
    ['crème brûlée naïve', ['creme', 'brulee', 'naive']],
    ['Übersicht', ['ubersicht']],
    ['soft\u00ADhyphen', ['softhyphen']],
    ['ＦＵＬＬ　ｗｉｄｔｈ ﬁne', ['full', 'width', 'fine']],
    ['отчёт Йод', ['отчет', 'иод']],
    ['αναφορών', ['αναφορων']],
    ['e\u0301\u0308\u0327x \u0301e 1\u0301', ['ex', 'e', '1\u0301']],
    ['تَقْرِير', ['تقرير']],
    ['v2.10 100%', ['v2', '10', 'v2.10', '100']],
    ['❤️ 👍🏽', ['❤', '👍']],
    ['表', ['表']],
    ['報告', ['报告', '告']],
    ['報告書', ['报告', '告书', '书']],
    ['ポート', ['ポー', 'ート', 'ト']],
    ['ﾎﾟｰﾄ', ['ポー', 'ート', 'ト']],
    ['보고서', ['보고', '고서', '서']],
    ['CSV出力', ['csv', '出力', '力']],
    ['iPhone対応する', ['iphone', '対応', '応す', 'する', 'る']],
    ['𠮷野家', ['𠮷野', '野家', '家']],
    ['हिन्दी रिपोर्ट', ['हिन्दी', 'रिपोर्ट']],
    ['x'.repeat(100), ['x'.repeat(60)]],
  ];
  for (const [text, words] of cases) test(`of “${text.slice(0, 20)}”`, () => assert.deepEqual(wordsOf(text), words));
});

describe('lexemes', () => {
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
      '#data & files',
    ]);
    assert.ok(buildLexemes(project, { title: 'Export', text: '', tags: [] })[0]?.startsWith('0123456789ab'));
  });

  test('are unique', () => assert.deepEqual(lexemes({ title: 'a a A', text: 'a' }), ['^a', ':a']));

  test('contain the last character of an unspaced run', () =>
    assert.deepEqual(lexemes({ text: '報告書' }), [':报告', ':告书', ':书']));
});

describe('queries', () => {
  test('match every word by prefix', () => {
    assert.equal(buildQuery(project, 'Export CSV export'), `'${mark}:export':* & '${mark}:csv':*`);
    assert.equal(buildQuery(project, ' ?! '), undefined);
    assert.equal(
      buildQuery(project, 'e-mail className'),
      `('${mark}:email':* | '${mark}:e' & '${mark}:mail':*) & ('${mark}:classname':* | '${mark}:class' & '${mark}:name':*)`,
    );
    assert.equal(buildSimilarTitlesQuery(project, 'Exporting it from CSV'), `'${mark}^export':* | '${mark}^csv':*`);
    assert.equal(buildSimilarTitlesQuery(project, '…'), undefined);
  });

  test('have levels of matches', () => {
    assert.deepEqual(buildMatchLevels(project, 'Export C++'), [
      `'${mark}^export' & '${mark}^c++'`,
      `'${mark}^export':* & '${mark}^c++':*`,
      `'${mark}:export' & '${mark}:c++'`,
    ]);
    assert.equal(buildMatchLevels(project, '?!'), undefined);
  });

  test('quote special characters of tags', () => {
    assert.equal(buildTagQuery(project, "it's"), `'${mark}#it''s'`);
    assert.equal(buildTagQuery(project, 'a\\b'), `'${mark}#a\\\\b'`);
  });

  test('match every text by the text itself, and by each of its words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const hasWords = buildQuery(project, text) !== undefined;
        assert.equal(finds(text, text), hasWords);
        for (const { start, end, isPart } of tokenize(text)) if (!isPart) assert.ok(finds(text.slice(start, end), text));
      }),
    );
  });
});

test('words of titles have no stop words, and short names are one word', () => {
  for (const [title, words] of [
    ['Import from Excel', ['import', 'excel']],
    ['Please add a way to export from the app', ['add', 'way', 'export', 'app']],
    ['Rechnungen aus der App', ['rechnungen', 'app']],
    ['Exporter depuis le tableau', ['exporter', 'depuis', 'tableau']],
    ['E-mail digest', ['email', 'digest']],
    ['dark-mode toggle', ['dark', 'mode', 'toggle']],
    ['Node.js SDK', ['nodejs', 'sdk']],
    ['JavaScript client', ['javascript', 'client']],
    // Nothing else.
    ['The who', ['the', 'who']],
  ] as const)
    assert.deepEqual(findTitleWords(title), words);
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
