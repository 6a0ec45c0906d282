// The part of ClickHouse's HTTP interface that the client uses, in front of chDB. The engine is real; only the transport is test code,
// because npm does not offer the binary of the server. All test servers of a run share the engine, each with its own database.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer as readBytes } from 'node:stream/consumers';
import { drainPending, Session } from 'chdb';
import { configureShards, createTranslation } from './clickhouse-shards.ts';

export interface ClickHouseFront {
  url: string;
  stop: () => Promise<void>;
}

/** The default of `http_max_uri_size` in ClickHouse. */
const MAX_URL_BYTES = 1024 * 1024;

/** An insert of a block, with the names of its columns. */
const INSERT_BLOCK = /^(INSERT INTO \w+ \((.*?)\).*) FORMAT Native$/s;

/** A statement that drops a database. */
const DROP_DATABASE = /^DROP DATABASE (?:IF EXISTS )?`?(\w+)/;

const quote = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** Starts the HTTP interface on a free loopback port, with an empty engine. With shards, the engine has a cluster (clickhouse-shards.ts). */
export async function startClickHouseFront({ shards = 0 } = {}): Promise<ClickHouseFront> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-clickhouse-'));
  const [path, config] = [join(folder, 'data'), join(folder, 'config.xml')];
  await writeFile(config, configureShards(shards));
  const engine = new Session(path, {
    connectionArgs: [
      ...(shards ? [`--config-file=${config}`] : []),
      '--max_server_memory_usage=3000000000',
      '--mark_cache_size=67108864',
      '--background_pool_size=2',
    ],
  });
  // A connection runs one statement at a time. Therefore each database has its own connection.
  const connections = new Map<string, ReturnType<typeof connect>>();
  function connect(database: string) {
    const session = new Session(path);
    session.query(`CREATE DATABASE IF NOT EXISTS \`${database}\``);
    session.query(`USE \`${database}\``);
    return { session, translate: shards ? createTranslation(database, shards) : (statement: string) => [statement] };
  }
  function findConnection(database: string) {
    const open = connections.get(database) ?? connect(database);
    connections.set(database, open);
    return open;
  }

  /** Closes the connection of a dropped database: the next one creates the database again. */
  function closeConnection(database: string) {
    connections.get(database)?.session.close();
    connections.delete(database);
  }

  let files = 0;
  /** Joins a statement and its data. chDB accepts blocks in files only. */
  async function joinStatement(query: string, data: Buffer): Promise<string> {
    const [, insert, columns] = INSERT_BLOCK.exec(query) ?? [];
    if (!insert) return [query, data.toString()].filter(Boolean).join('\n');
    const file = join(folder, `block-${++files}`);
    await writeFile(file, data);
    return `${insert} SELECT ${columns} FROM file(${quote(file)}, Native)`;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const statement = await joinStatement(searchParams.get('query') ?? '', await readBytes(request));
    // The engine ignores settings of the log of statements, which it does not have.
    const params = [...searchParams]
      .filter(([name]) => name.startsWith('param_') || name === 'max_query_size')
      .map(([name, value]) => `${name} = ${quote(value)}`);
    const format = searchParams.get('default_format') ?? 'TabSeparated';
    try {
      const { session, translate } = findConnection(searchParams.get('database') ?? 'default');
      const run = (text: string) => session.queryAsync((params.length ? `SET ${params.join(', ')}; ` : '') + text, { format });
      const statements = translate(statement);
      for (const preceding of statements.slice(0, -1)) await run(preceding);
      const result = await run(statements.at(-1) as string);
      const [, dropped] = DROP_DATABASE.exec(statement) ?? [];
      if (dropped) closeConnection(dropped);
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
      for (const { session } of connections.values()) session.close();
      engine.close();
      await drainPending();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
