import { pino } from 'pino';
import { createBackups } from '../backup/schedule.ts';
import { createAnalytics } from '../analytics/analytics.ts';
import { openGeolocation } from '../analytics/ingest/geolocation.ts';
import { createApp } from '../app.ts';
import { openClickHouse } from '../clickhouse/clickhouse.ts';
import { readConfig } from '../config.ts';
import { createOwnHosts } from '../http/hosts.ts';
import { whileQuiet } from '../event-log/batches-store.ts';
import { createIdentity } from '../identity/index.ts';
import { createDomainEvents } from '../jobs/events.ts';
import { createJobQueue } from '../jobs/queue.ts';
import { createSearchRecorder } from '../knowledge-base/insights/search-recorder.ts';
import { createOutbox } from '../mail/outbox.ts';
import { loadOnce } from '../memoize.ts';
import { createDatabase, createPool } from '../postgres/database.ts';
import { readsFrom } from '../postgres/replica.ts';
import { createRequestLog } from '../request-log/recorder.ts';
import { createStorage } from '../uploads/storage.ts';
import { createOwnerMails } from '../webhooks/mails.ts';
import { createWebhooks } from '../webhooks/webhooks.ts';
import { createProjectDirectory } from '../projects/directory.ts';
import { createDomains } from '../projects/domains.ts';
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
