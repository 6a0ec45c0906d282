// Worker thread of the forwarder: has its own connection to PostgreSQL, and uses ClickHouse through the main thread.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createBatchWriter } from '../../event-log/batch-writer.ts';
import { createCalls, type Guest, type Host, type Setup } from '../../event-log/thread.ts';
import { createDatabase, createPool } from '../../postgres/database.ts';
import { createBatchMaker } from './batch.ts';

const { connection, cluster, ...node } = workerData as Setup;
/** A batch is deleted while the next one is read. */
const MAX_CONNECTIONS = 2;

const host = createCalls<Host, Guest>(parentPort as MessagePort, {
  move: (lastRow) => writer.move(lastRow),
  stop: () => writer.stop(),
  close: () => pool.end(),
});
const pool = createPool(
  { ...connection, max: MAX_CONNECTIONS, application_name: 'earshot forwarder' },
  ({ message }) => void host.warn(message),
);
const writer = createBatchWriter({
  ...node,
  db: createDatabase(pool),
  write: (id, content) => host.write(id, content),
  maker: createBatchMaker(host, cluster),
  reportState: (state) => void host.reportState(state),
  reportForwarded: (forwarded) => void host.reportForwarded(forwarded),
});
