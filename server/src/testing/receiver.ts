import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { after } from 'node:test';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  path: string;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** Sets the response to later requests. The default is 204. */
  answer: (respond: (response: ServerResponse, request: Received) => void) => void;
}

/** Starts a webhook endpoint on a free loopback port. It stops after the test file. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let respond: (response: ServerResponse, request: Received) => void = (response) => response.writeHead(204).end();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const one = { headers: request.headers, body, path: request.url ?? '' };
      received.push(one);
      respond(response, one);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/hook`, received, answer: (next) => void (respond = next) };
}
