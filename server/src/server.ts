import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { removeOldIdempotencyKeys } from './http/idempotency.ts';
import { createJobQueue } from './jobs/queue.ts';
import { createDatabase, createPool, type Db } from './postgres/database.ts';
import { startEmbeddedPostgres } from './postgres/embedded.ts';
import { migrate } from './postgres/migrate.ts';
import { createProjectDirectory } from './projects/directory.ts';

export interface Server {
  url: string;
  db: Db;
  /** Ends requests under way and running jobs, then the engines. */
  stop: () => Promise<void>;
}

/** Starts everything that the configuration asks for, in order; what was started is stopped again when a later part fails. */
export async function startServer({ config, log }: { config: Config; log: FastifyBaseLogger }): Promise<Server> {
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    for (const step of stops.splice(0).toReversed()) await step();
  };
  try {
    return { ...(await start(config, log, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(config: Config, log: FastifyBaseLogger, stops: (() => unknown)[]): Promise<Omit<Server, 'stop'>> {
  const { pool, db } = await openDatabase(config, log, stops);
  await migrate(db);

  const jobs = createJobQueue(db, log);
  const directory = createProjectDirectory(db);
  stops.push(await directory.listen(pool));

  jobs.schedule('idempotency.clean', '17 * * * *', () => removeOldIdempotencyKeys(db));

  const app = await createApp({ config, log, db, directory });
  await jobs.start();
  stops.push(jobs.stop);
  await app.listen({ host: config.HOST, port: config.PORT });
  stops.push(() => app.close());
  const { port } = app.server.address() as { port: number };
  const url = urlOf(config.HOST, port);
  return { url, db };
}

/** The configured PostgreSQL, or the embedded one, started. */
export async function openDatabase(config: Config, log: FastifyBaseLogger, stops: (() => unknown)[]): Promise<{ pool: pg.Pool; db: Db }> {
  let connection: pg.PoolConfig = { connectionString: config.DATABASE_URL };
  if (!config.DATABASE_URL) {
    const postgres = await startEmbeddedPostgres({ dataDir: config.EARSHOT_DATA_DIR, log });
    stops.push(() => postgres.stop());
    connection = postgres.connection;
  }
  const pool = createPool({ ...connection, max: config.EARSHOT_DATABASE_CONNECTIONS, application_name: 'earshot' }, (error) =>
    log.warn({ reason: error.message }, 'a database connection was lost'),
  );
  stops.push(() => pool.end());
  return { pool, db: createDatabase(pool) };
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
