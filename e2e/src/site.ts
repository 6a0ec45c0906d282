import { once } from 'node:events';
import { createServer } from 'node:http';
import { after } from 'node:test';

/** What one answers to a path: HTML, unless it is a script. `policy` is added to the one of all pages. */
export type Files = Record<string, string | { status?: number; type?: string; policy?: string; body: string }>;

/**
 * A product's own website, on an origin of its own. Its Content-Security-Policy is as strict as it goes: scripts from itself and Earshot,
 * requests and images to Earshot alone, no inline script or style, and no script made of text.
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
      body: '<!doctype html><title>Nothing here</title>',
    };
    const { status = 200, type = 'text/html', policy: more = '', body } = typeof file === 'string' ? { body: file } : file;
    response
      .writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': policy + more })
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
