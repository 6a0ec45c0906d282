import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostOfRedirectUri, isAllowedRedirectUri, isRegisteredRedirectUri, withParameters } from './redirect-uris.ts';

test('websites with HTTPS, loopback addresses and private-use schemes are allowed', () => {
  const allowed = [
    'https://claude.ai/api/mcp/auth_callback',
    'https://app.example:8443/callback?tenant=1',
    'http://127.0.0.1:33418/',
    'http://[::1]/callback',
    'http://localhost:3000/callback',
    'com.example.app:/callback',
    'cursor://anysphere.cursor-retrieval/oauth/callback',
    'vscode-insiders://vscode.mcp/callback',
    'org.example-app.mcp://callback',
  ];
  for (const uri of allowed) assert.equal(isAllowedRedirectUri(uri), true, uri);
  const refused = [
    '',
    '/callback',
    'http://app.example/callback',
    'http://127.0.0.1.app.example/callback',
    'http://localhost.app.example/callback',
    'https://app.example/callback#fragment',
    'https://claude.ai@app.example/callback',
    'https://claude.ai\\@app.example/callback',
    'https://app.example/call back',
    'https://app.example/\ncallback',
    'javascript:alert(1)',
    'JavaScript://app.example/%0aalert(1)',
    'data:text/html,x',
    'blob:https://app.example/1',
    'file:///etc/passwd',
    'ftp://app.example/',
    'mailto:ada@example.com',
    'view-source:https://app.example',
    'ws://127.0.0.1/',
    'ms-settings:privacy',
    'search-ms:query=x&crumb=location:%5C%5Capp.example%5Cshare',
    'search:x',
    'jar:https://app.example!/callback',
    'chrome-extension://abcdefgh/callback.html',
    'moz-extension://abcdefgh/callback.html',
    'safari-web-extension://abcdefgh/callback.html',
    'android-app://app.example/https/app.example/callback',
    'intent://callback#Intent;scheme=https;end',
    'resource://app/callback',
    'myapp://callback',
    'x-apple.:callback',
  ];
  for (const uri of refused) assert.equal(isAllowedRedirectUri(uri), false, uri);
});

test('a requested redirect URI must be registered, except for the port of a loopback address', () => {
  const cases: [string, string, boolean][] = [
    ['https://app.example/callback', 'https://app.example/callback', true],
    ['https://app.example/callback', 'https://app.example/callback/', false],
    ['https://app.example/callback', 'https://app.example/callback?x=1', false],
    ['https://app.example/callback', 'https://app.example:8443/callback', false],
    ['https://app.example/callback', 'https://APP.example/callback', false],
    ['https://app.example/callback', 'https://app.example/other/../callback', false],
    ['https://app.example/callback', 'https://app.example.evil.example/callback', false],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:51004/callback', true],
    ['http://127.0.0.1:3000/callback', 'http://127.0.0.1:51004/callback', true],
    ['http://localhost:3000/callback', 'http://localhost:51004/callback', true],
    ['http://[::1]/callback', 'http://[::1]:51004/callback', true],
    ['http://127.0.0.1/callback', 'http://localhost/callback', false],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:51004/other', false],
    ['http://127.0.0.1/callback', 'https://127.0.0.1/callback', false],
    ['http://127.0.0.1/callback', 'http://ada@127.0.0.1/callback', false],
    ['com.example:/callback', 'com.example:/callback', true],
    ['com.example://app:1/callback', 'com.example://app:2/callback', false],
  ];
  for (const [registered, requested, expected] of cases)
    assert.equal(isRegisteredRedirectUri(['https://first.example/', registered], requested), expected, requested);
});

test('the user sees the host of a website only', () => {
  assert.equal(hostOfRedirectUri('https://app.example:8443/callback'), 'app.example:8443');
  for (const uri of ['http://127.0.0.1:3000/', 'https://localhost/', 'cursor://claude.ai/callback'])
    assert.equal(hostOfRedirectUri(uri), null);
});

test('parameters are added to the query of a redirect URI', () => {
  assert.equal(withParameters('https://app.example/cb', { code: 'a b', state: undefined }), 'https://app.example/cb?code=a+b');
  assert.equal(withParameters('https://app.example/cb?x=%20', { code: 'a' }), 'https://app.example/cb?x=%20&code=a');
  assert.equal(withParameters('com.example:/cb', { code: 'a' }), 'com.example:/cb?code=a');
});
