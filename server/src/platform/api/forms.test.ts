import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sharedTestServer } from '../../testing/server.ts';

const { call, createProject, url } = await sharedTestServer();
const project = await createProject();
const { id, key, token, slug } = project;
const query = { project_id: id };
const entry = await call('POST', '/v1/feedback', { key, body: { title: 'Export' } });
await call('PATCH', `/v1/projects/${id}`, {
  token,
  body: { settings: { pages: { sections: ['feedback', 'waitlist', 'testimonials', 'changelog'] } } },
});

/** Sends a form as a browser does, with bytes that the caller has encoded. */
async function submit(path: string, body: string | Buffer) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

const forms: [path: string, field: string, others: string][] = [
  [`/p/${slug}/waitlist`, 'name', 'email=ada@example.com'],
  [`/p/${slug}/feedback`, 'title', 'description=x'],
  [`/p/${slug}/feedback/${entry.body.id}/comments`, 'body', 'author_name=Ada'],
  [`/p/${slug}/feedback/${entry.body.id}/subscribe`, 'email', 'website='],
  [`/p/${slug}/testimonials`, 'content', 'author_name=Ada&rating=5'],
  [`/p/${slug}/changelog`, 'email', 'website='],
  [`/p/${slug}/sign-in`, 'email', 'return_to=/'],
  ['/v1/testimonials/mine?token=x', 'content', 'action=change&rating=5'],
  ['/v1/testimonials/requests/answer?token=x', 'content', 'author_name=Ada&rating=5&consent=yes'],
];

describe('a form that is not UTF-8 is refused with a page that says so, and nothing is stored', () => {
  const encodings: [name: string, encode: (field: string) => Buffer][] = [
    ['Latin-1, escaped', (field) => Buffer.from(`${field}=Gr%F6%DFe`)],
    ['Latin-1, as bytes', (field) => Buffer.from(`${field}=Größe`, 'latin1')],
    ['Windows-1251, in the name of a field', (field) => Buffer.from(`${field}=x&%EF%F0%E8%E2%E5%F2=x`)],
    ['an encoded surrogate', (field) => Buffer.from(`${field}=a%ED%A0%80`)],
  ];
  for (const [path, field, others] of forms)
    test(path.replace(/fb_\w+/, '{id}').replace(slug, '{slug}'), async () => {
      for (const [name, encode] of encodings) {
        const body = Buffer.concat([Buffer.from(`${others}&`), encode(field)]);
        const { status, type, text } = await submit(path, body);
        assert.deepEqual([status, type], [400, 'text/html; charset=utf-8'], name);
        assert.match(text, /The form was not sent in UTF-8/, name);
      }
    });

  test('nothing is stored', async () => {
    for (const [path, total] of [
      ['/v1/feedback', 1],
      ['/v1/waitlist', 0],
      ['/v1/testimonials', 0],
      [`/v1/feedback/${entry.body.id}/comments`, 0],
      ['/v1/changelog/subscribers', 0],
    ] as const)
      assert.equal((await call('GET', path, { token, query })).body.total, total, path);
  });
});

test('letters of a form in UTF-8 arrive whole, escaped or not, and so does a percent sign alone', async () => {
  const title = 'Größe für 100% 🎉';
  const spellings = [
    new URLSearchParams({ title, description: 'x' }).toString(),
    Buffer.from('title=Größe+für+100%+🎉&description=x'),
    Buffer.from('title=Gr%c3%b6%C3%9Fe für 100% %F0%9F%8E%89&description=x'),
  ];
  for (const body of spellings) assert.ok((await submit(`/p/${slug}/feedback`, body)).status < 400);
  const { body } = await call('GET', '/v1/feedback', { token, query });
  assert.deepEqual(
    body.data.map((one: { title: string }) => one.title),
    [title, title, title, 'Export'],
  );
});

describe('a compressed body is refused with 415', () => {
  const json = JSON.stringify({ title: 'Export', url: '/' });
  const MESSAGE = 'Content-Encoding is not supported. Send the body without compression';
  const cases: [path: string, encoding: string, type: string][] = [
    ['/v1/feedback', 'gzip', 'application/json'],
    ['/v1/analytics/events', 'gzip', 'text/plain'],
    ['/v1/analytics/events', 'br', 'application/json'],
    ['/v1/uploads', 'Deflate', 'multipart/form-data; boundary=x'],
    ['/oauth/token', 'gzip', 'application/x-www-form-urlencoded'],
    ['/v1/waitlist', 'gzip, gzip', 'application/json'],
  ];
  for (const [path, encoding, type] of cases)
    test(`${path}, ${encoding}`, async () => {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: { 'x-project-key': key, 'content-type': type, 'content-encoding': encoding },
        body: new Uint8Array(gzipSync(json)),
      });
      const { error, code } = (await response.json()) as { error: string; code: string };
      assert.deepEqual([response.status, error, code], [415, MESSAGE, 'request.unsupported_media_type']);
      assert.equal(response.headers.get('accept-encoding'), 'identity');
    });

  test('identity is no compression', async () => {
    const { status } = await call('POST', '/v1/feedback', {
      key,
      headers: { 'content-encoding': 'Identity' },
      body: { title: 'A' },
    });
    assert.equal(status, 201);
  });
});
