import { type IncomingHttpHeaders, request } from 'node:http';

/** Requests a page with another host name, as a browser does for a custom domain. */
export const getByHost = (serverUrl: string, host: string, path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const { port } = new URL(serverUrl);
    request({ port, host: '127.0.0.1', path, headers: { host, accept: 'text/html', ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    })
      .on('error', reject)
      .end();
  });
