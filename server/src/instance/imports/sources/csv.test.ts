import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readAll, recordsOf, toFile } from './fixtures/reading.ts';
import { type Reading, UnreadableFileError } from './source.ts';

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const latin1 = (text: string) => Buffer.from(text, 'latin1');

describe('CSV', () => {
  const rows = (d: string, end: string) =>
    [
      ['Titel', 'Erstellt', 'E-Mail', 'Stimmen', 'Firma'],
      ['Größe "ändern"', '25.04.2025', 'ada@example.com', '2', 'Müller'],
    ]
      .map((row) => row.map((cell) => (/["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(d))
      .join(end) + end;

  for (const [name, content, encoding] of [
    ['UTF-8', rows(';', '\n'), 'utf-8'],
    ['UTF-8 with a byte order mark', `\ufeff${rows(',', '\r\n')}`, 'utf-8'],
    ['UTF-16', utf16(rows('\t', '\r\n')), 'utf-16le'],
    ['Latin-1', latin1(rows(';', '\r\n')), 'windows-1252'],
  ] as const)
    test(`reads ${name}, and recognizes delimiter, columns and dates`, async () => {
      const { items, detected, options } = await readAll('csv', [toFile('feedback.csv', content)]);
      assert.equal(detected?.encoding, encoding);
      assert.equal(detected?.date_order, 'dmy');
      assert.deepEqual(options?.columns, {
        Titel: 'title',
        Erstellt: 'created_at',
        'E-Mail': 'submitter_email',
        Stimmen: 'votes',
      });
      const [entry] = recordsOf(items, 'feedback');
      assert.deepEqual(
        { ...entry, external_id: '' },
        { external_id: '', title: 'Größe "ändern"', created_at: '2025-04-25T00:00:00.000Z', submitter_email: 'ada@example.com' },
      );
      assert.equal(recordsOf(items, 'votes').length, 2);
      assert.equal(new Set(recordsOf(items, 'votes').map((vote) => vote.external_id)).size, 2);
    });

  test('names the line in which a record begins, also after cells with line breaks', async () => {
    const content = 'title,description\nFirst,"one\ntwo"\n\nSecond,x\n';
    const { items } = await readAll('csv', [toFile('a.csv', content)]);
    assert.deepEqual(
      items.map(({ line, record }) => [line, record.title]),
      [
        [2, 'First'],
        [4, 'Second'],
      ],
    );
  });

  test('converts texts by the type of their field, and leaves what it cannot convert', async () => {
    const content = 'title,status,tags,pinned,created_at,plan\nA,In Arbeit,"x; y",ja,gestern,pro\nB,In Progress,,vielleicht,,\n';
    const options = {
      columns: { title: 'title', status: 'status', tags: 'tags', pinned: 'pinned', created_at: 'created_at', plan: 'metadata' },
      values: { status: { 'In Arbeit': 'in_progress' } },
    };
    const { items } = await readAll('csv', [toFile('a.csv', content)], options);
    const [a, b] = recordsOf(items, 'feedback').map(({ external_id: _id, ...record }) => record);
    assert.deepEqual(a, {
      title: 'A',
      status: 'in_progress',
      tags: ['x', 'y'],
      pinned: true,
      created_at: 'gestern',
      metadata: { plan: 'pro' },
    });
    assert.deepEqual(b, { title: 'B', status: 'in_progress', pinned: 'vielleicht' });
  });

  test('suggests the collection and its fields by usual names of columns', async () => {
    const { items } = await readAll('csv', [toFile('a.csv', 'Kunde,Firma,Sterne,Zitat\nAda,Acme,5,Gut\n')]);
    assert.deepEqual(recordsOf(items, 'testimonials'), [
      { author_name: 'Ada', author_company: 'Acme', rating: 5, content: 'Gut' },
    ]);
  });

  test('suggests statuses by usual words, and keeps those that are given', async () => {
    const statuses = ['Offen', 'in Bearbeitung', 'Erledigt!', 'EN COURS', 'wartet', 'done'];
    const content = ['Titel,Status,Erstellt am', ...statuses.map((status) => `A,${status},2025-01-01`)].join('\n');
    const values = { status: { Offen: 'planned' } };
    const { options } = await readAll('csv', [toFile('a.csv', content)], { values });
    assert.deepEqual(options?.columns, { Titel: 'title', Status: 'status', 'Erstellt am': 'created_at' });
    assert.deepEqual(options?.values, {
      status: { Offen: 'planned', 'in Bearbeitung': 'in_progress', 'Erledigt!': 'done', 'EN COURS': 'in_progress' },
    });
  });

  test('gives rows without an id the same external id each time', async () => {
    const read = async (content: string) =>
      recordsOf((await readAll('csv', [toFile('a.csv', content)])).items, 'feedback').map(({ external_id }) => external_id);
    const [first, other] = await read('title,status\nA,new\nB,new\n');
    assert.notEqual(first, other);
    assert.deepEqual(await read('title,status\nB,done\nA,done\n'), [other, first]);
  });

  test('refuses files that it cannot read, with what to do', async () => {
    const broken: [Buffer | string, Reading['options'], RegExp][] = [
      ['title\n"open', {}, /a\.csv is not valid CSV/],
      [latin1('title\nGröße'), { encoding: 'utf-8', columns: { title: 'title' } }, /not encoded in utf-8/],
      [`title\n${'x'.repeat(5 * 1024 ** 2)}`, {}, /not valid CSV/],
    ];
    for (const [content, options, message] of broken)
      await assert.rejects(readAll('csv', [toFile('a.csv', content, 1024 ** 2)], options), (error: Error) => {
        assert.ok(error instanceof UnreadableFileError, error.stack);
        assert.match(error.message, message);
        return true;
      });
  });

  test('numbers columns without a name and with the same name', async () => {
    const { detected } = await readAll('csv', [toFile('a.csv', 'title,,title\n1,2,3\n')]);
    assert.deepEqual(
      detected?.columns?.map(({ name }) => name),
      ['title', 'Column 2', 'title 2'],
    );
  });
});
