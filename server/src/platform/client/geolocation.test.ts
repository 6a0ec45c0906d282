import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Json, startTestServer } from '../../testing/server.ts';
import { createMmdb } from '../../services/analytics/fixtures/mmdb.ts';
import { openGeolocation } from './geolocation.ts';

const folder = await mkdtemp(join(tmpdir(), 'earshot-geolocation-'));
after(() => rm(folder, { recursive: true }));
const file = join(folder, 'City.mmdb');
await writeFile(
  file,
  createMmdb({
    '192.0.2.0/24': { country: { iso_code: 'DE' }, subdivisions: [{ iso_code: 'BE' }], city: { names: { en: 'Berlin' } } },
    '198.51.100.7/32': { country: { iso_code: 'FR' } },
  }),
);

test('reads locations from a file in the format of MaxMind', async () => {
  const server = await startTestServer({ EARSHOT_GEOIP_DB: file, EARSHOT_TRUST_PROXY: '1' });
  const { key, token, id } = await server.createProject();
  for (const address of ['192.0.2.200', '198.51.100.7', '198.51.100.8', '2001:db8::1'])
    await server.call('POST', '/v1/analytics/events', { key, body: { url: '/' }, headers: { 'x-forwarded-for': address } });
  const breakdown = async (dimension: string) =>
    (await server.call('GET', '/v1/analytics/breakdown', { token, query: { project_id: id, by: dimension } })).body.data.map(
      ({ value, visitors }: Json) => [value, visitors],
    );
  assert.deepEqual(await breakdown('country'), [
    ['', 2],
    ['DE', 1],
    ['FR', 1],
  ]);
  assert.deepEqual(await breakdown('region'), [
    ['', 3],
    ['DE-BE', 1],
  ]);
  assert.deepEqual(await breakdown('city'), [
    ['', 3],
    ['Berlin', 1],
  ]);
});

test('rejects an invalid or missing file at startup and names the variable', async () => {
  const broken = join(folder, 'broken.mmdb');
  await writeFile(broken, 'not a database');
  for (const path of [broken, join(folder, 'missing.mmdb')])
    await assert.rejects(openGeolocation({ file: path }), /^Error: EARSHOT_GEOIP_DB can’t be read: /);
});

test('headers of a proxy take precedence over the file, unless the country is unknown', async () => {
  const geolocation = await openGeolocation({ file, headers: ['cf-ipcountry'] });
  assert.equal(geolocation.locate('192.0.2.1', { 'cf-ipcountry': 'us' }).country, 'US');
  assert.equal(geolocation.locate('192.0.2.1', { 'cf-ipcountry': 'XX' }).country, 'DE');
  assert.equal(geolocation.locate('192.0.2.1', {}).city, 'Berlin');
});
