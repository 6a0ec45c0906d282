import { createServer, type ServerResponse } from 'node:http';

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    answer(response, { ok: true });
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
