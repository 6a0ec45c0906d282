// Serves the plain page under a strict policy, with your project instead of the placeholders:
//   EARSHOT_KEY=pk_… npm run -w examples plain
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { EARSHOT_URL = 'http://127.0.0.1:4000', EARSHOT_KEY = 'pk_…', PORT = '3000' } = process.env;
const page = readFileSync(new URL('plain/index.html', import.meta.url), 'utf8')
  .replaceAll('http://127.0.0.1:4000', EARSHOT_URL)
  .replaceAll('pk_…', EARSHOT_KEY);

/** Permits the tracker and all widgets: no scripts of the page itself, no inline code, and no HTML from strings except in Earshot. */
const policy = [
  "default-src 'none'",
  `script-src ${EARSHOT_URL}`,
  `connect-src ${EARSHOT_URL}`,
  `img-src ${EARSHOT_URL} data: blob:`,
  "require-trusted-types-for 'script'",
  'trusted-types earshot',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/')
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }).end(page);
  else response.writeHead(404).end();
}).listen(Number(PORT), '127.0.0.1', () => console.log(`The plain example is at http://127.0.0.1:${PORT}`));
