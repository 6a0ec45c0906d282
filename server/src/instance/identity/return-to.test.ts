import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalUrl, parseReturnTo } from './return-to.ts';

const HOME = 'https://feedback.example.com';

test('allows return URLs of this instance and of the user’s machine only', () => {
  const allowed: [string, string][] = [
    ['/', `${HOME}/`],
    ['/projects?tab=keys', `${HOME}/projects?tab=keys`],
    [`${HOME}/device`, `${HOME}/device`],
    ['http://127.0.0.1:49152/signed-in', 'http://127.0.0.1:49152/signed-in'],
    ['http://localhost:1/', 'http://localhost:1/'],
    ['http://[::1]:8080/x', 'http://[::1]:8080/x'],
  ];
  for (const [text, url] of allowed) assert.equal(parseReturnTo(text, HOME)?.href, url, text);
  const refused = [
    '',
    'projects',
    '//evil.example',
    String.raw`/\evil.example`,
    String.raw`\\evil.example`,
    '/\t/evil.example',
    '\u0000/',
    'https:evil.example',
    'https:/evil.example',
    'https://evil.example/',
    'https://feedback.example.com.evil.example/',
    'https://feedback.example.com@evil.example/',
    'https://me:pass@feedback.example.com/',
    'http://feedback.example.com/',
    'https://127.0.0.1:1/',
    'http://127.0.0.1.evil.example/',
    'http://localhost@evil.example/',
    'http://0.0.0.0:1/',
    '/#token',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://127.0.0.1/',
  ];
  for (const text of refused) assert.equal(parseReturnTo(text, HOME), undefined, JSON.stringify(text));
});

test('redirects other loopback names to the public URL', () => {
  const cases: [string, string | undefined, string | undefined][] = [
    ['http://127.0.0.1:4000', 'localhost:4000', 'http://127.0.0.1:4000/device?a=1'],
    ['http://127.0.0.1:4000', '127.0.0.1:4000', undefined],
    ['http://127.0.0.1:4000', 'localhost:5000', undefined],
    ['http://127.0.0.1:4000', 'evil.example:4000', undefined],
    ['https://feedback.example.com', 'localhost', undefined],
    ['http://127.0.0.1:4000', undefined, undefined],
  ];
  for (const [publicUrl, host, url] of cases) assert.equal(canonicalUrl(publicUrl, host, '/device?a=1'), url, host);
});
