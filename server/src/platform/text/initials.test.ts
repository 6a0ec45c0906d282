import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findInitial } from '@earshot/contract/shared/text';

test('initials are whole characters that readers see', () => {
  const cases: [name: string, initial: string][] = [
    ['ada', 'A'],
    ['  Grace', 'G'],
    ['👩‍👩‍👧 Family', '👩‍👩‍👧'],
    ['🇩🇪', '🇩🇪'],
    ['🇯🇵🇩🇪', '🇯🇵'],
    ['👍🏽 ok', '👍🏽'],
    ['e\u0301lan', 'E\u0301'],
    ['नि', 'नि'],
    ['\u202Eadam', 'A'],
    ['\u200B\uFEFF\u2068ß', 'SS'],
    ['\u202E\u200F', ''],
    ['\u0000\u0007x', 'X'],
    ['', ''],
  ];
  for (const [name, initial] of cases) assert.equal(findInitial(name), initial, JSON.stringify(name));
});
