import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { expandPagePattern, matchesPattern, normalizePagePath, parsePage } from './urls.ts';
import { randomRuns } from '../../../testing/long.ts';

const PARTS = 'a é / % * . ~ \\ ? # & + : @ " < 2 5 f F %2F %2f %25 %20 %C3 %A9 %5c %00 %3F 京 //'.split(' ');
const characters = fc.constantFrom(' ', ...PARTS);
const paths = fc.array(characters, { maxLength: 12 }).map((parts) => `/${parts.join('')}`);

test('slashes at the end of a path are removed, others are kept', () => {
  const cases = { '/': '/', '//': '/', '/a//': '/a', '/a//b/': '/a//b', '///a': '///a' };
  for (const [sent, stored] of Object.entries(cases)) assert.equal(parsePage(`https://acme.com${sent}`)?.path, stored, sent);
});

test('a stored path matches itself as a filter and as a pattern', () => {
  fc.assert(
    fc.property(paths, (sent) => {
      const path = parsePage(`https://acme.com${sent}`)?.path ?? '';
      assert.ok(path.startsWith('/'));
      assert.equal(normalizePagePath(path), path);
      assert.ok(expandPagePattern(path).some((pattern) => matchesPattern(pattern, path)));
    }),
    randomRuns(500, 20_000),
  );
});

test('a path as it was sent matches the stored path', () => {
  fc.assert(
    fc.property(paths, (sent) => {
      const path = parsePage(`https://acme.com${sent}`)?.path;
      assert.equal(normalizePagePath(`https://acme.com${sent}`), path);
      if (!sent.endsWith(' ')) assert.equal(normalizePagePath(sent), path);
    }),
    randomRuns(500, 20_000),
  );
});
