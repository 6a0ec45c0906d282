import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listZones, matchesZone } from './zones.ts';

const find = (text: string) =>
  listZones('')
    .filter((zone) => matchesZone(zone, text))
    .map(({ id }) => id);

test('finds time zones by city, region, country and offset', () => {
  assert.deepEqual(find('berlin'), ['Europe/Berlin']);
  assert.deepEqual(find('new york'), ['America/New_York']);
  assert.deepEqual(find('São Paulo'), ['America/Sao_Paulo']);
  assert.ok(find('india').includes('Asia/Kolkata'));
  assert.deepEqual(find('nepal'), ['Asia/Kathmandu']);
  for (const text of ['+5:30', 'UTC+5:30', 'gmt+0530']) assert.deepEqual(find(text), ['Asia/Colombo', 'Asia/Kolkata'], text);
  assert.ok(find('UTC').includes('UTC'));
  assert.deepEqual(find('nowhere'), []);
});

test('labels have the offset, and a stored name that is not listed is kept', () => {
  const labelOf = (id: string) => listZones(id).find((zone) => zone.id === id)?.label;
  assert.equal(labelOf('Asia/Tokyo'), 'Asia/Tokyo (UTC+9)');
  assert.equal(labelOf('UTC'), 'UTC');
  assert.equal(labelOf('Asia/Calcutta'), 'Asia/Calcutta (UTC+5:30)');
});
