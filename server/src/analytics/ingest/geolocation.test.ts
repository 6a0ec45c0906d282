import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Json, startTestServer } from '../../testing/server.ts';
import { createMmdb } from '../fixtures/mmdb.ts';
import { openPlaces } from './geolocation.ts';

const folder = await mkdtemp(join(tmpdir(), 'earshot-places-'));
after(() => rm(folder, { recursive: true }));
const file = join(folder, 'City.mmdb');
await writeFile(
  file,
  createMmdb({
    '192.0.2.0/24': { country: { iso_code: 'DE' }, subdivisions: [{ iso_code: 'BE' }], city: { names: { en: 'Berlin' } } },
    '198.51.100.7/32': { country: { iso_code: 'FR' } },
  }),
);

test('places come from a MaxMind-format file', async () => {
  const server = await startTestServer({ EARSHOT_GEOIP_DB: file, EARSHOT_TRUST_PROXY: '1' });
  const { key, token, id } = await server.createProject();
  for (const address of ['192.0.2.200', '198.51.100.7', '198.51.100.8', '2001:db8::1'])
    await server.call('POST', '/v1/analytics/events', { key, body: { url: '/' }, headers: { 'x-forwarded-for': address } });
  const by = async (dimension: string) =>
    (await server.call('GET', '/v1/analytics/breakdown', { token, query: { project_id: id, by: dimension } })).body.data.map(
      ({ value, visitors }: Json) => [value, visitors],
    );
  assert.deepEqual(await by('country'), [
    ['', 2],
    ['DE', 1],
    ['FR', 1],
  ]);
  assert.deepEqual(await by('region'), [
    ['', 3],
    ['DE-BE', 1],
  ]);
  assert.deepEqual(await by('city'), [
    ['', 3],
    ['Berlin', 1],
  ]);
});

test('a file that is none is refused at the start, by the name of its variable', async () => {
  const broken = join(folder, 'broken.mmdb');
  await writeFile(broken, 'nothing');
  for (const path of [broken, join(folder, 'missing.mmdb')])
    await assert.rejects(openPlaces({ file: path }), /^Error: EARSHOT_GEOIP_DB can’t be read: /);
});

test('what a proxy says in headers stands above the file, unless it does not know', async () => {
  const places = await openPlaces({ file, headers: ['cf-ipcountry'] });
  assert.equal(places.find('192.0.2.1', { 'cf-ipcountry': 'us' }).country, 'US');
  assert.equal(places.find('192.0.2.1', { 'cf-ipcountry': 'XX' }).country, 'DE');
  assert.equal(places.find('192.0.2.1', {}).city, 'Berlin');
});
