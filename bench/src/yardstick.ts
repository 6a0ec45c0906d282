import { createServer, type ServerResponse } from 'node:http';

/** As large as a page of the feedback list. */
const page = {
  data: Array.from({ length: 20 }, (_, n) => ({
    id: 'fb_01kaga0zrefb8tqs3yh4kx9m2d',
    project_id: 'prj_01kaga0zrefb8tqs3yh4kx9m2d',
    type: 'feature',
    status: 'new',
    title: `export calendar ${n}`,
    description: 'It would spare us an hour every week.',
    tags: [],
    pinned: false,
    upvote_count: n,
    downvote_count: 0,
    comment_count: 0,
    image_url: null,
    submitter_name: null,
    merged_into: null,
    viewer_vote: null,
    created_at: '2026-11-21T00:00:00.000Z',
    updated_at: '2026-11-21T00:00:00.000Z',
  })),
  total: 100_000,
  page: 1,
  limit: 20,
};

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    answer(response, request.url === '/page' ? page : { ok: true });
    return;
  }
  let text = '';
  request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  request.on('end', () => answer(response, JSON.parse(text) as object));
});

function answer(response: ServerResponse, body: object): void {
  const text = JSON.stringify(body);
  response
    .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) })
    .end(text);
}

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number };
  console.log(`http://127.0.0.1:${port}/`);
});
