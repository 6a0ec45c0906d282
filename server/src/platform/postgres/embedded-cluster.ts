import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, mkdtemp, readFile, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import { createDataFolder, syncFolder } from '../files.ts';
import {
  type Binaries,
  chooseIdentity,
  commandLine,
  findBinaries,
  type Identity,
  type IdentityKind,
  spawnOptions,
} from './embedded-binaries.ts';

const run = promisify(execFile);

export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

export const SUPERUSER = 'earshot';
/** Maximum length of a socket path in bytes on macOS. Linux allows four more. */
const SOCKET_PATH_BYTES = 103;
export const SOCKET_NAME = '.s.PGSQL.5432';

/** A PostgreSQL database cluster: its folders and the programs to run it. */
export interface Cluster {
  /** EARSHOT_DATA_DIR. */
  dataDir: string;
  /** PostgreSQL's data directory. */
  dir: string;
  socketDir: string;
  logFile: string;
  binaries: Binaries;
  identity: Identity;
}

/** Mode of a new data folder until the user of PostgreSQL is known: others may traverse but not list it. */
const PASSABLE = 0o711;

/** Checks that PostgreSQL can run on the folder. Creates only the folder itself. */
export async function locateCluster(givenDir: string, forced?: IdentityKind): Promise<Cluster> {
  const binaries = findBinaries();
  await createDataFolder(givenDir, PASSABLE);
  const dataDir = await realpath(givenDir);
  const dir = join(dataDir, 'postgres');
  const { identity, majorVersion } = await chooseIdentity({ binaries, dataDir, clusterDir: dir, forced });
  await closeFolder(dataDir, identity);
  const existing = await readVersion(dir);
  if (existing && existing !== majorVersion)
    throw new Error(
      `${dir} was made by PostgreSQL ${existing}, and this Earshot brings PostgreSQL ${majorVersion}. Start the previous version of Earshot and run \`earshot backup create\`. Then install this version, set EARSHOT_DATA_DIR to a new folder, and run \`earshot restore\`.`,
    );
  return { dataDir, dir, socketDir: findSocketDir(dir), logFile: join(dataDir, 'postgres.log'), binaries, identity };
}

/**
 * Restricts a data folder that Earshot created to its owner, unless PostgreSQL runs as another user. Never changes the mode of an
 * existing folder, which may contain other files.
 */
async function closeFolder(dataDir: string, identity: Identity): Promise<void> {
  const { mode, uid } = await stat(dataDir);
  if (identity.kind !== 'setuid' && (mode & 0o777) === PASSABLE && uid === process.getuid?.()) await chmod(dataDir, 0o700);
}

async function readVersion(dir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(dir, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function findSocketDir(dir: string): string {
  const hash = createHash('sha256').update(dir).digest('hex').slice(0, 16);
  const dirs = [dir, join(tmpdir(), `earshot-${hash}`), `/tmp/earshot-${hash}`];
  return dirs.find((each) => Buffer.byteLength(join(each, SOCKET_NAME)) <= SOCKET_PATH_BYTES) as string;
}

const INIT_PREFIX = 'postgres.init-';

/** Prepares the folder for a start: creates the cluster if necessary, and sets its owner to the user of PostgreSQL. */
export async function prepareCluster(cluster: Cluster, log: Log): Promise<void> {
  const { dir, socketDir, identity } = cluster;
  if (!(await readVersion(dir))) await createCluster(cluster, log);
  const { uid, mode } = await stat(dir);
  if (uid !== identity.uid) await run('chown', ['-Rh', `${identity.uid}:${identity.gid}`, dir]);
  // PostgreSQL refuses a folder that others can enter. Copies have such permissions, and volumes of Kubernetes with `fsGroup`.
  if ((mode & 0o077) !== 0) await chmod(dir, 0o700);
  if (socketDir !== dir) await preparePrivateDir(socketDir, identity);
}

/** Creates the cluster in a temporary folder and renames it, so that an interrupted creation leaves no partial cluster. */
async function createCluster(cluster: Cluster, log: Log): Promise<void> {
  const { dataDir, dir, identity, binaries } = cluster;
  log.info({ dir }, 'creating the PostgreSQL database');
  const newDir = await mkdtemp(join(dataDir, INIT_PREFIX));
  try {
    if (identity.kind === 'setuid') await chown(newDir, identity.uid, identity.gid);
    // PostgreSQL's built-in locale: the order of indexes does not depend on the C library of the machine.
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const options = ['-D', newDir, `--username=${SUPERUSER}`, '--auth=trust', '--no-instructions', ...locale];
    const [file, args] = commandLine(identity, binaries.initdb, ...options);
    await run(file, args, spawnOptions(identity));
    // Connections through the socket only, by users with access to its folder.
    await writeFile(join(newDir, 'pg_hba.conf'), 'local all all trust\n', { flush: true });
    await rename(newDir, dir);
    await syncFolder(dataDir);
  } catch (error) {
    // A concurrent start was faster.
    if (await readVersion(dir)) return;
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`PostgreSQL could not create ${dir}:\n${`${stdout}${stderr}`.trim() || message}`, { cause: error });
  } finally {
    await rm(newDir, { recursive: true, force: true });
  }
}

/** Returns a folder in the shared temporary directory, where another user could have created one with that name. */
async function preparePrivateDir(dir: string, { uid, gid }: Identity): Promise<void> {
  await mkdir(dir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const stats = await lstat(dir);
  const isOurs = stats.uid === uid || stats.uid === process.getuid?.();
  if (!stats.isDirectory() || !isOurs || (stats.mode & 0o077) !== 0)
    throw new Error(
      `${dir} must be a folder that only uid ${uid} can enter, and is not. Remove it, or set TMPDIR to another folder.`,
    );
  if (stats.uid !== uid) await chown(dir, uid, gid);
}

/** Removes files of interrupted starts. Requires the lock on the folder, which excludes other starts. */
export async function removeLeftovers({ dataDir }: Cluster): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(INIT_PREFIX)) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}
