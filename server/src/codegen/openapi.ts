import { pino } from 'pino';
import { createBackups } from '../instance/recovery/backup/schedule.ts';
import { createAnalytics } from '../services/analytics/analytics.ts';
import { openGeolocation } from '../services/analytics/ingest/geolocation.ts';
import { createApp } from '../app.ts';
import { openClickHouse } from '../platform/clickhouse/clickhouse.ts';
import { readConfig } from '../platform/config/config.ts';
import { createOwnHosts } from '../platform/api/hosts.ts';
import { whileQuiet } from '../services/analytics/pipeline/batches-store.ts';
import { createIdentity } from '../instance/identity/index.ts';
import { createDomainEvents } from '../platform/jobs/events.ts';
import { createJobQueue } from '../platform/jobs/queue.ts';
import { createSearchRecorder } from '../services/knowledge-base/insights/search-recorder.ts';
import { createOutbox } from '../instance/mail/outbox.ts';
import { loadOnce } from '../platform/async/memoize.ts';
import { createDatabase, createPool } from '../platform/postgres/database.ts';
import { readsFrom } from '../platform/postgres/replica.ts';
import { createRequestLog } from '../instance/request-log/recorder.ts';
import { createStorage } from '../instance/uploads/storage.ts';
import { createOwnerMails } from '../instance/webhooks/mails.ts';
import { createWebhooks } from '../instance/webhooks/webhooks.ts';
import { createProjectDirectory } from '../instance/projects/directory.ts';
import { createDomains } from '../instance/projects/domains.ts';
import type { Document } from '../testing/openapi.ts';
import type { OpenApi } from './sdk-types.ts';

/** Returns the OpenAPI document that the server serves at `/openapi.json`. */
export const loadOpenApi = loadOnce(build);

/** Builds the document from an application that serves no requests and therefore needs no database. */
async function build(): Promise<OpenApi & Document> {
  const config = readConfig({});
  const log = pino({ level: 'silent' });
  const pool = createPool({}, () => {});
  const db = createDatabase(pool);
  const nothing = async () => {};
  const identity = createIdentity({
    config,
    db,
    log,
    publicUrl: () => 'http://127.0.0.1',
    onFirstSignIn: nothing,
    onUsersMerged: nothing,
    isMember: async () => false,
    findForeignProjects: async () => [],
    secret: Buffer.alloc(32),
    describeClient: () => ({ browser: null, os: null, country: null }),
  });
  const jobs = createJobQueue(db, log);
  const events = createDomainEvents(jobs);
  const outbox = createOutbox({ db, jobs, log, smtpUrl: undefined, from: '', isTestProject: async () => false });
  const mails = createOwnerMails({ sendMails: outbox.send });
  const webhooks = createWebhooks({ db, jobs, events, mails, options: { allowPrivate: false, denied: [] } });
  const ownHosts = createOwnHosts({ publicUrl: undefined, listenHost: '' });
  const directory = createProjectDirectory(db, { isOwnHost: ownHosts.isOwn });
  const domains = createDomains({ db, directory, jobs, findTxt: async () => [], ownHosts, secret: Buffer.alloc(32) });
  const clickhouse = await openClickHouse({ ...config, CLICKHOUSE_URL: 'http://127.0.0.1:8123' });
  const app = await createApp({
    config,
    log,
    db,
    reads: readsFrom(db),
    databaseMetrics: [],
    directory,
    domains,
    identity,
    jobs,
    events,
    outbox,
    webhooks,
    storage: createStorage(config),
    analytics: await createAnalytics({
      config,
      log,
      db,
      listeners: pool,
      connection: {},
      clickhouse,
      jobs,
      events,
      geolocation: await openGeolocation({}),
    }),
    embedding: undefined,
    searchThreads: undefined,
    requestLog: createRequestLog({ db, log }),
    searchRecorder: createSearchRecorder({ db, jobs, events, log, searches: { add: nothing, flush: async () => new Date() } }),
    publicUrl: () => '',
    backups: createBackups({
      config,
      db,
      connect: () => pool.connect(),
      clickhouse,
      storage: createStorage(config),
      jobs,
      whileQuiet,
      log,
      version: '',
    }),
    linkSecret: Buffer.alloc(32),
  });
  await app.ready();
  const document = app.swagger() as unknown as OpenApi & Document;
  await app.close();
  await clickhouse.close();
  return document;
}
