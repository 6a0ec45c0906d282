import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomRuns } from '../testing/long.ts';
import { formatId, newId, parseId } from './ids.ts';

test('ids follow the TypeID specification', () => {
  for (const [uuid, digits] of [
    ['00000000-0000-0000-0000-000000000000', '00000000000000000000000000'],
    ['00000000-0000-0000-0000-000000000001', '00000000000000000000000001'],
    ['00000000-0000-0000-0000-00000000000a', '0000000000000000000000000a'],
    ['00000000-0000-0000-0000-000000000010', '0000000000000000000000000g'],
    ['00000000-0000-0000-0000-000000000020', '00000000000000000000000010'],
    ['ffffffff-ffff-ffff-ffff-ffffffffffff', '7zzzzzzzzzzzzzzzzzzzzzzzzz'],
    ['01890a5d-ac96-774b-bcce-b302099a8057', '01h455vb4pex5vsknk084sn02q'],
  ] as const) {
    assert.equal(formatId('fb', uuid), `fb_${digits}`);
    assert.equal(parseId('fb', `fb_${digits}`), uuid);
  }
});

test('any UUID survives a round trip', () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => assert.equal(parseId('usr', formatId('usr', uuid)), uuid)),
    randomRuns(100, 10_000),
  );
});

test('malformed ids return undefined', () => {
  for (const text of [
    '',
    'fb',
    'fb_',
    'fb_01h455vb4pex5vsknk084sn02',
    'fb_01h455vb4pex5vsknk084sn02qq',
    'prj_01h455vb4pex5vsknk084sn02q',
    'xfb_01h455vb4pex5vsknk084sn02q',
    '01h455vb4pex5vsknk084sn02q',
    'fb_01H455VB4PEX5VSKNK084SN02Q',
    'fb_01h455vb4pex5vsknk084sn02i',
    'fb_01h455vb4pex5vsknk084sn02l',
    'fb_01h455vb4pex5vsknk084sn02o',
    'fb_01h455vb4pex5vsknk084sn02u',
    'fb_01h455vb4pex5vsknk084sn02 ',
    'fb_01h455vb4pex5vsknk084sn0\u00e9q',
    'fb_8zzzzzzzzzzzzzzzzzzzzzzzzz',
    'fb-01h455vb4pex5vsknk084sn02q',
  ])
    assert.equal(parseId('fb', text), undefined, text);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => assert.equal(parseId('fb', text), undefined)),
    randomRuns(100, 10_000),
  );
});

test('new ids are UUIDv7, in order and unique', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 20; n++) {
    ids.push(newId());
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  assert.deepEqual(ids.toSorted(), ids);
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.ok(Math.abs(Number.parseInt((ids[0] ?? '').replaceAll('-', '').slice(0, 12), 16) - Date.now()) < 60_000);
  assert.deepEqual(
    ids.map((id) => formatId('fb', id)).toSorted(),
    ids.map((id) => formatId('fb', id)),
    'on the wire too',
  );
});
