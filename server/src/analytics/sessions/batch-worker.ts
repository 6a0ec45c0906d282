// Worker thread of the forwarder: has its own connection to PostgreSQL, and uses ClickHouse through the main thread.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createDatabase, createPool } from '../../postgres/database.ts';
import { makeBatch } from './batch.ts';
import { removeDuplicates } from './deduplication.ts';
import { createBatchWriter } from '../../event-log/batch-writer.ts';
import { createCalls, type Guest, type Host, type Setup } from '../../event-log/thread.ts';

const { connection, ...setup } = workerData as Setup;

const host = createCalls<Host, Guest>(parentPort as MessagePort, {
  move: (first) => writer.move(first),
  stop: () => writer.stop(),
  close: () => pool.end(),
});
const pool = createPool(
  { ...connection, max: 1, application_name: 'earshot forwarder' },
  ({ message }) => void host.warn(message),
);
const writer = createBatchWriter({
  ...setup,
  makeBatch,
  removeDuplicates,
  db: createDatabase(pool),
  clickhouse: host,
  report: (state, moved) => void host.report(state, moved),
});
