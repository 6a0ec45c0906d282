import type pg from 'pg';

const RECONNECT_MS = 1_000;

/**
 * Listens on a channel of PostgreSQL (LISTEN, NOTIFY) with a connection of its own, until the returned function is called.
 * @param channel an identifier, which is not quoted
 * @param onGap called when the connection is lost, and after each reconnect: notifications between the two are lost
 * @throws when the first connection fails
 */
export async function listen(
  pool: pg.Pool,
  channel: string,
  onNotification: (payload: string) => void,
  onGap: () => void,
): Promise<() => void> {
  let client: pg.PoolClient | undefined;
  let isStopped = false;
  /** Releases the connection, once: a connection that ends may report several errors. */
  const release = (connected: pg.PoolClient): boolean => {
    if (client !== connected) return false;
    client = undefined;
    connected.release(true);
    return true;
  };
  const connect = async (): Promise<void> => {
    const connected = await pool.connect();
    if (isStopped) {
      connected.release(true);
      return;
    }
    client = connected;
    connected.on('notification', ({ payload }) => onNotification(payload ?? ''));
    connected.on('error', () => {
      if (!release(connected)) return;
      onGap();
      reconnect();
    });
    try {
      await connected.query(`LISTEN ${channel}`);
    } catch (error) {
      release(connected);
      throw error;
    }
  };
  const reconnect = () => {
    if (isStopped) return;
    setTimeout(() => {
      if (!isStopped) connect().then(onGap, reconnect);
    }, RECONNECT_MS).unref();
  };
  await connect();
  return () => {
    isStopped = true;
    if (client) release(client);
  };
}
