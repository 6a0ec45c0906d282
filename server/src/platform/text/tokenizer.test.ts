import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenize } from './tokenizer.ts';

// Parts of identifiers end with °, compound names with *.
const CASES: [text: string, tokens: string][] = [
  ['className', 'class° name° classname'],
  ['HTMLElement', 'html° element° htmlelement'],
  ['getUserById', 'get° user° by° id° getuserbyid'],
  ['sha256, 100MB', 'sha° 256° sha256 100° mb° 100mb'],
  ['größeÄndern', 'grosse° andern° grosseandern'],
  ['adapter-staticFile', 'adapter static° file° staticfile adapterstaticfile*'],
  ['iPhone OAuth URLs v2 3d H264', 'iphone oauth urls v2 3d h264'],
  ['ERR_4021 v2.3.1', 'err 4021 err4021* v2 3 1 v2.3.1*'],
  ['🎉 Party🎉', '🎉 party 🎉'],
  ['👍🏽 ❤️ ⌛︎', '👍 ❤ ⌛'],
  ['👩🏽‍💻', '👩° 💻° 👩‍💻'],
  ['🇩🇪🇫🇷 🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🇩🇪 🇫🇷 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['KAPI İstanbul Đặng', 'kapi istanbul dang'],
  // Encoded data has more parts than names have.
  ['QmFzZTY0RW5jb2RlZERhdGFXaXRoTWFueUNoYW5nZXM', 'qmfzzty0rw5jb2rlzerhdgfxaxrotwfueunoyw5nzxm'],
];

for (const [text, expected] of CASES)
  test(`splits ${text}`, () => {
    const tokens = tokenize(text);
    assert.equal(
      tokens.map(({ word, isPart, isJoined }) => `${word}${isPart ? '°' : ''}${isJoined ? '*' : ''}`).join(' '),
      expected,
    );
  });

test('long words end with a whole character', () => {
  for (const text of ['𝒳'.repeat(70), `a${'𐐷'.repeat(70)}`, `${'ß'.repeat(29)}x${'𝕏'.repeat(40)}`])
    for (const { word } of tokenize(text)) assert.ok(word.isWellFormed(), text);
});

test('words with a capital I have a form for Turkish and Azerbaijani', () => {
  assert.deepEqual(
    tokenize('KAPI İstanbul DİREKT Kapı açma').map(({ plain, turkish }) => [plain, turkish]),
    [
      ['kapi', 'kapı'],
      ['istanbul', undefined],
      ['direkt', undefined],
      ['kapı', undefined],
      ['açma', undefined],
    ],
  );
});

test('parts have their own range in the text', () => {
  assert.deepEqual(
    tokenize('a className').map(({ start, end }) => [start, end]),
    [
      [0, 1],
      [2, 7],
      [7, 11],
      [2, 11],
    ],
  );
});
