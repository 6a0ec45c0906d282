import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { pack as createTar } from 'tar-stream';
import { CONTENTS, decompressMember, FORMAT, HEADER, type Member, packArchive, verifyArchive } from './archive.ts';
import { divide } from './archive-bucket.ts';
import { decrypt, type DecryptionKeys, encrypt, type EncryptionKeys } from './encryption.ts';

const header = {
  format: FORMAT,
  version: '1.2.3',
  created_at: '2026-11-25T03:15:00.000Z',
  migrations: [],
  tables: [],
  clickhouse: {},
};
const contents = { postgres: { projects: 2 }, clickhouse: {}, sequences: {}, uploads: 1, missing_uploads: 0 };
const json = (value: object) => Buffer.from(JSON.stringify(value));
const MEMBERS: Member[] = [
  { name: HEADER, bytes: json(header) },
  { name: 'postgres/projects/000001', bytes: Buffer.from('1\tAcme\n'.repeat(300)) },
  { name: 'uploads/empty.png', bytes: Buffer.alloc(0) },
  { name: `clickhouse/events/${'0'.repeat(120)}`, bytes: Buffer.alloc(700_000, 'x') },
  { name: CONTENTS, bytes: json(contents) },
];

async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
const pack = async (members: Member[], keys: EncryptionKeys = {}) => {
  const packed = packArchive(each(members));
  const chunks = await Array.fromAsync(keys.passphrase || keys.recipient ? encrypt(packed, keys) : packed);
  return Buffer.concat(chunks);
};
/** Verifies bytes that arrive in pieces. */
const verify = (archive: Buffer, keys: DecryptionKeys = {}) => {
  const pieces = Array.from({ length: Math.ceil(archive.length / 10_000) }, (_, index) =>
    archive.subarray(index * 10_000, (index + 1) * 10_000),
  );
  return verifyArchive(decrypt(each(pieces), () => Promise.resolve(keys)));
};

const archive = await pack(MEMBERS);

/** Keys of an archive without and with encryption. A key of a passphrase would take seconds. */
const createKeys = async (): Promise<EncryptionKeys[]> => [
  {},
  { recipient: await identityToRecipient(await generateX25519Identity()) },
];

test('verifies a complete archive', async () => {
  const summary = await verify(archive);
  assert.deepEqual(summary.header, header);
  assert.deepEqual(summary.contents, contents);
});

test('refuses an archive that ends early, wherever it ends', async () => {
  for (let length = 0; length < archive.length - 1024; length += 1 + Math.floor(archive.length / 97))
    await assert.rejects(
      verify(archive.subarray(0, length)),
      /^Error: (The archive is (empty|incomplete)|The file is not a backup of Earshot, or only the beginning of one)/,
      `${length}`,
    );
});

test('refuses an archive with a changed byte, wherever the byte is', async () => {
  for (let position = 0; position < archive.length - 1024; position += 1 + Math.floor(archive.length / 97)) {
    const damaged = Buffer.from(archive);
    damaged.writeUInt8(damaged.readUInt8(position) ^ 0x20, position);
    // Padding of members has no meaning.
    if (archive.readUInt8(position) !== 0) await assert.rejects(verify(damaged), /damaged|not a backup|newer/, `${position}`);
  }
});

test('refuses a missing member, other files and a newer format', async () => {
  const cases: [Member[], RegExp][] = [
    [[], /is empty|not a backup/],
    [MEMBERS.slice(1), /not a backup/],
    [MEMBERS.slice(0, -1), /contents\.json is missing/],
    [[{ name: HEADER, bytes: json({ ...header, format: FORMAT + 1 }) }], /was made by Earshot 1\.2\.3, which is newer/],
    [[{ name: HEADER, bytes: Buffer.from('{') }], /not valid JSON/],
  ];
  for (const [members, message] of cases) await assert.rejects(verify(await pack(members)), message);
  const files: [Buffer, RegExp][] = [
    [Buffer.alloc(0), /^Error: The archive is empty$/],
    [Buffer.alloc(10_240), /^Error: The archive is empty$/],
    [Buffer.from('no archive at all'.repeat(100)), /^Error: The file is not a backup of Earshot$/],
    [Buffer.from('short'), /^Error: The file is not a backup of Earshot, or only the beginning of one$/],
    [gzipSync(archive), /^Error: The file is compressed\. Decompress it with gunzip first$/],
    [zstdCompressSync(archive), /^Error: The file is compressed\. Decompress it with unzstd first$/],
    [Buffer.concat([archive.subarray(0, 1024), Buffer.alloc(4096, 'x')]), /^Error: The archive is (damaged|incomplete)/],
  ];
  for (const [bytes, message] of files) await assert.rejects(verify(bytes), message, bytes.subarray(0, 20).toString());
});

test('refuses links, devices and folders, which a backup never has', async () => {
  for (const type of ['symlink', 'link', 'character-device', 'block-device', 'fifo', 'directory'] as const) {
    const tar = createTar();
    tar.entry({ name: HEADER }, json(header).toString());
    tar.entry({ name: 'uploads/../../etc/passwd', type, linkname: '/etc/passwd' });
    tar.finalize();
    await assert.rejects(verify(Buffer.concat(await Array.fromAsync(tar as AsyncIterable<Buffer>))), /is not a file/, type);
  }
});

test('refuses members that are damaged, or become larger than a writer makes them', async () => {
  const name = 'postgres/projects/000001';
  const rows = Buffer.from('1\tAcme\n');
  assert.deepEqual(await decompressMember({ name, bytes: zstdCompressSync(rows) }), rows);
  await assert.rejects(decompressMember({ name, bytes: rows }), /is not compressed as expected/);
  await assert.rejects(decompressMember({ name, bytes: gzipSync(rows) }), /is not compressed as expected/);
  const bomb = zstdCompressSync(Buffer.alloc(513 * 1024 * 1024));
  assert.ok(bomb.length < 100_000);
  await assert.rejects(decompressMember({ name, bytes: bomb }), /is too large/);
});

test('an archive encrypted with a passphrase requires the passphrase', async () => {
  const encrypted = await pack(MEMBERS, { passphrase: 'correct horse' });
  assert.ok(!encrypted.includes('Acme'));
  assert.deepEqual((await verify(encrypted, { passphrase: 'correct horse' })).contents, contents);
  await assert.rejects(verify(encrypted, { passphrase: 'wrong horse' }), /^Error: The passphrase is wrong/);
  await assert.rejects(verify(encrypted), /^Error: The backup is encrypted\. Set EARSHOT_BACKUP_PASSPHRASE/);
});

test('an archive encrypted for a recipient requires the private key', async () => {
  const identity = await generateX25519Identity();
  const encrypted = await pack(MEMBERS, { recipient: await identityToRecipient(identity) });
  assert.deepEqual((await verify(encrypted, { identity })).contents, contents);
  await assert.rejects(verify(encrypted, { identity: await generateX25519Identity() }), /^Error: The key is wrong/);
  await assert.rejects(verify(encrypted.subarray(0, -20_000), { identity }), /damaged or incomplete/);
  const damaged = Buffer.from(encrypted);
  damaged.writeUInt8(damaged.readUInt8(300_000) ^ 1, 300_000);
  await assert.rejects(verify(damaged, { identity }), /damaged or incomplete/);
});

test('an error of the data ends the archive', async () => {
  async function* failing(): AsyncGenerator<Member> {
    yield* MEMBERS.slice(0, 2);
    throw new Error('the disk is gone');
  }
  for (const keys of await createKeys()) {
    const packed = packArchive(failing());
    const bytes = keys.recipient ? encrypt(packed, keys) : packed;
    await assert.rejects(Array.fromAsync(bytes), /the disk is gone/);
  }
});

test('a reader that stops early ends the data', async () => {
  let isOver = false;
  async function* endless(): AsyncGenerator<Member> {
    try {
      for (;;) yield { name: 'a', bytes: Buffer.alloc(100_000) };
    } finally {
      isOver = true;
    }
  }
  for (const keys of await createKeys()) {
    isOver = false;
    const packed = packArchive(endless());
    for await (const _ of keys.recipient ? encrypt(packed, keys) : packed) break;
    assert.ok(isOver);
  }
});

test('only an empty archive has an empty part', async () => {
  const cases: [pieces: number[], expected: number[]][] = [
    [[], [0]],
    [[3], [3]],
    [[4], [4]],
    [[9], [4, 4, 1]],
    [
      [3, 3, 2],
      [4, 4],
    ],
  ];
  for (const [pieces, expected] of cases) {
    const parts = await Array.fromAsync(divide(each(pieces.map((length) => Buffer.alloc(length))), 4));
    assert.deepEqual(
      parts.map(({ length }) => length),
      expected,
      pieces.join(' '),
    );
  }
});
