// The thread of a mover: it has connections to PostgreSQL of its own, and asks whoever began it for ClickHouse.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createDatabase, createPool } from '../postgres/database.ts';
import { createMover } from './mover.ts';
import { callsOver, type Guest, type Host, type Setup } from './mover-thread.ts';

const { connection, ...setup } = workerData as Setup;

const host = callsOver<Host, Guest>(parentPort as MessagePort, {
  move: (first) => mover.move(first),
  stop: () => mover.stop(),
  close: () => pool.end(),
});
const pool = createPool({ ...connection, max: 1, application_name: 'earshot mover' }, ({ message }) => void host.warn(message));
const mover = createMover({
  ...setup,
  db: createDatabase(pool),
  clickhouse: host,
  report: (state, moved) => void host.report(state, moved),
});
