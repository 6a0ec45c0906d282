import type { FastifyBaseLogger } from 'fastify';
import { createApp, type OnAnswer } from './instance/app.ts';
import { scheduleCleaning } from './instance/cleaning.ts';
import { createArchiveDeps } from './instance/archives/deps.ts';
import type { Databases } from './instance/databases.ts';
import { createSetupLink } from './instance/identity/accounts/links.ts';
import { createImports } from './instance/imports/imports.ts';
import { defineBackfill } from './instance/directory/backfill.ts';
import { createInstance, startInstance } from './instance/instance.ts';
import { ensureFirstProject } from './instance/projects/projects.ts';
import type { Project } from './instance/projects/store.ts';
import { createBackups } from './instance/recovery/backup/schedule.ts';
import { scheduleReports } from './instance/reports/schedule.ts';
import { listReportSections } from './instance/service.ts';
import { listen } from './platform/api/listening.ts';
import { openGeolocation } from './platform/client/geolocation.ts';
import type { Config } from './platform/config/config.ts';
import type { Metrics } from './platform/observe/metrics.ts';
import { VERSION } from './platform/observe/version.ts';
import type { Db } from './platform/postgres/database.ts';
import { parseFrontMatter } from './parse-front-matter.ts';
import { createServices } from './services/index.ts';

export interface Components {
  /** Address that the server listens on. */
  url: string;
  /** URL that people use. */
  publicUrl: string;
  db: Db;
  /** Project of a first local start, for the greeting. */
  firstProject: Project | undefined;
  /** URL with which the first user creates an account, while there is none. */
  setupLink: string | undefined;
}

export interface Options {
  config: Config;
  log: FastifyBaseLogger;
  /** Metrics of the process that starts the server. */
  metrics?: Metrics;
  onAnswer?: OnAnswer;
}

/** Creates the instance and the services over open databases, starts them in order, and listens. */
export async function startComponents(
  { config, log, metrics, onAnswer }: Options,
  databases: Databases,
  cleanups: AsyncDisposableStack,
): Promise<Components> {
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
