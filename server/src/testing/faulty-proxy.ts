import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { after } from 'node:test';
import { until } from './until.ts';

type Mode = 'whole' | 'refuses' | 'refuses inserts' | 'loses answers';

/**
 * Starts a proxy of ClickHouse that can fail: it rejects statements, or drops responses after a statement has run. `watch` sets a
 * function that receives each statement and can delay it.
 */
export async function startBreakable(target: string) {
  const { port: targetPort, pathname } = new URL(target);
  let mode: Mode = 'whole';
  let watcher: (statement: string, rows: string) => Promise<void> | void = () => {};
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const { searchParams } = new URL(incoming.url ?? '/', target);
    // The statement of an insert is in the URL, and its rows are in the body.
    const text = searchParams.get('query') ?? body.toString();
    const statement = text.replaceAll(
      /\{(\w+):[^}]*\}/g,
      (placeholder, name) => searchParams.get(`param_${name}`) ?? placeholder,
    );
    if (mode === 'refuses' || (mode === 'refuses inserts' && statement.startsWith('INSERT'))) {
      response
        .writeHead(500, { 'x-clickhouse-exception-code': '243' })
        .end('Code: 243. DB::Exception: no space. (NOT_ENOUGH_SPACE)');
      return;
    }
    await watcher(statement, statement.startsWith('INSERT') ? body.toString() : '');
    const onward = request(
      { port: targetPort, path: incoming.url, method: incoming.method, headers: incoming.headers },
      (found) => {
        if (mode === 'loses answers') {
          found.resume().on('end', () => incoming.socket.destroy());
          return;
        }
        response.writeHead(found.statusCode ?? 500, found.headers);
        found.pipe(response);
      },
    );
    onward.end(body);
  };
  const proxy = createServer((incoming, response) => void answer(incoming, response));
  proxy.listen(0, '127.0.0.1');
  await until(() => proxy.listening);
  after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const { port } = proxy.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}${pathname}`,
    turn: (to: Mode) => void (mode = to),
    watch: (by: typeof watcher) => void (watcher = by),
  };
}
