import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canSignIn, toChallenge, isChallenge, isVerifier, newToken, newUserCode, parseUserCode } from './secrets.ts';

test('verifier and challenge match appendix B of RFC 7636', () => {
  assert.equal(toChallenge('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'), 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
});

test('verifiers and challenges have the standard length and characters', () => {
  const verifiers: [string, boolean][] = [
    ['a'.repeat(42), false],
    ['a'.repeat(43), true],
    ['aZ09-._~'.repeat(16), true],
    ['a'.repeat(129), false],
    [`${'a'.repeat(42)}+`, false],
    [`${'a'.repeat(42)}é`, false],
    [`${'a'.repeat(43)}\n`, false],
    ['', false],
  ];
  for (const [text, expected] of verifiers) assert.equal(isVerifier(text), expected, JSON.stringify(text));
  const challenges: [string, boolean][] = [
    ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', true],
    ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM=', false],
    ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM', false],
    ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-c', false],
    ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM\n', false],
  ];
  for (const [text, expected] of challenges) assert.equal(isChallenge(text), expected, JSON.stringify(text));
});

test('tokens have a prefix by kind, and refresh tokens do not authenticate', () => {
  const tokens: [string, boolean][] = [
    [newToken('access'), true],
    [newToken('personal'), true],
    [newToken('refresh'), false],
    [newToken('access').slice(0, -1), false],
    [`${newToken('access')}0`, false],
    [newToken('access').replace('at', 'xx'), false],
    ['', false],
  ];
  for (const [text, expected] of tokens) assert.equal(canSignIn(text), expected, text);
  assert.equal(new Set(Array.from({ length: 100 }, () => newToken('access'))).size, 100);
});

test('user codes contain no vowels and are accepted in any spelling', () => {
  for (let n = 0; n < 100; n++) assert.match(newUserCode(), /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  for (const typed of ['BCDF-GHJK', 'bcdfghjk', ' bcdf ghjk ', 'BCDF–GHJK', 'B C D F G H J K'])
    assert.equal(parseUserCode(typed), 'BCDF-GHJK', typed);
  for (const typed of ['', '-', 'BCDF', 'BCDF-GHJKL', '%']) assert.notEqual(parseUserCode(typed), 'BCDF-GHJK', typed);
});
