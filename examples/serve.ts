// Serves an example, with your project instead of the placeholders:
//   EARSHOT_KEY=pk_… npm run -w examples plain
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { build } from 'rolldown';

const [example = 'plain'] = process.argv.slice(2);
const { EARSHOT_URL = 'http://127.0.0.1:4000', EARSHOT_KEY = 'pk_…', PORT = '3000' } = process.env;
const folder = new URL(`${example}/`, import.meta.url);
const own = (text: string) => text.replaceAll('http://127.0.0.1:4000', EARSHOT_URL).replaceAll('pk_…', EARSHOT_KEY);

const files: Record<string, { type: string; body: string }> = {
  '/': { type: 'text/html', body: own(readFileSync(new URL('index.html', folder), 'utf8')) },
};
if (example === 'react') {
  const { output } = await build({
    cwd: folder.pathname,
    input: 'main.tsx',
    write: false,
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  });
  files['/main.js'] = { type: 'text/javascript', body: own(output[0].code) };
}

createServer((request, response) => {
  const file = files[new URL(request.url ?? '/', 'http://localhost').pathname];
  if (file) response.writeHead(200, { 'content-type': `${file.type}; charset=utf-8` }).end(file.body);
  else response.writeHead(404).end();
}).listen(Number(PORT), () => console.log(`The ${example} example is at http://127.0.0.1:${PORT}`));
