import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fits, normalizePagePath, pagePatterns, parsePage } from './urls.ts';

const PARTS = 'a é / % * . ~ \\ ? # & + : @ " < 2 5 f F %2F %2f %25 %20 %C3 %A9 %5c %00 %3F 京 //'.split(' ');
const characters = fc.constantFrom(' ', ...PARTS);
const paths = fc.array(characters, { maxLength: 12 }).map((some) => `/${some.join('')}`);

test('a stored path, as a filter or a pattern, finds itself', () => {
  fc.assert(
    fc.property(paths, (sent) => {
      const path = parsePage(`https://acme.com${sent}`)?.path ?? '';
      assert.ok(path.startsWith('/'));
      assert.equal(normalizePagePath(path), path);
      assert.ok(pagePatterns(path).some((pattern) => fits(pattern, path)));
    }),
    { numRuns: 2_000 },
  );
});

test('a path finds the page that it is sent as', () => {
  fc.assert(
    fc.property(paths, (sent) => {
      const path = parsePage(`https://acme.com${sent}`)?.path;
      assert.equal(normalizePagePath(`https://acme.com${sent}`), path);
      if (!sent.endsWith(' ')) assert.equal(normalizePagePath(sent), path);
    }),
    { numRuns: 2_000 },
  );
});
