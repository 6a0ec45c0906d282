import { LANGUAGES } from '@earshot/contract/shared/languages';
import type { Command } from 'commander';
import type { Session } from '@earshot/sdk';
import { openBrowser } from '../browser.ts';
import { define, defineGroup, parsePositive, run, withJson } from '../command.ts';
import {
  chooseInstance,
  type Config,
  DEFAULT_URL,
  parseInstanceUrl,
  type Profile,
  readConfig,
  readVariable,
  writeConfig,
} from '../config.ts';
import { type Context, type GlobalOptions, loadSdk } from '../context.ts';
import { deleteToken, findToken, storeToken } from '../credentials.ts';
import { AuthError, CliError, describeError, EXIT, UsageError } from '../errors.ts';
import { createToken, startDevice, waitForApproval } from '../login.ts';
import { isTerminal, note, type OutputOptions, paint, print, printData, printDone, renderValues } from '../output.ts';
import { choose, waitForEnter } from '../prompts.ts';
import { oneLine, sanitize } from '../text.ts';

/** Fields of `auth status`. */
const STATUS_FIELDS = [
  'profile',
  'url',
  'user',
  'kind',
  'expires_at',
  'source',
  'current',
  'error',
] as const satisfies (keyof Status)[];

/** Stands for no language of the account. */
const BROWSER = 'browser';

/** Tokens of sign-ins expire after this number of days by default. */
const TOKEN_DAYS = 90;

export function defineAuth(program: Command): void {
  define(
    program,
    'login',
    'Sign in to an instance with the browser, on this or another device.\n\nThe token is stored in the keyring of the system. Without a keyring, it is\nstored in a file that only you can read.',
    [
      '# Sign in to your instance',
      'earshot login --base-url https://feedback.example.com',
      '# Sign in to a second instance, and switch between both',
      'earshot login --base-url http://127.0.0.1:4000 --profile local',
      'earshot auth switch feedback.example.com',
    ],
  )
    .summary('sign in with the browser')
    .option('--base-url <url>', 'URL of the instance; default: EARSHOT_URL or the current profile')
    .option('--url <url>', 'earlier name of --base-url')
    .option('--no-browser', 'print the URL without opening the browser')
    .option('--insecure-storage', 'store the token in a file instead of the keyring')
    .option('--expires-in <days>', 'days until the token expires, at most 365', parsePositive, TOKEN_DAYS)
    .action(run(login));

  define(program, 'logout', 'Sign out: revoke the token of the profile and remove the profile.', [
    'earshot logout',
    'earshot logout --profile local',
  ])
    .summary('revoke the token and remove the profile')
    .action(run(logout));

  const auth = defineGroup(program, 'auth', 'sign-in status, tokens and profiles');
  withJson(
    define(auth, 'status', 'Show the profiles, and verify their tokens.', [
      'earshot auth status',
      "earshot auth status --jq '.[].user'",
    ]).summary('show the profiles and verify their tokens'),
    STATUS_FIELDS,
  ).action(run(showStatus));

  define(auth, 'token', 'Print the token of the current profile.', ['curl -H "Authorization: Bearer $(earshot auth token)" …'])
    .summary('print the token of the current profile')
    .action(run(async (context) => print(await context.token())));

  define(auth, 'switch [profile]', 'Make another profile the current one.', ['earshot auth switch local'])
    .summary('make another profile the current one')
    .action(run(switchProfile));

  define(
    auth,
    'language [language]',
    `Print or set the language of the dashboard and of emails to you.\n\nLanguages: ${LANGUAGES.join(', ')}. With ${BROWSER}, the dashboard and\nsign-in codes are in the language of the browser, security notices in English,\nand other emails in the language of the project.`,
    ['earshot auth language', 'earshot auth language de'],
  )
    .summary('print or set the language of your account')
    .action(run(changeLanguage));
}

interface LoginOptions extends GlobalOptions {
  baseUrl?: string;
  /** Earlier name of `baseUrl`. */
  url?: string;
  browser: boolean;
  insecureStorage?: boolean;
  expiresIn: number;
}

const login = async ({ signal }: { signal: AbortSignal }, options: LoginOptions) => {
  const config = readConfig();
  const known = options.profile === undefined ? undefined : config.profiles[options.profile];
  const given = options.baseUrl ?? options.url;
  const url = given
    ? parseInstanceUrl(given)
    : (known?.url ?? chooseInstance(config, options.profile && !known ? undefined : options.profile).url ?? DEFAULT_URL);
  const device = await startDevice(url, signal);
  if (new URL(device.verification_uri).origin !== new URL(url).origin)
    note(`${paint('yellow', '!')} The sign-in page is ${sanitize(device.verification_uri)}, as configured by EARSHOT_PUBLIC_URL`);

  process.stderr.write(`First copy your one-time code: ${sanitize(device.user_code)}\n`);
  process.stderr.write(`Then open: ${sanitize(device.verification_uri_complete)}\n`);
  if (options.browser) {
    await waitForEnter('Press Enter to open the browser… ');
    if (isTerminal()) openBrowser(device.verification_uri_complete);
  }
  const { access_token } = await waitForApproval(url, device, signal);
  const { token } = await createToken(url, access_token, options.expiresIn);

  const { Earshot } = await loadSdk();
  const client = new Earshot({ accessToken: token, baseUrl: url });
  const name = options.profile ?? findProfileName(config, url);
  const [{ user }, projects] = await Promise.all([client.session.get(), client.projects.list({ limit: 2 })]);
  const project = projects.total === 1 ? projects.data[0]?.id : known?.project;
  const storage = await storeToken(name, token, options.insecureStorage ?? false);
  writeConfig({ ...config, current: name, profiles: { ...config.profiles, [name]: { url, project, storage } } });
  printDone(`Signed in to ${url} as ${oneLine(user.email ?? user.name ?? user.id)} (profile ${name})`, name);
  if (storage === 'file' && !options.insecureStorage)
    note('No keyring is available: the token is stored in a file that only you can read.');
};

/** Returns the name of the profile of an instance: its host name, without a port unless the name is used by another instance. */
function findProfileName({ profiles }: Config, url: string): string {
  const existing = Object.entries(profiles).find(([, profile]) => profile.url === url);
  if (existing) return existing[0];
  const { hostname, host } = new URL(url);
  return profiles[hostname] ? host : hostname;
}

const logout = async (_context: unknown, options: GlobalOptions) => {
  const config = readConfig();
  const { profileName, profile } = chooseInstance(config, options.profile);
  if (!profileName || !profile) throw new AuthError('Not signed in. `earshot auth status` lists all profiles.');
  const token = await findToken(profileName, profile);
  if (token) {
    const { Earshot } = await loadSdk();
    try {
      await new Earshot({ accessToken: token, baseUrl: profile.url, retries: 0 }).session.signOut();
    } catch (error) {
      process.stderr.write(`The token was not revoked: ${describeError(error)}\nRevoke it in the dashboard.\n`);
    }
    await deleteToken(profileName, profile);
  }
  const { [profileName]: _removed, ...profiles } = config.profiles;
  const [next] = Object.keys(profiles);
  writeConfig({ current: config.current === profileName ? next : config.current, profiles });
  printDone(`Signed out of ${profile.url}`, profileName);
};

/** State of a token. */
interface Status {
  profile: string | null;
  url: string;
  /** Address or name of the user, or name of the service account. */
  user: string | null;
  kind: Session['kind'] | null;
  expires_at: string | null;
  source: string;
  current: boolean;
  error: string | null;
}

const showStatus = async (_context: unknown, options: OutputOptions & GlobalOptions) => {
  const config = readConfig();
  const { url, profileName } = chooseInstance(config, options.profile);
  const variable = readVariable('EARSHOT_TOKEN');
  const checks = Object.entries(config.profiles).map(
    async ([name, profile]) =>
      await checkToken({
        profile: name,
        url: profile.url,
        source: profile.storage,
        token: await findToken(name, profile),
        current: !variable && name === profileName,
      }),
  );
  if (variable) checks.unshift(checkToken({ profile: null, url, source: 'EARSHOT_TOKEN', token: variable, current: true }));
  const statuses = await Promise.all(checks);
  if (!statuses.length) throw new AuthError('Not signed in. Run `earshot login --base-url <url>`, or set EARSHOT_TOKEN.');
  const printText = () => print(statuses.map(renderStatus).join('\n\n'));
  await printData(statuses, { resource: STATUS_FIELDS, options, printText });
  if (!statuses.some(({ current, error }) => current && !error)) process.exitCode = EXIT.auth;
};

const renderStatus = ({ profile, url, user, kind, expires_at, source, current, error }: Status) =>
  `${error ? paint('red', '✗') : paint('green', '✓')} ${url}\n${renderValues([
    ['Profile', profile],
    ['Current', current ? 'yes' : 'no'],
    [kind === 'service' ? 'Service account' : 'User', user],
    ['Token', `${source}${expires_at ? `, expires ${expires_at.slice(0, 10)}` : ''}`],
    ['Error', error],
  ])}`;

async function checkToken(known: Pick<Status, 'profile' | 'url' | 'source' | 'current'> & { token?: string }): Promise<Status> {
  const { token, ...status } = known;
  const failed = (error: string) => ({ ...status, user: null, kind: null, expires_at: null, error });
  if (!token) return failed('the token was not found');
  const { Earshot } = await loadSdk();
  try {
    const { user, kind, expires_at } = await new Earshot({ accessToken: token, baseUrl: status.url, retries: 0 }).session.get();
    return { ...status, user: user.email ?? user.name ?? user.id, kind, expires_at, error: null };
  } catch (error) {
    return failed(describeError(error).split('\n')[0] ?? '');
  }
}

const changeLanguage = async (context: Context, _options: GlobalOptions, given: string | undefined) => {
  const language = given === BROWSER ? null : LANGUAGES.find((one) => one === given);
  if (given !== undefined && language === undefined)
    throw new UsageError(`${given} is not a language. Choose one of: ${[...LANGUAGES, BROWSER].join(', ')}.`);
  const { session } = await context.client();
  if (language === undefined) {
    print((await session.get()).user.language ?? BROWSER);
    return;
  }
  await session.updateProfile({ language });
  const name = language ?? BROWSER;
  printDone(`Changed the language of your account to ${name}`, name);
};

const switchProfile = async (_context: unknown, _options: GlobalOptions, name: string | undefined) => {
  const config = readConfig();
  const profiles = Object.entries(config.profiles);
  if (!profiles.length) throw new CliError('No profile found. Run `earshot login --base-url <url>`.');
  const label = ([value, { url }]: [string, Profile]) => ({ value, label: value, hint: url });
  const chosen = name ?? (await choose('Profile', profiles.map(label), 'Pass the name of the profile.'));
  if (!config.profiles[chosen]) throw new UsageError(`Profile ${chosen} not found. \`earshot auth status\` lists all profiles.`);
  writeConfig({ ...config, current: chosen });
  printDone(`Switched to ${chosen}`, chosen);
};
