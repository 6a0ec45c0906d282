import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLICK_IDS } from './click-ids.ts';
import { findSourceOfTag, listOf, SOURCES, withEndings } from './lookup.ts';

test('no two services of the table of sources claim the same host or app, and each is written as URLs have it', () => {
  const claims = Object.values(SOURCES).flatMap(({ services, hosts }) => [
    ...Object.values(services).flatMap((marks) => [
      ...listOf(marks.hosts).flatMap((host) => withEndings(host, marks.endings)),
      ...listOf(marks.apps),
    ]),
    ...listOf(hosts),
  ]);
  const twice = claims.filter((host, place) => claims.indexOf(host) !== place);
  assert.deepEqual(twice, []);
  assert.deepEqual(
    claims.filter((host) => !/^(\*\.)?([\p{L}\p{N}_-]+\.)+[\p{L}\p{N}_-]+$/u.test(host) || host.startsWith('www.')),
    [],
  );
});

test('click ids name services of the table', () => {
  for (const [parameter, { source }] of CLICK_IDS) if (source) assert.equal(findSourceOfTag(source)?.name, source, parameter);
});
