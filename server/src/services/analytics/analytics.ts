import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts';
import type { Config } from '../../platform/config/config.ts';
import type { DomainEvents } from '../../platform/jobs/events.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { Connection, Db } from '../../platform/postgres/database.ts';
import { annotatePublications } from './manage/annotations-store.ts';
import { createErasing } from './maintenance/erasure.ts';
import { Forwarder } from './pipeline/forwarder.ts';
import { forgetOldIds } from './pipeline/inbox-store.ts';
import { createDrops } from './ingest/drops.ts';
import { createIntake } from './ingest/intake.ts';
import type { Geolocation } from '../../platform/client/geolocation.ts';
import { scheduleRollups } from './rollups/builder.ts';
import { createVerification } from './maintenance/verification.ts';
import { createVisitors } from './ingest/visitors.ts';

export type Analytics = ReturnType<typeof createAnalytics>;

/** Creates the parts of analytics. Must be called before the queue starts. */
export function createAnalytics({
  config,
  log,
  db,
  listeners,
  connection,
  clickhouse,
  jobs,
  events,
  geolocation,
}: {
  config: Config;
  log: FastifyBaseLogger;
  db: Db;
  /** Pool for connections that listen. */
  listeners: Pool;
  connection: Connection;
  clickhouse: ClickHouse;
  jobs: JobQueue;
  events: DomainEvents;
  geolocation: Geolocation;
}) {
  const cluster = config.EARSHOT_CLICKHOUSE_CLUSTER;
  const forwarder = new Forwarder({
    db,
    listeners,
    connection,
    clickhouse,
    log,
    cluster,
    worker: new URL('sessions/batch-worker.ts', import.meta.url),
    maxWaiting: config.EARSHOT_INBOX_EVENTS,
    maxWaitMs: config.EARSHOT_REPORT_WAIT_MS,
    isAlone: !config.CLICKHOUSE_URL,
    maxHeapMb: config.memory.eventLogHeapMb,
  });
  const visitors = createVisitors(db);
  const drops = createDrops(db, log);
  const deps = { db, clickhouse, cluster, forwarder };
  jobs.schedule('analytics.clean', '7 * * * *', async () => {
    await forgetOldIds(db);
    await visitors.prepare();
  });
  events.on('changelog.published', 'annotate', { limit: 10, delaySeconds: 5 }, ({ project_id, created_at, data }) =>
    annotatePublications(db, project_id, [
      { time: new Date(data.published_at ?? created_at), text: data.title, url: data.url, entryId: data.entry_id },
    ]),
  );
  scheduleRollups(jobs, deps);
  return {
    ...deps,
    visitors,
    geolocation,
    drops,
    intake: createIntake(db, (share) => forwarder.isFull(share), drops),
    verification: createVerification(jobs, { ...deps, log }),
    ...createErasing(jobs, deps),
  };
}
