import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEmail, isSameMailbox, readEmail, toAsciiDomain, toEmailDomain, toMailboxKey } from './mailbox.ts';

test('all spellings of an address are one mailbox', () => {
  for (const [key, ...spellings] of [
    [
      'ada@example.com',
      'Ada@Example.COM',
      'ＡＤＡ@example.com',
      'ada＠example．com',
      'ada@example。com',
      'ada@example｡com',
      'ada@ｅxample.com',
    ],
    [
      'info@münchen.example',
      'INFO@MÜNCHEN.example',
      'info@mu\u0308nchen.example',
      'info@xn--mnchen-3ya.example',
      'info@XN--MNCHEN-3YA.example',
    ],
    // The domain of IDNA 2008, which differs from strasse.example.
    ['ida@straße.example', 'ida@STRAẞE.example', 'ida@xn--strae-oqa.example'],
    ['jürgen@example.com', 'JÜRGEN@example.com', 'ju\u0308rgen@EXAMPLE.com', 'JU\u0308RGEN@example.com'],
    // The small letter of the Turkish capital letter has a combining dot.
    ['i\u0307lker@example.com', 'İlker@example.com', 'I\u0307lker@example.com', 'İLKER@example.com'],
    ['việt@vô.example', 'VIE\u0323\u0302T@VÔ.example', 'vie\u0302\u0323t@xn--v-xga.example'],
    ['用户@例子.公司', '用户@xn--fsqu00a.xn--55qx5d', '用户＠例子。公司'],
    ['ガ@example.com', 'ｶﾞ@example.com', 'カ\u3099@example.com'],
    ['kate@example.com', '\u212Aate@example.com', 'kate@\u0065xample.com'],
    ['a@नमस्ते.example', 'a@xn--h2bhs4b8d8a.example'],
    ['a@نامه\u200Cای.com', 'a@xn--mgba3gch31f060k.com'],
    ['a@i❤.ws', 'a@xn--i-7iq.ws', 'a@i❤\uFE0F.ws'],
    // The capital letters of Cherokee are those of domains.
    ['a@Ꭰ.example', 'a@ꭰ.example', 'a@xn--58d.example'],
    ['a@1.2.example', 'A@１.２.example'],
  ] as const)
    for (const spelling of spellings) {
      assert.equal(toMailboxKey(spelling), key, JSON.stringify(spelling));
      assert.equal(toMailboxKey(key), key);
      assert.ok(isSameMailbox(spelling, key) && isEmail(spelling) && isEmail(readEmail(spelling) ?? ''), spelling);
    }
});

test('other addresses are other mailboxes', () => {
  for (const [one, other] of [
    ['ada.l@gmail.com', 'adal@gmail.com'],
    ['ada+news@example.com', 'ada@example.com'],
    ['ada@gmail.com', 'ada@googlemail.com'],
    ['ida@strasse.example', 'ida@straße.example'],
    ['strasse@example.com', 'straße@example.com'],
    ['İlker@example.com', 'ilker@example.com'],
    ['ılker@example.com', 'ilker@example.com'],
    ['jurgen@example.com', 'jürgen@example.com'],
    ['аda@example.com', 'ada@example.com'],
    // Compatibility forms other than of the width can be letters of a name.
    ['ﬁona@example.com', 'fiona@example.com'],
    ['x²@example.com', 'x2@example.com'],
    ['a@аpple.example', 'a@apple.example'],
    ['a@xn--.example', 'a@example'],
  ] as const)
    assert.ok(!isSameMailbox(one, other), `${one} ${other}`);
});

test('an address is kept as it was typed where its mailbox does not depend on it', () => {
  for (const [typed, spelling] of [
    ['Ada@Example.com', 'Ada@Example.com'],
    ['Ada@München.example', 'Ada@München.example'],
    ['Ada@XN--MNCHEN-3YA.example', 'Ada@münchen.example'],
    ['ＡＤＡ@Example.com', 'ADA@Example.com'],
    ['Jürgen@Example.com', 'jürgen@Example.com'],
    ['ada@xn--a.example', 'ada@xn--a.example'],
  ] as const)
    assert.equal(readEmail(typed), spelling);
});

test('text that is not an address is refused', () => {
  for (const text of [
    '',
    '@',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@example.com.',
    'ada@example.com。',
    'ada@example..com',
    ' ada@example.com',
    'ada @example.com',
    'ada@example.com\u3000',
    'ada\u200B@example.com',
    'ada@exam\u200Bple.com',
    'ada@exam\u00ADple.com',
    'ada\u202E@example.com',
    'ada@a\u200Cb.com',
    'ada@%65xample.com',
    'ada@％65xample.com',
    'ada@example.com/x',
    'ada@example.com:25',
    'ada@example.com?x.com',
    'ada@a℀b.com',
    'ada@1.2.3.44',
    'ada@１.2.3.44',
    'ada@0x7f.0x01',
    'ada@[::1]',
    'ada@-a.example',
    'ada@a_b.example',
    'ada,bob@example.com',
    '（ada）@example.com',
    '.ada@example.com',
    'ada.@example.com',
    'a..a@example.com',
    'a．．a@example.com',
    `${'a'.repeat(65)}@example.com`,
    `${'İ'.repeat(33)}@example.com`,
    `a@${'a'.repeat(64)}.example`,
    `a@${'ü'.repeat(60)}.example`,
    `a@${'a.'.repeat(130)}example`,
  ]) {
    assert.equal(readEmail(text), undefined, JSON.stringify(text));
    assert.equal(toMailboxKey(text), text, 'stays as it is');
  }
  assert.ok(isEmail(`${'a'.repeat(64)}@${'a'.repeat(63)}.example`));
});

test('domains are compared as in DNS', () => {
  for (const [text, domain] of [
    ['MÜNCHEN.example', 'xn--mnchen-3ya.example'],
    ['xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
    ['Ａcme。Example', 'acme.example'],
    ['localhost', undefined],
    ['a b.example', undefined],
    ['*.example.com', undefined],
  ] as const)
    assert.equal(toAsciiDomain(text), domain, text);
  assert.equal(toEmailDomain('"A B"@MÜNCHEN.example'), 'xn--mnchen-3ya.example', 'whatever the provider of the address allows');
  assert.equal(toEmailDomain('example.com'), undefined);
});
