import type pg from 'pg';
import type { PoolName } from '../postgres/connections.ts';
import type { Replica } from '../postgres/replica.ts';
import type { Metrics } from './metrics.ts';

/** Returns the metrics of the connections to PostgreSQL. `countForwarder` returns the connections of the forwarder's thread. */
export const createDatabaseMetrics = (
  pools: Partial<Record<PoolName, pg.Pool>>,
  { replica, countForwarder }: { replica: Replica | undefined; countForwarder: () => number },
): Metrics => [
  {
    name: 'earshot_database_connections',
    help: 'Open connections of this node to PostgreSQL by pool; the sum is at most EARSHOT_DATABASE_CONNECTIONS',
    type: 'gauge',
    label: 'pool',
    read: () => [
      ...Object.entries(pools).map(([name, pool]): [string, number] => [name, pool.totalCount]),
      ['forwarder', countForwarder()],
    ],
  },
  {
    name: 'earshot_database_waiting',
    help: 'Requests and jobs that wait for a connection, by pool',
    type: 'gauge',
    label: 'pool',
    read: () => Object.entries(pools).map(([name, pool]) => [name, pool.waitingCount]),
  },
  ...(replica
    ? [
        {
          name: 'earshot_replica_lag_seconds',
          help: 'Maximum age of what the replica of PostgreSQL returns; infinite while the replica is not in use',
          type: 'gauge' as const,
          read: replica.lagSeconds,
        },
      ]
    : []),
];
