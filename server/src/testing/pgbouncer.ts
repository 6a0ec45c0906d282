import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import pg from 'pg';
import { commandLine, type Identity, spawnOptions } from '../platform/postgres/embedded-binaries.ts';
import { SUPERUSER } from '../platform/postgres/embedded-cluster.ts';
import { freePort } from './process.ts';
import { endProcess, type PostgresServer } from './replication.ts';
import { until } from './until.ts';

/** Path of PgBouncer, which npm does not install. */
export const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find((path) =>
  existsSync(path),
);

/** Starts PgBouncer in front of a server, until the end of the test file. Returns the URL of the database `earshot` through it. */
export async function startPgBouncer(
  program: string,
  { server, folder, runAs, mode }: { server: PostgresServer; folder: string; runAs: Identity; mode: 'session' | 'transaction' },
): Promise<string> {
  const port = await freePort();
  const file = join(folder, `pgbouncer-${port}.ini`);
  // As few connections to the server as possible, so that transactions of different clients share them.
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: mode,
    default_pool_size: 12,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const target = `host=127.0.0.1 port=${server.port} user=${SUPERUSER}`;
  await writeFile(file, ['[databases]', `earshot = ${target}`, '[pgbouncer]', ...lines, ''].join('\n'));
  if (runAs.kind === 'setuid') await chown(file, runAs.uid, runAs.gid);
  const child = spawn(...commandLine(runAs, program, '--quiet', file), { ...spawnOptions(runAs), stdio: 'ignore' });
  after(() => endProcess(child, 'SIGINT'));
  const url = `postgres://${SUPERUSER}@127.0.0.1:${port}/earshot`;
  await until(async () => {
    if (child.exitCode !== null) throw new Error('PgBouncer ended');
    const client = new pg.Client({ connectionString: url });
    return await client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  });
  return url;
}
