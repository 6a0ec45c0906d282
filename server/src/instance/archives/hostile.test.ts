import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { DEFAULT_WALL_STYLE } from '@earshot/contract/services/testimonials/wall-style';
import { sql } from 'kysely';
import { ZipFile } from 'yazl';
import { parseId } from '../../platform/ids.ts';
import { until } from '../../testing/until.ts';
import { readArchive, startArchives } from './fixtures/archives.ts';
import type { Manifest } from './format.ts';

const { server, deps, pathOf, write, restore } = await startArchives();
const { call, db } = server;
const { project, path } = await createOriginal();

type Files = Record<string, string>;

/** Creates a small project, and its archive. */
async function createOriginal() {
  const original = await server.createProject('Original');
  const { key, token, id } = original;
  const submit = async (title: string) => (await call('POST', '/v1/feedback', { key, body: { title } })).body.id as string;
  const [first, second] = [await submit('Export as CSV'), await submit('Dark mode')];
  await call('POST', `/v1/feedback/${first}/upvote`, { key, visitor: randomUUID() });
  await call('POST', `/v1/feedback/${first}/merge`, { token, body: { into: second } });
  await call('POST', '/v1/waitlist', { key, body: { email: 'ada@example.com', name: 'Ada' } });
  const events = [1, 2, 3].map((hour) => ({
    url: 'https://acme.com/',
    timestamp: new Date(Date.now() - hour * 3_600_000).toISOString(),
  }));
  await call('POST', '/v1/analytics/events', { key, body: { events } });
  await until(
    async () =>
      (await call('GET', '/v1/analytics/overview', { token, query: { project_id: id, period: '24h' } })).body.events.value === 3,
  );
  return { project: original, ...(await write(id, 'original.zip')) };
}

const unpack = (from = path): Promise<Files> => readArchive(from);

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex');

/** Writes an archive of files. Sizes, hashes and numbers of rows in the manifest are made right, unless `isRaw`. */
async function pack(files: Files, { isRaw = false, names = (name: string) => name } = {}): Promise<string> {
  const zip = new ZipFile();
  const manifest = JSON.parse(files['manifest.json'] ?? '{}') as Manifest;
  const rest = Object.entries(files).filter(([name]) => name !== 'manifest.json');
  if (!isRaw)
    manifest.files = Object.fromEntries(
      rest.map(([name, content]) => [
        name,
        {
          bytes: Buffer.byteLength(content),
          sha256: hashOf(content),
          ...(name.endsWith('.jsonl') && { rows: content.split('\n').filter(Boolean).length }),
        },
      ]),
    );
  for (const [name, content] of rest) zip.addBuffer(Buffer.from(content), names(name));
  if ('manifest.json' in files) zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json');
  zip.end();
  const target = pathOf(`${randomUUID()}.zip`);
  await pipeline(zip.outputStream as Readable, createWriteStream(target));
  return target;
}

/** Changes the rows of a file. */
const withRows = (name: string, change: (rows: Record<string, unknown>[]) => unknown[]) => async () => {
  const files = await unpack();
  const rows = (files[`${name}.jsonl`] ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  files[`${name}.jsonl`] = change(rows)
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('');
  return await pack(files);
};
const withRow = (name: string, changes: Record<string, unknown>) =>
  withRows(name, ([first, ...others]) => [{ ...first, ...changes }, ...others]);
const withManifest = (changes: Record<string, unknown>) => async () => {
  const files = await unpack();
  return await pack({ ...files, 'manifest.json': JSON.stringify({ ...JSON.parse(files['manifest.json'] ?? ''), ...changes }) });
};
const withFile = (name: string, content: string) => async () => await pack({ ...(await unpack()), [name]: content });
const patched = (from: Buffer, to: Buffer) => async () => {
  const bytes = await readFile(await pack(await unpack()));
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) to.copy(bytes, at);
  const target = pathOf(`${randomUUID()}.zip`);
  await writeFile(target, bytes);
  return target;
};

const truncated = (part: number) => async () => {
  const bytes = await readFile(path);
  const target = pathOf(`${randomUUID()}.zip`);
  await writeFile(target, bytes.subarray(0, Math.floor(bytes.length * part)));
  return target;
};

/** A row of zeros takes a thousandth of its size. */
const BOMB = '0'.repeat(30 * 1024 * 1024);

const CASES: [title: string, make: () => Promise<string>, message: RegExp][] = [
  [
    'no ZIP file',
    async () => (await writeFile(pathOf('text.zip'), 'id,title\n1,Export'), pathOf('text.zip')),
    /not a complete ZIP file/,
  ],
  ['half of an archive', truncated(0.5), /not a complete ZIP file/],
  ['an archive without its last bytes', truncated(0.999), /not a complete ZIP file/],
  ['a bomb with its size', withFile('feedback_entries.jsonl', BOMB), /feedback_entries.jsonl is compressed more/],
  ['a bomb in an image', withFile(`uploads/upl_${'0'.repeat(26)}.png`, BOMB), /is compressed more/],
  [
    'a path to a parent folder',
    patched(Buffer.from('waitlist_entries.csv'), Buffer.from('../../etc/cron.d/abc')),
    /not a complete ZIP file \(invalid relative path/,
  ],
  ['an absolute path', patched(Buffer.from('waitlist_entries.csv'), Buffer.from('/etc/cron.daily/abcd')), /absolute path/],
  [
    'a path of Windows',
    patched(Buffer.from('waitlist_entries.csv'), Buffer.from('..\\..\\Windows\\cmd0.')),
    /invalid characters/,
  ],
  [
    'two files of a name',
    patched(Buffer.from('feedback_entries.jsonl'), Buffer.from('waitlist_entries.jsonl')),
    /waitlist_entries.jsonl is in the archive twice/,
  ],
  [
    'a file that is not listed',
    async () => {
      const files = await unpack();
      const listed = await pack(files);
      const { files: known } = JSON.parse((await unpack(listed))['manifest.json'] ?? '') as Manifest;
      return await pack(
        {
          ...files,
          'extra.txt': 'x',
          'manifest.json': JSON.stringify({ ...JSON.parse(files['manifest.json'] ?? ''), files: known }),
        },
        { isRaw: true },
      );
    },
    /extra.txt is not in manifest.json/,
  ],
  ['a file of another program', withFile('passwd', 'root'), /passwd is unknown/],
  ['a table of a later version', withFile('invoices.jsonl', '{}\n'), /invoices.jsonl is unknown/],
  [
    'no manifest',
    async () => {
      const { 'manifest.json': _, ...files } = await unpack();
      return await pack(files);
    },
    /manifest.json is missing/,
  ],
  ['a manifest of another form', withManifest({ project: 'Acme' }), /manifest.json: project must be object/],
  ['a format of another program', withManifest({ format: 'other-archive' }), /manifest.json: format/],
  ['a later version', withManifest({ version: 2 }), /version 2 of the format/],
  [
    'a missing file',
    async () => {
      const files = await unpack();
      const { 'feedback_votes.jsonl': _, ...others } = files;
      return await pack(others, { isRaw: true });
    },
    /feedback_votes.jsonl is missing/,
  ],
  [
    'other content of the same size',
    async () => {
      const files = await unpack();
      return await pack(
        { ...files, 'project.json': files['project.json']?.replace('Original', 'Originel') ?? '' },
        { isRaw: true },
      );
    },
    /project.json has another checksum/,
  ],
  [
    'fewer rows than listed',
    async () => {
      const files = await unpack();
      const made = await unpack(await pack(files));
      const manifest = JSON.parse(made['manifest.json'] ?? '') as Manifest;
      (manifest.files['events.jsonl'] as { rows: number }).rows = 4;
      return await pack({ ...files, 'manifest.json': JSON.stringify(manifest) }, { isRaw: true });
    },
    /events.jsonl has 3 rows instead of 4/,
  ],
  ['no JSON', withFile('waitlist_entries.jsonl', '{"id":\n'), /waitlist_entries.jsonl, line 1 is not valid JSON/],
  [
    'an id of another project',
    withRow('feedback_entries', { project_id: randomUUID() }),
    /line 1: .*additional properties: project_id/,
  ],
  ['an unknown column', withRow('waitlist_entries', { is_admin: true }), /additional properties: is_admin/],
  [
    'a column that a row lacks',
    withRows('feedback_entries', ([first, second]) => [first, { ...second, due_on: undefined }]),
    /line 2: has other columns/,
  ],
  ['a missing required column', withRow('feedback_entries', { title: undefined }), /line 1: must have required property 'title'/],
  ['a number for a text', withRow('feedback_entries', { title: 7 }), /line 1: title must be string/],
  ['an unknown status', withRow('feedback_entries', { status: 'shipped' }), /status must be equal to one of the allowed values/],
  ['a link with a script', withRow('feedback_entries', { image_url: 'javascript:alert(1)' }), /image_url must match/],
  [
    'a look of a wall with markup',
    withRow('testimonial_collections', {
      id: randomUUID(),
      slug: 'agencies',
      name: 'Agencies',
      style: { ...DEFAULT_WALL_STYLE, accent_color: 'red}</style><script>' },
    }),
    /style/,
  ],
  ['the year 0', withRow('waitlist_entries', { created_at: '0000-01-01T00:00:00Z' }), /created_at/],
  ['the year 9999', withRow('feedback_entries', { created_at: '9999-12-31T23:59:59Z' }), /created_at must match/],
  ['an event in the year 9999', withRow('events', { time: '9999-12-31T23:59:59.000Z' }), /events.jsonl, line 1: time must match/],
  ['an event in the year 0', withRow('events', { time: '0000-01-01T00:00:00.000Z' }), /time must match/],
  ['a number beyond 64 bits', withRow('events', { person: '99999999999999999999999' }), /person must match/],
  ['a day that does not exist', withRow('feedback_entries', { due_on: '2026-02-30' }), /due_on/],
  ['a text with a zero byte', withRow('feedback_entries', { title: 'a\0b' }), /feedback_entries.jsonl, lines 1 to 2/],
  [
    'two rows with one id',
    withRows('feedback_entries', (rows) => [...rows, { ...rows[0], number: 99 }]),
    /feedback_entries.jsonl, lines 1 to 3: Key .* already exists/,
  ],
  [
    'two people with one address',
    withRows('waitlist_entries', ([first]) => [first, { ...first, id: randomUUID(), number: 2, referral_code: 'x' }]),
    /waitlist_entries.jsonl, lines 1 to 2/,
  ],
  [
    'a vote without its entry',
    withRow('feedback_votes', { entry_id: randomUUID() }),
    /feedback_votes.jsonl, lines 1 to 1: .*not present/,
  ],
  [
    'a merge into a missing entry',
    withRow('feedback_entries', { merged_into: randomUUID() }),
    /rows refer to others that the archive lacks/,
  ],
  [
    'an entry merged into itself',
    withRows('feedback_entries', (rows) => rows.map((row) => ({ ...row, merged_into: row.id }))),
    /merged in a circle/,
  ],
  [
    'two entries merged into each other',
    withRows('feedback_entries', ([one, two]) => [
      { ...one, merged_into: two?.id },
      { ...two, merged_into: one?.id },
    ]),
    /merged in a circle/,
  ],
  [
    'settings that the API refuses',
    withFile('project.json', JSON.stringify({ name: 'A', settings: { feedback: { moderation: 'none' } } })),
    /project.json/,
  ],
  [
    'a style sheet that loads files',
    withFile('project.json', JSON.stringify({ name: 'A', settings: { pages: { custom_css: '@import "x"' } } })),
    /custom_css must not contain @import/,
  ],
  [
    'an image that is none',
    async () => {
      const files = await unpack();
      const id = '01h455vb4pex5vsknk084sn02q';
      const row = {
        id: '01890a5d-ac96-774b-bcce-b302099a8057',
        content_type: 'image/png',
        width: 1,
        height: 1,
        size: 9,
        created_at: '2026-01-01T00:00:00Z',
      };
      return await pack({ ...files, 'uploads.jsonl': `${JSON.stringify(row)}\n`, [`uploads/upl_${id}.png`]: '<script>1' });
    },
    /must be a PNG, JPEG, WebP or GIF image/,
  ],
  ['an image without its row', withFile(`uploads/upl_01h455vb4pex5vsknk084sn02q.png`, 'x'), /is not in uploads.jsonl/],
];

const TABLES = ['feedback_entries', 'feedback_votes', 'waitlist_entries', 'analytics_event_counts', 'uploads'];

/** Returns the number of records of a project, with its events. */
async function countRecords(id: string, token: string): Promise<number> {
  let count = 0;
  for (const table of TABLES) {
    const { rows } = await sql`SELECT FROM ${sql.table(table)} WHERE project_id = ${parseId('prj', id)}`.execute(db);
    count += rows.length;
  }
  const { body } = await call('GET', '/v1/analytics/overview', { token, query: { project_id: id, period: '24h' } });
  return count + body.events.value;
}

test('refuses damaged and hostile archives, and writes nothing', { timeout: 300_000 }, async (t) => {
  const { id, token } = await server.createProject('Target');
  for (const [title, make, message] of CASES)
    await t.test(title, async () => {
      const made = await make();
      await assert.rejects(restore(id, made), (error: Error & { code?: string }) => {
        assert.match(error.message, message);
        assert.ok(['archives.invalid', 'validation'].includes(error.code ?? ''), error.code);
        return true;
      });
    });
  assert.equal(await countRecords(id, token), 0);
  const { body: named } = await call('GET', `/v1/projects/${id}`, { token });
  assert.equal(named.name, 'Target');
  const files = await unpack();
  const withoutEnds = Object.entries(files).map(([name, content]) => [name, content.trimEnd()]);
  await restore(id, await pack(Object.fromEntries(withoutEnds)));
  assert.ok((await countRecords(id, token)) > 6, 'the archive is accepted, also without the last line ends');
});

test('restores into empty projects only', async () => {
  await assert.rejects(restore(project.id, path), { code: 'archives.project_not_empty' });
  const { id, token } = await server.createProject();
  const both = await Promise.allSettled([restore(id, path), restore(id, path)]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  const [refused] = both.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []));
  assert.match(refused ?? '', /^archives\.(restore_running|project_not_empty)$/);
  const { body } = await call('GET', '/v1/feedback', { token, query: { project_id: id, status: 'duplicate' } });
  assert.equal(body.total, 1);
});

test('a restore that was interrupted can be repeated', async () => {
  for (const event of ['rows', 'events'] as const) {
    const { id, token } = await server.createProject();
    const writer = deps.events.write(parseId('prj', id) as string);
    // Events are written before the transaction ends: a killed process leaves them.
    if (event === 'events') {
      const [line = ''] = ((await unpack())['events.jsonl'] ?? '').split('\n');
      await writer.add('events', [JSON.parse(line)]);
      await db
        .transaction()
        .execute((tx) => writer.finish(tx).then(() => Promise.reject(new Error('killed'))))
        .catch(() => {});
    }
    await restore(id, path);
    const { body } = await call('GET', '/v1/analytics/overview', { token, query: { project_id: id, period: '24h' } });
    assert.equal(body.events.value, 3);
  }
});

test('an archive without personal data names nobody, and is restored', async () => {
  const without = await write(project.id, 'without.zip', { hasPersonalData: false });
  const files = await unpack(without.path);
  assert.ok(!Object.values(files).some((content) => /ada@example\.com|"Ada"/i.test(content)));
  assert.ok(!('feedback_subscribers.jsonl' in files));
  const { id, token } = await server.createProject();
  await restore(id, without.path);
  const { body } = await call('GET', '/v1/waitlist', { token, query: { project_id: id } });
  assert.deepEqual([body.total, body.data[0].name, body.data[0].position], [1, null, 1]);
  assert.match(body.data[0].email, /^[0-9a-f]{32}@removed\.invalid$/);
});
