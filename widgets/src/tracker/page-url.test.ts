import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildPageUrl } from './page-url.ts';

const SITE = 'https://acme.example';

test('the page of a hash route has the path of the page and of the route, and the queries of both', () => {
  for (const [href, page] of [
    ['/', '/'],
    ['/#', '/'],
    ['/#/', '/'],
    ['/#/pricing', '/pricing'],
    ['/#!/pricing', '/pricing'],
    ['/#!pricing', '/pricing'],
    ['/#pricing', '/pricing'],
    ['/#//pricing/', '/pricing/'],
    ['/app#/a/b', '/app/a/b'],
    ['/app/#/a/b', '/app/a/b'],
    ['/index.html#/a', '/index.html/a'],
    ['/hash?utm_source=news&utm_medium=email#/pricing', '/hash/pricing?utm_source=news&utm_medium=email'],
    ['/?gclid=1#!/pricing', '/pricing?gclid=1'],
    ['/app?q=a/b#/x', '/app/x?q=a/b'],
    ['/?a=1#/x?b=2', '/x?a=1&b=2'],
    ['/?a=1#/x?b=2&redirect=/y?z=3', '/x?a=1&b=2&redirect=/y?z=3'],
    ['/?#/x?', '/x'],
    ['/#/x?b=2', '/x?b=2'],
    ['/?a=1#?b=2', '/?a=1&b=2'],
    ['/#/docs#section', '/docs'],
    ['/#/caf%C3%A9?q=%23', '/caf%C3%A9?q=%23'],
    ['/#/$1/$&', '/$1/$&'],
  ] as const)
    assert.equal(buildPageUrl(SITE + href, true), SITE + page, href);
});

test('a hash without a route is removed', () => {
  for (const [href, page] of [
    ['/pricing', '/pricing'],
    ['/pricing#faq', '/pricing'],
    ['/pricing?plan=pro#/a?b=1', '/pricing?plan=pro'],
    ['/pricing#!', '/pricing'],
    ['/#a#b', '/'],
  ] as const)
    assert.equal(buildPageUrl(SITE + href, false), SITE + page, href);
});
