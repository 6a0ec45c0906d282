import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLICK_IDS } from './click-ids.ts';
import { expandEndings, findSourceOfTag, parseList, SOURCES } from './lookup.ts';

test('hosts and apps are unique among all services, and valid', () => {
  const identifiers = Object.values(SOURCES).flatMap(({ services, hosts }) => [
    ...Object.values(services).flatMap((marks) => [
      ...parseList(marks.hosts).flatMap((host) => expandEndings(host, marks.endings)),
      ...parseList(marks.apps),
    ]),
    ...parseList(hosts),
  ]);
  const duplicates = identifiers.filter((host, index) => identifiers.indexOf(host) !== index);
  assert.deepEqual(duplicates, []);
  assert.deepEqual(
    identifiers.filter((host) => !/^(\*\.)?([\p{L}\p{N}_-]+\.)+[\p{L}\p{N}_-]+$/u.test(host) || host.startsWith('www.')),
    [],
  );
});

test('every source of a click id is a known service', () => {
  for (const [parameter, { source }] of CLICK_IDS) if (source) assert.equal(findSourceOfTag(source)?.name, source, parameter);
});
