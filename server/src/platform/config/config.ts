import { resolve } from 'node:path';
import {
  choiceParser,
  integerParser,
  keepText,
  listUntrusted,
  parseBaseUrl,
  parseClickhouseUrl,
  parseDatabaseUrl,
  parseDnsServers,
  parseDomains,
  parseOrigin,
  parsePath,
  parsePort,
  parseSwitch,
  parseTrustProxy,
  type Variable,
  variable,
} from './config-values.ts';
import { BACKUP_VARIABLES } from './backup-variables.ts';
import { GOOGLE_VARIABLES } from './google-variables.ts';
import { MAIL_VARIABLES } from './mail-variables.ts';
import { MODEL_VARIABLES } from './model-variables.ts';
import { type MemoryPlan, parseMemory, planDefaultMemory, planMemory } from '../memory/memory.ts';
import { parseNetworks } from '../outbound/addresses.ts';

/** Paths of the tracker script and of the intake that work on every instance. The tracker knows them as well. */
export const STANDARD_PATHS = { script: '/t.js', intake: '/v1/analytics/events' };

/** All environment variables of Earshot. `.env.example` and the configuration table are generated from this list. */
export const VARIABLES = {
  PORT: variable({ default: '4000', description: 'HTTP port.', parse: parsePort }),
  HOST: variable({
    default: '127.0.0.1',
    description: 'Address to listen on. Use a loopback address behind a proxy on the same machine.',
    parse: keepText,
  }),
  EARSHOT_DATA_DIR: variable({
    default: './data',
    description: 'Directory for the embedded databases and for uploads.',
    parse: (value) => resolve(value),
  }),
  EARSHOT_UPGRADE_SNAPSHOT: variable({
    default: 'on',
    description:
      'Whether the embedded databases are copied to the subfolder "snapshots" of the data folder before an upgrade changes their schema. Snapshots are deleted after seven days.',
    parse: parseSwitch,
  }),
  EARSHOT_PUBLIC_URL: variable({
    example: 'https://feedback.example.com',
    description:
      'Public URL of this instance, used for links in emails and OAuth redirects. Defaults to a URL with HOST, or with localhost if HOST means all addresses, and PORT.',
    parse: parseOrigin,
  }),
  DATABASE_URL: variable({
    example: 'postgres://earshot:secret@localhost/earshot',
    description: 'Connection URL of PostgreSQL 15 or newer. Defaults to an embedded server.',
    parse: parseDatabaseUrl,
  }),
  DATABASE_DIRECT_URL: variable({
    example: 'postgres://earshot:secret@db1:5432/earshot',
    description:
      'Connection URL of the same database without a pooler. Required when DATABASE_URL points to a pooler in transaction mode. Used for notifications, session locks and migrations.',
    parse: parseDatabaseUrl,
  }),
  DATABASE_REPLICA_URL: variable({
    example: 'postgres://earshot:secret@db2:5432/earshot',
    description:
      'Connection URL of a standby of the same database. Exports and public lists are read from the standby. Requests of identified visitors, and of browsers that recently submitted a form, use DATABASE_URL.',
    parse: parseDatabaseUrl,
  }),
  EARSHOT_REPLICA_MAX_LAG_MS: variable({
    default: '5000',
    description:
      'Maximum age of data from the replica in milliseconds, from 100 to 600000. Requests use DATABASE_URL while the replica is further behind.',
    parse: integerParser({ min: 100, max: 600_000 }),
  }),
  EARSHOT_DATABASE_CONNECTIONS: variable({
    default: '16',
    description:
      'Maximum number of PostgreSQL connections of this process, from 8 to 1000, and at least 12 with a replica. Six are for notifications and the event forwarder, the others for requests and jobs; with a replica, half of the others. Each search thread uses up to four additional connections.',
    parse: integerParser({ min: 8, max: 1000 }),
  }),
  EARSHOT_MEMORY: variable({
    example: '2GB',
    description:
      'Memory that this instance may use, at least 512MB. Caps the heaps of Node.js, the search, and the embedded databases. By default, heaps have the limits of V8, and ClickHouse queries can use 35 % of the memory of the machine or container, at most 4 GB.',
    parse: parseMemory,
  }),
  EARSHOT_SEARCH_THREADS: variable({
    example: '2',
    description:
      'Maximum number of threads that search knowledge base indexes of more than 5000 chunks, from 0 to 64. They start with the first such search. With 0, these searches delay other requests. Defaults to the number of processor cores, at most 4, and at most one for each gigabyte of EARSHOT_MEMORY.',
    parse: integerParser({ min: 0, max: 64 }),
  }),
  CLICKHOUSE_URL: variable({
    example: 'http://earshot:secret@localhost:8123/earshot',
    description:
      'HTTP URL of a ClickHouse server (24.12 or newer) and its database. Required for multiple nodes. Defaults to an embedded engine (26.7).',
    parse: parseClickhouseUrl,
  }),
  EARSHOT_CLICKHOUSE_CLUSTER: variable({
    description:
      'Name of a ClickHouse cluster. Tables are replicated and distributed across the cluster. Requires CLICKHOUSE_URL.',
    parse: (value) => {
      if (!/^[A-Za-z0-9_-]+$/.test(value)) throw new Error('must consist of letters, digits, _ and -');
      return value;
    },
  }),
  EARSHOT_INBOX_EVENTS: variable({
    default: '5000000',
    description:
      'Maximum number of events stored in PostgreSQL while ClickHouse is unavailable, at about 0.5 GB per million. Further events are rejected with 503.',
    parse: integerParser({ min: 1 }),
  }),
  EARSHOT_REPORT_WAIT_MS: variable({
    default: '250',
    description:
      'Maximum time in milliseconds that an analytics report waits for previously accepted events, from 0 to 60000. `as_of` in the response is the time up to which all events are included.',
    parse: integerParser({ min: 0, max: 60_000 }),
  }),
  EARSHOT_GEOIP_DB: variable({
    example: '/var/lib/GeoIP/GeoLite2-City.mmdb',
    description: 'Path of a GeoIP database in MaxMind format, used to determine country, region and city.',
    parse: keepText,
  }),
  EARSHOT_PLACE_HEADERS: variable({
    example: 'cf-ipcountry,cf-region-code,cf-ipcity',
    description: 'Names of the proxy headers that contain country, region and city, in this order. Requires EARSHOT_TRUST_PROXY.',
    parse: (value) => value.split(',').map((name) => name.trim().toLowerCase()),
  }),
  EARSHOT_SCRIPT_PATH: variable({
    default: STANDARD_PATHS.script,
    description:
      'Path of the tracker script, such as /news/main.js. Ad blockers match known names. The standard path keeps working. See docs/guides/first-party-tracking.md.',
    parse: parsePath,
  }),
  EARSHOT_INTAKE_PATH: variable({
    default: STANDARD_PATHS.intake,
    description: 'Path that receives events, such as /news/send. The standard path keeps working.',
    parse: parsePath,
  }),
  EARSHOT_OIDC_ISSUER: variable({
    example: 'https://accounts.google.com',
    description: 'URL of an OpenID Connect issuer that supports discovery.',
    parse: parseBaseUrl,
  }),
  EARSHOT_OIDC_CLIENT_ID: variable({
    description: 'Client id for the OpenID Connect issuer. Register <EARSHOT_PUBLIC_URL>/v1/auth/callback as the redirect URI.',
    parse: keepText,
  }),
  EARSHOT_OIDC_CLIENT_SECRET: variable({ description: 'Client secret for the OpenID Connect issuer.', parse: keepText }),
  EARSHOT_OIDC_TRUST_EMAIL: variable({
    example: 'https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0',
    description:
      'The value of EARSHOT_OIDC_ISSUER, if this issuer sends email addresses without email_verified and its users cannot choose the address themselves, as in a tenant of Microsoft Entra ID. See docs/identity-providers.md.',
    parse: parseBaseUrl,
  }),
  EARSHOT_OIDC_NAME: variable({
    default: 'Single sign-on',
    description: 'Label of the OpenID Connect issuer on the sign-in button.',
    parse: keepText,
  }),
  EARSHOT_GITHUB_CLIENT_ID: variable({
    description: 'Client id of a GitHub OAuth app. Register <EARSHOT_PUBLIC_URL>/v1/auth/callback as the callback URL.',
    parse: keepText,
  }),
  EARSHOT_GITHUB_CLIENT_SECRET: variable({ description: 'Client secret of the GitHub OAuth app.', parse: keepText }),
  EARSHOT_GITHUB_URL: variable({
    default: 'https://github.com',
    description: 'URL of GitHub or of a GitHub Enterprise Server.',
    parse: parseOrigin,
  }),
  EARSHOT_ACCOUNTS: variable({
    description:
      'Whether users can sign in with a passkey or a mailed code, without an identity provider: "on" or "off". Defaults to "on" when no identity provider is configured and HOST or EARSHOT_PUBLIC_URL is not a loopback address.',
    parse: parseSwitch,
  }),
  EARSHOT_SIGN_UP: variable({
    description:
      'Sign-up policy: "invited" (the first user and invited users) or "anyone" (every user of the identity provider). Defaults to "anyone" while HOST and EARSHOT_PUBLIC_URL are loopback addresses, otherwise to "invited".',
    parse: choiceParser('invited', 'anyone'),
  }),
  EARSHOT_SIGN_UP_DOMAINS: variable({
    example: 'example.com,example.org',
    description:
      'Comma-separated list of domains. Users with a verified email address in one of the domains can sign up without an invitation.',
    parse: parseDomains,
  }),
  EARSHOT_MAX_PROJECTS_PER_USER: variable({
    default: '20',
    description: 'Maximum number of projects per owner.',
    parse: integerParser({ min: 1 }),
  }),
  EARSHOT_CONTACT: variable({
    default: 'your administrator',
    description: 'Name or address of the contact shown to users who can’t sign up or who reached the project limit.',
    parse: keepText,
  }),
  EARSHOT_S3_ENDPOINT: variable({
    example: 'https://s3.eu-central-1.amazonaws.com',
    description:
      'URL of an S3-compatible storage for uploads and exports. Multiple nodes require S3 or a shared folder. Defaults to the data folder.',
    parse: parseBaseUrl,
  }),
  EARSHOT_S3_BUCKET: variable({ description: 'Name of the bucket for uploads and exports.', parse: keepText }),
  EARSHOT_S3_REGION: variable({ default: 'auto', description: 'Region of the bucket.', parse: keepText }),
  EARSHOT_S3_ACCESS_KEY_ID: variable({ description: 'Access key id for the bucket.', parse: keepText }),
  EARSHOT_S3_SECRET_ACCESS_KEY: variable({ description: 'Secret access key for the bucket.', parse: keepText }),
  ...BACKUP_VARIABLES,
  ...MODEL_VARIABLES,
  ...GOOGLE_VARIABLES,
  ...MAIL_VARIABLES,
  EARSHOT_DNS_SERVERS: variable({
    example: '192.0.2.53,[2001:db8::53]:5353',
    description:
      'Comma-separated list of DNS servers for the verification of custom domains. Defaults to the DNS servers of the system.',
    parse: parseDnsServers,
  }),
  EARSHOT_WEBHOOK_ALLOW_PRIVATE: variable({
    default: 'off',
    description: 'Whether webhooks and requests for app metadata can reach private networks. For development only.',
    parse: parseSwitch,
  }),
  EARSHOT_WEBHOOK_DENY: variable({
    example: '203.0.113.0/24,2001:db8::/32',
    description:
      'Comma-separated list of addresses and networks to which webhooks and requests for app metadata are never sent, in addition to private networks. List your own public addresses.',
    parse: parseNetworks,
  }),
  EARSHOT_TRUST_PROXY: variable({
    default: 'off',
    description:
      'Proxies whose X-Forwarded-For header is trusted: "off", the number of proxies, or a comma-separated list of addresses and networks.',
    parse: parseTrustProxy,
  }),
  EARSHOT_THROTTLE: variable({
    default: 'on',
    description: 'Whether requests are throttled by client address and project. Use "off" for load tests only.',
    parse: parseSwitch,
  }),
  EARSHOT_COMMIT: variable({
    example: '5b3e1f0c8f6a4d2e9b7a1c3d5e7f9a0b2c4d6e8f',
    description:
      'Git commit of the code, shown by GET /v1/version. Images set it. Defaults to the commit of the clone, if there is one.',
    parse: keepText,
  }),
  EARSHOT_METRICS_PORT: variable({
    example: '9464',
    description: 'Port for Prometheus metrics at /metrics, on HOST. Disabled by default.',
    parse: parsePort,
  }),
  EARSHOT_LOG_LEVEL: variable({
    default: 'info',
    description: 'Minimum log level: debug (includes all requests), info, warn, error or silent.',
    parse: choiceParser('debug', 'info', 'warn', 'error', 'silent'),
  }),
} satisfies Record<string, Variable<unknown>>;

type Definitions = typeof VARIABLES;
type Values = {
  [K in keyof Definitions]: Definitions[K] extends { default: string }
    ? ReturnType<Definitions[K]['parse']>
    : ReturnType<Definitions[K]['parse']> | undefined;
};

export interface Config extends Omit<Values, 'EARSHOT_SIGN_UP'> {
  EARSHOT_SIGN_UP: 'invited' | 'anyone';
  /** Whether the listener is reachable only from the local machine. */
  isLoopback: boolean;
  /** Whether users sign in by entering any address: on loopback, without another way to sign in. */
  isLocal: boolean;
  /** Whether users sign in with a passkey, a mailed code or a link of this instance. */
  hasAccounts: boolean;
  /** Caps of memory, by EARSHOT_MEMORY. */
  memory: MemoryPlan;
}

/** An invalid configuration. The message lists one problem per line. */
export class ConfigError extends Error {}

/** Variables of the command line and the SDK, which may be set in the same shell. */
const CLIENT_VARIABLES = new Set(
  ['URL', 'TOKEN', 'PROJECT', 'PROFILE', 'CONFIG_DIR', 'PAGER', 'KEY'].map((name) => `EARSHOT_${name}`),
);

/** Reads and validates all variables. @throws {ConfigError} with all invalid variables */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, definition] of Object.entries(VARIABLES) as [string, Variable<unknown>][]) {
    const given = env[name] || definition.default;
    if (given === undefined) continue;
    try {
      values[name] = definition.parse(given);
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}`);
    }
  }
  for (const name of Object.keys(env)) {
    if (name.startsWith('EARSHOT_') && !(name in VARIABLES) && !CLIENT_VARIABLES.has(name))
      problems.push(`${name} is not a known variable`);
  }
  const config = { ...values, isLoopback: isLoopback(env.HOST || '127.0.0.1') } as Config;
  config.memory = config.EARSHOT_MEMORY === undefined ? planDefaultMemory() : planMemory(config.EARSHOT_MEMORY);
  problems.push(...listMissing(config));
  const isReachable = !config.isLoopback || !isLoopback(parseHost(config.EARSHOT_PUBLIC_URL) ?? 'localhost');
  config.EARSHOT_SIGN_UP ??= isReachable || config.EARSHOT_SIGN_UP_DOMAINS ? 'invited' : 'anyone';
  const hasProvider = Boolean(config.EARSHOT_OIDC_ISSUER || config.EARSHOT_GITHUB_CLIENT_ID);
  config.hasAccounts = config.EARSHOT_ACCOUNTS ?? (isReachable && !hasProvider);
  config.isLocal = !isReachable && !hasProvider && !config.hasAccounts;
  if (isReachable && !hasProvider && !config.hasAccounts) {
    problems.push(
      'EARSHOT_ACCOUNTS is off and no identity provider is configured, so that nobody could sign in: set EARSHOT_OIDC_ISSUER, EARSHOT_OIDC_CLIENT_ID and EARSHOT_OIDC_CLIENT_SECRET, or EARSHOT_GITHUB_CLIENT_ID and EARSHOT_GITHUB_CLIENT_SECRET, or remove EARSHOT_ACCOUNTS',
    );
  }
  if (problems.length) throw new ConfigError(problems.join('\n'));
  return config;
}

/** Addresses that mean all interfaces. Browsers cannot open them, and bind no passkey to them. */
const WILDCARDS = new Set(['0.0.0.0', '::']);

/** Returns the public URL without a trailing slash. The actual port is known once the server listens. */
export function derivePublicUrl({ EARSHOT_PUBLIC_URL, HOST, PORT }: { EARSHOT_PUBLIC_URL?: string; HOST: string; PORT: number }) {
  const host = WILDCARDS.has(HOST) ? 'localhost' : HOST;
  return EARSHOT_PUBLIC_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

/** Two exports and a list at the same time, from the replica and from the primary. */
const MIN_CONNECTIONS_WITH_REPLICA = 12;

/** Lists the missing variables of partially configured services, which would otherwise fail on first use. */
function listMissing(config: Config): string[] {
  const problems: string[] = [];
  if (config.EARSHOT_CLICKHOUSE_CLUSTER && !config.CLICKHOUSE_URL)
    problems.push('CLICKHOUSE_URL is required because EARSHOT_CLICKHOUSE_CLUSTER is set');
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const)
    if (config[name] && !config.DATABASE_URL) problems.push(`DATABASE_URL is required because ${name} is set`);
  if (config.DATABASE_REPLICA_URL && config.EARSHOT_DATABASE_CONNECTIONS < MIN_CONNECTIONS_WITH_REPLICA)
    problems.push(
      `EARSHOT_DATABASE_CONNECTIONS must be at least ${MIN_CONNECTIONS_WITH_REPLICA} because DATABASE_REPLICA_URL is set`,
    );
  if (config.EARSHOT_BACKUP_PASSPHRASE && config.EARSHOT_BACKUP_RECIPIENT)
    problems.push('EARSHOT_BACKUP_PASSPHRASE has no effect while EARSHOT_BACKUP_RECIPIENT is set; remove one of them');
  if (config.EARSHOT_SCRIPT_PATH !== undefined && config.EARSHOT_SCRIPT_PATH === config.EARSHOT_INTAKE_PATH)
    problems.push('EARSHOT_INTAKE_PATH must differ from EARSHOT_SCRIPT_PATH');
  if (config.EARSHOT_METRICS_PORT && config.EARSHOT_METRICS_PORT === config.PORT)
    problems.push('EARSHOT_METRICS_PORT must differ from PORT');
  for (const kind of ['EMBEDDINGS', 'LLM'] as const)
    if (config[`EARSHOT_${kind}_KEY`] && !config[`EARSHOT_${kind}_URL`])
      problems.push(`EARSHOT_${kind}_URL is required because EARSHOT_${kind}_KEY is set`);
  const ways = ['EARSHOT_IMAP_URL', 'EARSHOT_MAIL_IN_SECRET'] as const;
  const way = ways.find((name) => config[name]);
  if (config.EARSHOT_MAIL_IN_ADDRESS && !way)
    problems.push(`${ways.join(' or ')} is required because EARSHOT_MAIL_IN_ADDRESS is set`);
  if (way && !config.EARSHOT_MAIL_IN_ADDRESS) problems.push(`EARSHOT_MAIL_IN_ADDRESS is required because ${way} is set`);
  if (config.EARSHOT_IMAP_CA && !config.EARSHOT_IMAP_URL)
    problems.push('EARSHOT_IMAP_URL is required because EARSHOT_IMAP_CA is set');
  if (config.EARSHOT_SIGN_UP === 'anyone' && config.EARSHOT_SIGN_UP_DOMAINS)
    problems.push('EARSHOT_SIGN_UP_DOMAINS has no effect while EARSHOT_SIGN_UP is anyone; remove one of them');
  // Without a trusted proxy, any client could set the headers.
  if (config.EARSHOT_PLACE_HEADERS && config.EARSHOT_TRUST_PROXY === false)
    problems.push('EARSHOT_TRUST_PROXY is required because EARSHOT_PLACE_HEADERS is set');
  problems.push(...listUntrusted(config.EARSHOT_OIDC_TRUST_EMAIL, config.EARSHOT_OIDC_ISSUER));
  const groups = [
    ['EARSHOT_OIDC_ISSUER', 'EARSHOT_OIDC_CLIENT_ID', 'EARSHOT_OIDC_CLIENT_SECRET'],
    ['EARSHOT_GITHUB_CLIENT_ID', 'EARSHOT_GITHUB_CLIENT_SECRET'],
    ['EARSHOT_EMBEDDINGS_URL', 'EARSHOT_EMBEDDINGS_MODEL'],
    ['EARSHOT_LLM_URL', 'EARSHOT_LLM_MODEL'],
    ['EARSHOT_S3_ENDPOINT', 'EARSHOT_S3_BUCKET', 'EARSHOT_S3_ACCESS_KEY_ID', 'EARSHOT_S3_SECRET_ACCESS_KEY'],
  ] as const;
  const missing = groups.flatMap((names) => {
    const given = names.filter((name) => config[name]);
    return given.length === 0
      ? []
      : names.filter((name) => !config[name]).map((name) => `${name} is required because ${given[0]} is set`);
  });
  return [...problems, ...missing];
}

/** Returns the host of a URL, without the brackets of IPv6 addresses. */
const parseHost = (address: string | undefined) => address && new URL(address).hostname.replace(/^\[(.*)\]$/, '$1');

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
