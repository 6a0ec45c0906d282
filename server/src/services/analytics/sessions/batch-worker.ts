// Worker thread of the forwarder: has its own connection to PostgreSQL, and uses ClickHouse through the main thread.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { BatchWriter } from '../pipeline/batch-writer.ts';
import { createCalls, type Guest, type Host, type Setup } from '../pipeline/thread.ts';
import { createDatabase, createPool } from '../../../platform/postgres/database.ts';
import { createBatchMaker } from './batch.ts';

const { connection, cluster, ...node } = workerData as Setup;

const host = createCalls<Host, Guest>(parentPort as MessagePort, {
  move: (lastRow) => writer.move(lastRow),
  stop: () => writer.stop(),
  close: () => pool.end(),
});
const pool = createPool({ ...connection, application_name: 'earshot forwarder' }, ({ message }) => void host.warn(message));
for (const event of ['connect', 'remove'] as const) pool.on(event, () => void host.reportConnections(pool.totalCount));
const db = createDatabase(pool);
const writer = new BatchWriter({
  ...node,
  db,
  write: (id, content) => host.write(id, content),
  maker: createBatchMaker({ db, clickhouse: host }, cluster),
  reportState: (state) => void host.reportState(state),
  reportForwarded: (forwarded) => void host.reportForwarded(forwarded),
});
