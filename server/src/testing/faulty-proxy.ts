import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { after } from 'node:test';
import { until } from './until.ts';

type Fault = 'none' | 'rejects statements' | 'rejects inserts' | 'drops responses';

/**
 * Starts a proxy of ClickHouse with faults that tests set: the proxy rejects statements with an error, or drops responses after the
 * statement has run.
 */
export async function startFaultyProxy(target: string) {
  const { port: targetPort, pathname } = new URL(target);
  let fault: Fault = 'none';
  let listener: (statement: string, rows: Buffer) => Promise<void> | void = () => {};
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
    if (fault === 'rejects statements' || (fault === 'rejects inserts' && statement.startsWith('INSERT'))) {
      response
        .writeHead(500, { 'x-clickhouse-exception-code': '243' })
        .end('Code: 243. DB::Exception: no space. (NOT_ENOUGH_SPACE)');
      return;
    }
    await listener(statement, statement.startsWith('INSERT') ? body : Buffer.alloc(0));
    const forwarded = request(
      { port: targetPort, path: incoming.url, method: incoming.method, headers: incoming.headers },
      (answered) => {
        if (fault === 'drops responses') {
          answered.resume().on('end', () => incoming.socket.destroy());
          return;
        }
        response.writeHead(answered.statusCode ?? 500, answered.headers);
        answered.pipe(response);
      },
    );
    forwarded.end(body);
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
    setFault: (next: Fault) => void (fault = next),
    /** Sets a function that receives each statement, with the rows of an insert, and can delay the statement. */
    onStatement: (next: typeof listener) => void (listener = next),
  };
}
