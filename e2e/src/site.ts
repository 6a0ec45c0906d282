import { once } from 'node:events';
import { createServer } from 'node:http';
import { after } from 'node:test';

/** Responses by path, HTML by default. `policy` is added to the content security policy of all pages. */
export type Files = Record<
  string,
  string | { status?: number; type?: string; policy?: string; headers?: Record<string, string>; body: string }
>;

/**
 * Starts a website on its own origin. Its content security policy allows scripts from itself and Earshot, requests and images from Earshot,
 * and neither inline scripts nor inline styles nor `eval`.
 */
export async function startSite(earshotUrl: string, files: Files): Promise<string> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${earshotUrl}`,
    "style-src 'self'",
    `connect-src ${earshotUrl}`,
    `img-src ${earshotUrl} blob:`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const site = createServer((request, response) => {
    const file = files[new URL(request.url ?? '/', 'http://site').pathname] ?? {
      status: 404,
      body: '<!doctype html><title>Not found</title>',
    };
    const {
      status = 200,
      type = 'text/html',
      policy: more = '',
      headers,
      body,
    } = typeof file === 'string' ? { body: file } : file;
    response
      .writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': policy + more, ...headers })
      .end(body.replaceAll('{earshot}', earshotUrl));
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  after(() => {
    site.closeAllConnections();
    site.close();
  });
  return `http://127.0.0.1:${(site.address() as { port: number }).port}`;
}
