import { request } from 'node:http';

/** Asks a server for a page by another name of this machine, as a browser does when name servers lead it there. */
export const getByHost = (serverUrl: string, host: string, path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { port } = new URL(serverUrl);
    request({ port, host: '127.0.0.1', path, headers: { host, accept: 'text/html', ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });
