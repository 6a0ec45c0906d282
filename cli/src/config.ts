import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CliError, UsageError } from './errors.ts';

/** URL of an instance on the same machine, the default of the server. */
export const DEFAULT_URL = 'http://127.0.0.1:4000';

/** A signed-in user of an instance. */
export interface Profile {
  url: string;
  /** Id of the project for commands without `--project`. */
  project?: string;
  /** Location of the token: the keyring of the system, or a file that only the user can read. */
  storage: 'keyring' | 'file';
}

export interface Config {
  /** Name of the profile for commands without `--profile`. */
  current?: string;
  profiles: Record<string, Profile>;
}

/** Returns the environment variable, or undefined when it is not set or empty. */
export const readVariable = (name: string): string | undefined => process.env[name] || undefined;

/** Returns the folder of the configuration: `EARSHOT_CONFIG_DIR`, or the `earshot` folder in the usual place of the system. */
export function configFolder(): string {
  const own = readVariable('EARSHOT_CONFIG_DIR');
  if (own) return own;
  if (process.platform === 'win32') return join(readVariable('APPDATA') ?? join(homedir(), 'AppData', 'Roaming'), 'earshot');
  return join(readVariable('XDG_CONFIG_HOME') ?? join(homedir(), '.config'), 'earshot');
}

const configFile = () => join(configFolder(), 'config.json');

/** @throws {CliError} when the file is not JSON */
export function readConfig(): Config {
  const { current, profiles = {} } = (readJson(configFile()) ?? {}) as Partial<Config>;
  return { current, profiles };
}

export const writeConfig = (config: Config): void => writeJson(configFile(), config);

/** Returns the content of a JSON file, or undefined when there is no such file. @throws {CliError} when it is not JSON */
export function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new CliError(`${file} is not valid JSON. Correct or delete the file.`);
  }
}

/** Replaces a JSON file that only the user can read. An interrupted write leaves the old file. */
export function writeJson(file: string, content: unknown): void {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}`;
  try {
    writeFileSync(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Returns the URL of an instance without a trailing slash. Adds `https://` to a host name. @throws {UsageError} for other text */
export function parseInstanceUrl(text: string): string {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new UsageError(`${text} is not the URL of an instance, such as https://feedback.example.com`);
  return url.href.replace(/\/+$/, '');
}

/** An instance that commands call, with the profile of the user on it, if any. */
export interface Instance {
  url: string;
  profileName?: string;
  profile?: Profile;
}

/**
 * Chooses the instance: `--profile` or `EARSHOT_PROFILE`, else `EARSHOT_URL`, else the current profile. A profile applies to `EARSHOT_URL`
 * only if it has the same URL, so that a token is never sent to another instance.
 * @throws {UsageError} when the named profile does not exist
 */
export function chooseInstance(config: Config, profileOption: string | undefined): Instance {
  const name = profileOption ?? readVariable('EARSHOT_PROFILE');
  if (name !== undefined) {
    const profile = config.profiles[name];
    if (!profile) throw new UsageError(`Profile ${name} not found. \`earshot auth status\` lists all profiles.`);
    return { url: profile.url, profileName: name, profile };
  }
  const variable = readVariable('EARSHOT_URL');
  if (variable) {
    const url = parseInstanceUrl(variable);
    const isSame = ([, profile]: [string, Profile]) => profile.url === url;
    const entries = Object.entries(config.profiles);
    const [found, profile] = entries.find((entry) => isSame(entry) && entry[0] === config.current) ?? entries.find(isSame) ?? [];
    return { url, profileName: found, profile };
  }
  const profile = config.current === undefined ? undefined : config.profiles[config.current];
  return profile ? { url: profile.url, profileName: config.current, profile } : { url: DEFAULT_URL };
}
