import { pino } from 'pino';
import { createApp } from '../instance/app.ts';
import { createArchiveDeps } from '../instance/archives/deps.ts';
import { createImports } from '../instance/imports/imports.ts';
import { createInstance } from '../instance/instance.ts';
import { createBackups } from '../instance/recovery/backup/schedule.ts';
import { loadOnce } from '../platform/async/memoize.ts';
import { openGeolocation } from '../platform/client/geolocation.ts';
import { openClickHouse } from '../platform/clickhouse/clickhouse.ts';
import { readConfig } from '../platform/config/config.ts';
import { createDatabase, createPool } from '../platform/postgres/database.ts';
import { parseFrontMatter } from '../parse-front-matter.ts';
import { createServices } from '../services/index.ts';
import type { Document } from '../testing/openapi.ts';
import type { OpenApi } from './sdk-types.ts';

/** Returns the OpenAPI document that the server serves at `/openapi.json`. */
export const loadOpenApi = loadOnce(build);

/** Builds the document from an application that serves no requests and therefore needs no database. */
async function build(): Promise<OpenApi & Document> {
  const config = readConfig({});
  const pool = createPool({}, () => {});
  const clickhouse = await openClickHouse({ ...config, CLICKHOUSE_URL: 'http://127.0.0.1:8123' });
  const instance = createInstance({
    config,
    log: pino({ level: 'silent' }),
    databases: {
      db: createDatabase(pool),
      direct: pool,
      directConnection: {},
      connection: {},
      connect: () => pool.connect(),
      pools: { requests: pool, direct: pool },
      replica: undefined,
      clickhouse,
      secrets: { links: Buffer.alloc(32), domains: Buffer.alloc(32) },
    },
    geolocation: await openGeolocation({}),
    cleanups: new AsyncDisposableStack(),
  });
  const services = await createServices(instance);
  const backups = createBackups({ ...instance, whileQuiet: services.eventStore.whileQuiet, version: '' });
  const archives = createArchiveDeps(instance, services);
  const imports = createImports(instance, services, { archives, parseFrontMatter });
  const app = await createApp(instance, services, { archives, backups, imports });
  await app.ready();
  const document = app.swagger() as unknown as OpenApi & Document;
  await app.close();
  await clickhouse.close();
  return document;
}
