import { availableParallelism } from 'node:os';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createAnalytics } from './services/analytics/analytics.ts';
import { describeClient } from './services/analytics/ingest/event-senders.ts';
import { openGeolocation } from './services/analytics/ingest/geolocation.ts';
import { addSearches } from './services/analytics/pipeline/inbox-store.ts';
import { type AppDeps, createApp } from './app.ts';
import { type Config, publicUrlOf } from './platform/config/config.ts';
import { refuseInterruptedRestore } from './instance/recovery/backup/data-folder.ts';
import { createBackups } from './instance/recovery/backup/schedule.ts';
import { openClaimedClickHouse } from './platform/clickhouse/single-node.ts';
import { moveAssignments } from './services/feedback/team/store.ts';
import { createDatabaseMetrics } from './platform/observe/database-metrics.ts';
import { createOwnHosts } from './platform/api/hosts.ts';
import { limitConnections, trackIdleConnections } from './platform/api/connections.ts';
import { removeOldIdempotencyKeys } from './platform/api/idempotency.ts';
import { createSetupLink } from './instance/identity/accounts/links.ts';
import { createIdentity } from './instance/identity/index.ts';
import { whileQuiet } from './services/analytics/pipeline/batches-store.ts';
import { createDomainEvents } from './platform/jobs/events.ts';
import { createJobQueue } from './platform/jobs/queue.ts';
import { createEmbedder } from './services/knowledge-base/semantic/embedder.ts';
import { createEmbeddingJobs } from './services/knowledge-base/semantic/embedding-jobs.ts';
import { createSearchRecorder } from './services/knowledge-base/insights/search-recorder.ts';
import { createSearchThreads } from './services/knowledge-base/search/search-threads.ts';
import { createReindexing } from './services/knowledge-base/documents/reindexing.ts';
import { createOutbox } from './instance/mail/outbox.ts';
import { allowedAddressesOf } from './platform/outbound/addresses.ts';
import { scheduleRetention } from './instance/people/retention.ts';
import { FIND_MENTIONED_UPLOADS, RETENTIONS } from './personal-data.ts';
import { openClient, openDatabase } from './platform/postgres/connections.ts';
import { createDatabase, type Db } from './platform/postgres/database.ts';
import { ensureInstanceSecret } from './platform/postgres/instance-secret.ts';
import { migrate } from './platform/postgres/migrate.ts';
import { createReplica, readsFrom } from './platform/postgres/replica.ts';
import { createProjectDirectory } from './instance/projects/directory.ts';
import { createFindTxt } from './instance/projects/dns.ts';
import { createDomains } from './instance/projects/domains.ts';
import { findForeignProjects, isMemberAnywhere, moveMemberships } from './instance/projects/members-store.ts';
import { claimFirstProject, ensureFirstProject } from './instance/projects/projects.ts';
import { findTestSettings, type Project } from './instance/projects/store.ts';
import { createRequestLog } from './instance/request-log/recorder.ts';
import { scheduleLogRetention } from './instance/request-log/retention.ts';
import { SERVICES } from './services.ts';
import { createProtection, recordSchema, warnWithoutSnapshot } from './instance/recovery/upgrade/protection.ts';
import { refuseInterruptedRollback, removeExpiredSnapshots } from './instance/recovery/upgrade/snapshots.ts';
import { createStorage } from './instance/uploads/storage.ts';
import { removeUnused } from './instance/uploads/uploads.ts';
import { VERSION } from './platform/observe/version.ts';
import { createOwnerMails } from './instance/webhooks/mails.ts';
import { createWebhooks } from './instance/webhooks/webhooks.ts';

export interface Server {
  /** Address that the server listens on. */
  url: string;
  /** URL that people use. */
  publicUrl: string;
  db: Db;
  /** Project of a first local start, for the greeting. */
  firstProject: Project | undefined;
  /** URL with which the first user creates an account, while there is none. */
  setupLink: string | undefined;
  /** Completes running requests and jobs, then stops the databases. */
  stop: () => Promise<void>;
}

/** Starts all components in order. Stops the started ones when a later one fails. */
export async function startServer({
  config,
  log,
  onAnswer,
}: {
  config: Config;
  log: FastifyBaseLogger;
  onAnswer?: AppDeps['onAnswer'];
}): Promise<Server> {
  const cleanups = new AsyncDisposableStack();
  try {
    return { ...(await start(config, log, cleanups, onAnswer)), stop: () => cleanups.disposeAsync() };
  } catch (error) {
    await cleanups.disposeAsync().catch((err: unknown) => log.error({ err }, 'could not stop all components'));
    throw error;
  }
}

async function start(
  config: Config,
  log: FastifyBaseLogger,
  cleanups: AsyncDisposableStack,
  onAnswer: AppDeps['onAnswer'],
): Promise<Omit<Server, 'stop'>> {
  const { db, direct, directConnection, connection, pools, replica, clickhouse } = await openDatabases(config, log, cleanups);
  const jobs = createJobQueue(db, log, direct);
  const events = createDomainEvents(jobs);
  const outbox = createOutbox({
    db,
    jobs,
    log,
    smtpUrl: config.SMTP_URL,
    from: config.EARSHOT_MAIL_FROM,
    isTestProject: async (id) => (await findTestSettings(db, id)).enabled,
  });
  cleanups.defer(outbox.close);
  void outbox.verify();
  const ownHosts = createOwnHosts({ publicUrl: config.EARSHOT_PUBLIC_URL, listenHost: config.HOST });
  const directory = createProjectDirectory(db, { isOwnHost: ownHosts.isOwn });
  cleanups.defer(await directory.listen(direct));
  const domains = createDomains({
    db,
    directory,
    jobs,
    findTxt: createFindTxt(config.EARSHOT_DNS_SERVERS),
    ownHosts,
    secret: await ensureInstanceSecret(db, 'domains'),
  });
  await domains.releaseOwnHosts();
  const linkSecret = await ensureInstanceSecret(db, 'links');

  // Port 0 (any free port) is resolved after listening. Links and redirects need the actual port.
  const publicUrl = { value: publicUrlOf(config) };
  const geolocation = await openGeolocation({ file: config.EARSHOT_GEOIP_DB, headers: config.EARSHOT_PLACE_HEADERS });
  const identity = createIdentity({
    config,
    db,
    log,
    publicUrl: () => publicUrl.value,
    onFirstSignIn: claimFirstProject,
    onUsersMerged: async (tx, users) => {
      await moveMemberships(tx, users);
      await moveAssignments(tx, users);
    },
    isMember: isMemberAnywhere,
    findForeignProjects,
    secret: linkSecret,
    describeClient: (request) => describeClient(request, geolocation),
  });
  cleanups.defer(identity.stop);
  for (const { subscribe } of SERVICES)
    subscribe?.({ db, events, jobs, sendMails: outbox.send, linkSecret, publicUrl: () => publicUrl.value });
  const webhooks = createWebhooks({
    db,
    jobs,
    events,
    mails: createOwnerMails({ sendMails: outbox.send }),
    options: allowedAddressesOf(config),
  });
  const storage = createStorage(config);
  scheduleCleaning({ config, db, jobs, storage });
  jobs.schedule('identity.clean', '27 * * * *', identity.removeExpired);

  const analytics = await createAnalytics({
    config,
    log,
    db,
    listeners: direct,
    connection,
    clickhouse,
    jobs,
    events,
    geolocation,
  });
  const searchRecorder = createSearchRecorder({
    db,
    jobs,
    events,
    log,
    searches: {
      add: (projectId, rows) => addSearches(db, projectId, rows),
      flush: analytics.forwarder.flush,
    },
  });
  const reindexing = createReindexing({ db, jobs, log });
  const threadCount = config.EARSHOT_SEARCH_THREADS ?? Math.min(availableParallelism(), config.memory.search.threads);
  const searchThreads = threadCount
    ? createSearchThreads({ connection, count: threadCount, limits: config.memory.search, log })
    : undefined;
  if (searchThreads) cleanups.defer(searchThreads.close);
  const embedding = await createEmbeddingJobs({ db, jobs, embedder: createEmbedder(config, log) });
  const connect = () => openClient(directConnection, (error) => log.warn({ reason: error.message }, 'database connection lost'));
  const backups = createBackups({ config, db, connect, clickhouse, storage, jobs, whileQuiet, log, version: VERSION });
  const requestLog = createRequestLog({ db, log });
  requestLog.start();
  cleanups.defer(requestLog.stop);
  await analytics.forwarder.start();
  cleanups.defer(analytics.forwarder.stop);
  cleanups.defer(searchRecorder.stop);

  const app = await createApp({
    config,
    log,
    db,
    reads: replica ?? readsFrom(db),
    databaseMetrics: createDatabaseMetrics(pools, { replica, countForwarder: analytics.forwarder.countConnections }),
    directory,
    domains,
    identity,
    jobs,
    events,
    outbox,
    webhooks,
    storage,
    analytics,
    backups,
    requestLog,
    searchRecorder,
    searchThreads,
    embedding,
    publicUrl: () => publicUrl.value,
    linkSecret,
    onAnswer,
  });
  const firstProject = config.isLocal ? await ensureFirstProject(db) : undefined;
  await backups.start();
  await jobs.start();
  cleanups.defer(jobs.stop);
  cleanups.defer(backups.stop);
  await reindexing.enqueueOutdated();
  await embedding?.enqueueAll();
  cleanups.defer(analytics.rollupBuilder.stop);
  const url = await listen(app, config, log, cleanups);
  // In the background, because counting many events takes seconds.
  analytics.verification.start();
  cleanups.defer(analytics.verification.stop);
  if (!config.EARSHOT_PUBLIC_URL) publicUrl.value = url;
  return {
    url,
    publicUrl: publicUrl.value,
    db,
    firstProject,
    setupLink: config.hasAccounts ? await createSetupLink(db, publicUrl.value) : undefined,
  };
}

/** Opens and migrates the databases. */
async function openDatabases(config: Config, log: FastifyBaseLogger, cleanups: AsyncDisposableStack) {
  await refuseInterruptedRestore(config.EARSHOT_DATA_DIR);
  await refuseInterruptedRollback(config.EARSHOT_DATA_DIR);
  const postgres = await openDatabase(config, log, cleanups, createProtection({ config, version: VERSION, log }));
  const { db, direct, pools } = postgres;
  await warnWithoutSnapshot(db, { config, log });
  await migrate(createDatabase(direct), ({ name, durationMs }) =>
    log.debug({ migration: name, duration_ms: Math.round(durationMs) }, 'migrated'),
  );
  const replica =
    pools.replica && createReplica(db, createDatabase(pools.replica), { maxLagMs: config.EARSHOT_REPLICA_MAX_LAG_MS, log });
  // After the migration, so that a replica that is in use has the same schema.
  await replica?.start();
  cleanups.defer(() => replica?.stop());
  const clickhouse = await openClaimedClickHouse(config, direct, cleanups);
  await recordSchema({ config, version: VERSION });
  return { ...postgres, replica, clickhouse };
}

/** Schedules the deletion of expired and unused records. */
function scheduleCleaning({ config, db, jobs, storage }: Pick<AppDeps, 'config' | 'db' | 'jobs' | 'storage'>): void {
  removeUnused(jobs, { db, storage, mentions: FIND_MENTIONED_UPLOADS });
  jobs.schedule('idempotency.clean', '17 * * * *', () => removeOldIdempotencyKeys(db));
  scheduleRetention(jobs, { db, retentions: RETENTIONS });
  scheduleLogRetention(jobs, db);
  // Snapshots exist where the database is embedded, so that no other node runs the job.
  jobs.schedule('snapshots.clean', '7 * * * *', async () => void (await removeExpiredSnapshots(config.EARSHOT_DATA_DIR)));
}

/** Accepts connections. Returns the URL of the server. */
async function listen(
  app: FastifyInstance,
  config: Config,
  log: FastifyBaseLogger,
  cleanups: AsyncDisposableStack,
): Promise<string> {
  limitConnections(app.server, log);
  const closeIdle = trackIdleConnections(app.server);
  await app.listen({ host: config.HOST, port: config.PORT });
  cleanups.defer(() => close(app, closeIdle));
  const { port } = app.server.address() as { port: number };
  return publicUrlOf({ HOST: config.HOST, PORT: port });
}

/** Maximum time for running requests on shutdown. Container platforms kill after 30 s at the latest. */
const SHUTDOWN_TIMEOUT_MS = 20_000;

/** Closes the server: rejects new requests and waits for running ones. Closes keep-alive connections as soon as they are idle. */
async function close(app: FastifyInstance, closeIdle: () => void): Promise<void> {
  const idle = setInterval(closeIdle, 50);
  const deadline = setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS);
  await app.close();
  clearInterval(idle);
  clearTimeout(deadline);
}
