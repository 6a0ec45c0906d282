import type { FastifyBaseLogger } from 'fastify';
import { createApp, type OnAnswer } from './instance/app.ts';
import { scheduleCleaning } from './instance/cleaning.ts';
import { createArchiveDeps } from './instance/archives/deps.ts';
import { openDatabases } from './instance/databases.ts';
import { createSetupLink } from './instance/identity/accounts/links.ts';
import { createImports } from './instance/imports/imports.ts';
import { defineBackfill } from './instance/directory/backfill.ts';
import { createInstance, startInstance } from './instance/instance.ts';
import { ensureFirstProject } from './instance/projects/projects.ts';
import type { Project } from './instance/projects/store.ts';
import { createBackups } from './instance/recovery/backup/schedule.ts';
import { scheduleReports } from './instance/reports/schedule.ts';
import { listReportSections } from './instance/service.ts';
import { refuseFile } from './instance/recovery/backup/data-folder.ts';
import { checkListening, listen } from './platform/api/listening.ts';
import { openGeolocation } from './platform/client/geolocation.ts';
import type { Config } from './platform/config/config.ts';
import type { Metrics } from './platform/observe/metrics.ts';
import { VERSION } from './platform/observe/version.ts';
import type { Db } from './platform/postgres/database.ts';
import { parseFrontMatter } from './parse-front-matter.ts';
import { createServices } from './services/index.ts';

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

interface Options {
  config: Config;
  log: FastifyBaseLogger;
  /** Metrics of the process that starts the server. */
  metrics?: Metrics;
  onAnswer?: OnAnswer;
}

/** Starts all components in order. Stops the started ones when a later one fails. */
export async function startServer(options: Options): Promise<Server> {
  const { log } = options;
  const cleanups = new AsyncDisposableStack();
  try {
    return { ...(await start(options, cleanups)), stop: () => cleanups.disposeAsync() };
  } catch (error) {
    await cleanups.disposeAsync().catch((err: unknown) => log.error({ err }, 'could not stop all components'));
    throw error;
  }
}

async function start({ config, log, metrics, onAnswer }: Options, cleanups: AsyncDisposableStack): Promise<Omit<Server, 'stop'>> {
  await checkListening(config);
  await refuseFile(config.EARSHOT_DATA_DIR);
  const databases = await openDatabases(config, log, cleanups);
  const geolocation = await openGeolocation({ file: config.EARSHOT_GEOIP_DB, headers: config.EARSHOT_PLACE_HEADERS });
  const instance = createInstance({ config, log, databases, geolocation, cleanups });
  const { db, jobs } = instance;
  await startInstance(instance);
  const services = await createServices(instance);
  scheduleCleaning(instance, services);
  defineBackfill(
    instance,
    services.all.flatMap(({ proofs }) => proofs ?? []),
  );
  scheduleReports({ ...instance, sections: listReportSections(services) });
  const archives = createArchiveDeps(instance, services);
  const imports = createImports(instance, services, { archives, parseFrontMatter });
  const backups = createBackups({ ...instance, whileQuiet: services.eventStore.whileQuiet, version: VERSION });
  for (const service of services.all) await service.start?.();
  const app = await createApp(instance, services, { archives, backups, imports, metrics, onAnswer });
  const firstProject = config.isLocal ? await ensureFirstProject(db) : undefined;
  await backups.start();
  await jobs.start();
  cleanups.defer(jobs.stop);
  cleanups.defer(backups.stop);
  const url = await listen(app, config, log, cleanups);
  if (!config.EARSHOT_PUBLIC_URL) instance.setPublicUrl(url);
  return {
    url,
    publicUrl: instance.publicUrl(),
    db,
    firstProject,
    setupLink: config.hasAccounts ? await createSetupLink(db, instance.publicUrl()) : undefined,
  };
}
