import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { createBackups } from '../backup/schedule.ts';
import { createAnalytics } from '../analytics/analytics.ts';
import { openGeolocation } from '../analytics/ingest/geolocation.ts';
import { createApp } from '../app.ts';
import { createStatements } from '../clickhouse/schema.ts';
import { openClickHouse } from '../clickhouse/clickhouse.ts';
import { readConfig, VARIABLES } from '../config.ts';
import { createOwnHosts } from '../http/hosts.ts';
import { createIdentity } from '../identity/index.ts';
import { createDomainEvents } from '../jobs/events.ts';
import { createJobQueue } from '../jobs/queue.ts';
import { createSearchRecorder } from '../knowledge-base/insights/search-recorder.ts';
import { createOutbox } from '../mail/outbox.ts';
import { createDatabase, createPool } from '../postgres/database.ts';
import { readsFrom } from '../postgres/replica.ts';
import { createRequestLog } from '../request-log/recorder.ts';
import { createStorage } from '../uploads/storage.ts';
import { createOwnerMails } from '../webhooks/mails.ts';
import { createWebhooks } from '../webhooks/webhooks.ts';
import { createProjectDirectory } from '../projects/directory.ts';
import { renderCliFields } from './cli-fields.ts';
import { renderCliReference } from './cli-reference.ts';
import { renderLicenses } from './licenses.ts';
import { createDomains } from '../projects/domains.ts';
import { type OpenApi, renderSdkTypes } from './sdk-types.ts';
import { renderSources } from './sources.ts';

const CONFIGURATION = new URL('../../../docs/configuration.md', import.meta.url);
const LOCK_FILE = new URL('../../../package-lock.json', import.meta.url);

/** Renders all generated files of the repository. */
export async function renderFiles(): Promise<{ file: URL; content: string }[]> {
  const openApi = await renderOpenApi();
  return [
    { file: new URL('../../openapi.json', import.meta.url), content: openApi },
    {
      file: new URL('../../../sdk/src/types.ts', import.meta.url),
      content: renderSdkTypes(JSON.parse(openApi) as OpenApi),
    },
    {
      file: new URL('../../../cli/src/fields.ts', import.meta.url),
      content: renderCliFields(JSON.parse(openApi) as OpenApi),
    },
    { file: new URL('../../../docs/cli.md', import.meta.url), content: renderCliReference() },
    { file: new URL('../../../.env.example', import.meta.url), content: renderEnvExample() },
    { file: new URL('../../../docs/sources.md', import.meta.url), content: renderSources() },
    { file: new URL('../../../docs/clickhouse-cluster.sql', import.meta.url), content: renderClusterTables() },
    { file: new URL('../../../docs/licenses.md', import.meta.url), content: renderLicenses(readFileSync(LOCK_FILE, 'utf8')) },
    { file: CONFIGURATION, content: insertTable(readFileSync(CONFIGURATION, 'utf8'), renderVariables()) },
  ];
}

/** Renders the OpenAPI document of an application that serves no requests and therefore needs no database. */
async function renderOpenApi(): Promise<string> {
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
      log,
      version: '',
    }),
    linkSecret: Buffer.alloc(32),
  });
  await app.ready();
  const document = JSON.stringify(app.swagger(), null, 2);
  await app.close();
  await clickhouse.close();
  return `${document}\n`;
}

/** Renders the statements that create the tables of a ClickHouse cluster. */
const renderClusterTables = () =>
  `-- Tables that Earshot creates on CLICKHOUSE_URL with EARSHOT_CLICKHOUSE_CLUSTER=acme. {shard}, {replica}, {database} and {table} are
-- macros of the ClickHouse servers.

${createStatements('acme').join(';\n\n')};\n`;

interface DocumentedVariable {
  description: string;
  default?: string;
  example?: string;
}

const documentedVariables = Object.entries(VARIABLES) as [string, DocumentedVariable][];

function renderEnvExample(): string {
  const variables = documentedVariables.map(
    ([name, { description, default: preset, example = '' }]) => `# ${description}\n#${name}=${preset ?? example}`,
  );
  return `# All environment variables of Earshot. Values are defaults, or examples for variables without a default.\n\n${variables.join('\n\n')}\n`;
}

function renderVariables(): string {
  const rows = documentedVariables.map(
    ([name, { description, default: preset }]) =>
      `| \`${name}\` | ${preset ? `\`${preset}\`` : ''} | ${description.replaceAll('<', String.raw`\<`)} |`,
  );
  return ['| Variable | Default | Description |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Replaces the table between the two marks of a document. */
function insertTable(document: string, table: string): string {
  const marks = /(<!-- variables -->)[\s\S]*(<!-- \/variables -->)/;
  if (!marks.test(document)) throw new Error('docs/configuration.md lacks the marks <!-- variables --> and <!-- /variables -->');
  return document.replace(marks, (_all, begin: string, end: string) => `${begin}\n\n${table}\n\n${end}`);
}
