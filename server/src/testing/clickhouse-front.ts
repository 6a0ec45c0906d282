// The part of ClickHouse's HTTP interface that the client uses, in front of chDB. The engine is real; only the transport is test code,
// because npm does not offer the binary of the server. All test servers of a run share the engine, each with its own database.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { drainPending, Session } from 'chdb';

export interface ClickHouseFront {
  url: string;
  stop: () => Promise<void>;
}

/** The default of `http_max_uri_size` in ClickHouse. */
const MAX_URL_BYTES = 1024 * 1024;

const quote = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** Starts the HTTP interface on a free loopback port, with an empty engine. */
export async function startClickHouseFront(): Promise<ClickHouseFront> {
  const path = await mkdtemp(join(tmpdir(), 'earshot-clickhouse-'));
  const engine = new Session(path, {
    connectionArgs: ['--max_server_memory_usage=3000000000', '--mark_cache_size=67108864', '--background_pool_size=2'],
  });
  // A connection runs one statement at a time. Therefore each database has its own connection.
  const connections = new Map<string, Session>();
  function connectionOf(database: string): Session {
    const open = connections.get(database) ?? new Session(path);
    if (!connections.has(database)) {
      connections.set(database, open);
      open.query(`CREATE DATABASE IF NOT EXISTS \`${database}\``);
      open.query(`USE \`${database}\``);
    }
    return open;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const statement = [searchParams.get('query'), await text(request)].filter(Boolean).join('\n');
    const params = [...searchParams]
      .filter(([name]) => name.startsWith('param_'))
      .map(([name, value]) => `${name} = ${quote(value)}`);
    try {
      const result = await connectionOf(searchParams.get('database') ?? 'default').queryAsync(
        (params.length ? `SET ${params.join(', ')}; ` : '') + statement,
        {
          format: searchParams.get('default_format') ?? 'TabSeparated',
        },
      );
      response.writeHead(200, { 'content-type': 'text/plain' }).end(result.bytes());
    } catch (error) {
      const { message, clickhouseCode } = error as Error & { clickhouseCode?: number };
      response.writeHead(500, { 'x-clickhouse-exception-code': String(clickhouseCode ?? 0) }).end(message);
    }
  }

  const server = createServer({ maxHeaderSize: MAX_URL_BYTES }, (request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const connection of connections.values()) connection.close();
      engine.close();
      await drainPending();
      await rm(path, { recursive: true, force: true });
    },
  };
}
