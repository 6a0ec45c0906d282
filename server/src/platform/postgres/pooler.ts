import pg from 'pg';

/** Another client of the pooler may take a backend in between, so that two clients get different ones by chance. */
const ROUNDS = 5;
const CONNECT_MS = 5_000;

/**
 * Returns whether a pooler assigns backends to transactions rather than to sessions: two clients that are connected at the same time
 * share a backend, or one client changes its backend. With a busy pooler, which always has several free backends, the answer may be
 * false.
 */
export async function isTransactionPooled(connection: pg.ClientConfig): Promise<boolean> {
  const clients = [1, 2].map(() => new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_MS }));
  const [first, second] = clients as [pg.Client, pg.Client];
  // A connection that breaks later rejects the query as well.
  for (const client of clients) client.on('error', () => {});
  try {
    await first.connect();
    const backend = await readBackend(first);
    // PostgreSQL tells clients the id of their backend, and a pooler makes one up.
    if (backend === (first as unknown as { processID: number }).processID) return false;
    await second.connect();
    for (let round = 0; round < ROUNDS; round++)
      if ((await readBackend(second)) === backend || (await readBackend(first)) !== backend) return true;
    return false;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function readBackend(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}
