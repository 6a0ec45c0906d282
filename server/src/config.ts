import { Resolver } from 'node:dns';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseNetworks } from './webhooks/addresses.ts';

/** One environment variable: what it means, and how its text becomes a value. `parse` throws with the rest of the sentence. */
interface Variable<T> {
  example?: string;
  default?: string;
  about: string;
  parse: (text: string) => T;
}

const variable = <const D extends Variable<unknown>>(definition: D): D => definition;

const text = (value: string) => value;

function port(value: string): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > 65_535) throw new Error('must be a port number from 0 to 65535');
  return number;
}

function onOff(value: string): boolean {
  if (value !== 'on' && value !== 'off') throw new Error('must be "on" or "off"');
  return value === 'on';
}

function url(...protocols: string[]) {
  return (value: string): string => {
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
      throw new Error(`must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
    return value.replace(/\/+$/, '');
  };
}

/** libpq's form, which allows no host at all (a Unix socket by `?host=`), so it is not always a URL to the letter. */
function databaseUrl(value: string): string {
  if (!/^postgres(ql)?:\/\//.test(value)) throw new Error('must be a URL that begins with postgres:// or postgresql://');
  return value;
}

function oneOf<const T extends string>(...words: T[]) {
  return (value: string): T => {
    if (!words.includes(value as T)) throw new Error(`must be one of ${words.join(', ')}`);
    return value as T;
  };
}

/** `off`, a number of proxies in front, or a comma-separated list of their addresses and networks. */
function trustProxy(value: string): false | number | string[] {
  if (value === 'off') return false;
  if (/^\d+$/.test(value)) return Number(value);
  const networks = value.split(',').map((network) => network.trim());
  if (!networks.every((network) => isIP(network.split('/')[0] ?? '')))
    throw new Error('must be "off", a number of proxies, or a list of addresses and networks');
  return networks;
}

/** A comma-separated list of domain names. */
function domains(value: string): string[] {
  const names = value.split(',').map((name) => name.trim().toLowerCase());
  if (!names.every((name) => /^(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+$/u.test(name)))
    throw new Error('must be a comma-separated list of domains such as example.com');
  return names;
}

/** A comma-separated list of addresses, each with a port perhaps. */
function dnsServers(value: string): string[] {
  const servers = value.split(',').map((server) => server.trim());
  try {
    new Resolver().setServers(servers);
  } catch {
    throw new Error('must be a comma-separated list of addresses such as 192.0.2.53 or [2001:db8::53]:5353');
  }
  return servers;
}

/** Every variable that Earshot reads. `.env.example` and the table in the README are made from this list. */
export const VARIABLES = {
  PORT: variable({ default: '4000', about: 'Port to listen on', parse: port }),
  HOST: variable({
    default: '127.0.0.1',
    about: 'Address to listen on; with any but a loopback address an identity provider is required',
    parse: text,
  }),
  EARSHOT_DATA_DIR: variable({
    default: './data',
    about: 'Folder of the embedded engines and of uploads',
    parse: (value) => resolve(value),
  }),
  EARSHOT_PUBLIC_URL: variable({
    example: 'https://feedback.example.com',
    about: 'URL under which people reach this instance: links in mails, OAuth redirects (default: from HOST and PORT)',
    parse: url('http:', 'https:'),
  }),
  DATABASE_URL: variable({
    example: 'postgres://earshot:secret@localhost/earshot',
    about: 'PostgreSQL 15 or newer, in place of the embedded one',
    parse: databaseUrl,
  }),
  EARSHOT_DATABASE_CONNECTIONS: variable({
    default: '10',
    about: 'Connections to PostgreSQL that this process may open, beside the one by which it moves events',
    parse: (value) => {
      const count = Number(value);
      if (!Number.isInteger(count) || count < 2 || count > 1000) throw new Error('must be a whole number from 2 to 1000');
      return count;
    },
  }),
  CLICKHOUSE_URL: variable({
    example: 'http://earshot:secret@localhost:8123/earshot',
    about:
      'ClickHouse server and database for events, in place of the engine in this process (26.7); several nodes need one. Before 24.12 it lacks a setting that questions use',
    parse: url('http:', 'https:'),
  }),
  EARSHOT_CLICKHOUSE_CLUSTER: variable({
    about: 'Name of a ClickHouse cluster: tables are then replicated and distributed over it',
    parse: (value) => {
      if (!/^[A-Za-z0-9_-]+$/.test(value)) throw new Error('must be of letters, digits, _ and -');
      return value;
    },
  }),
  EARSHOT_INBOX_EVENTS: variable({
    default: '5000000',
    about:
      'Events that may wait in PostgreSQL while ClickHouse is away, at some 0.5 GB a million; beyond, new ones are answered 503',
    parse: (value) => {
      const count = Number(value);
      if (!Number.isInteger(count) || count < 1) throw new Error('must be a whole number from 1');
      return count;
    },
  }),
  EARSHOT_REPORT_WAIT_MS: variable({
    default: '250',
    about:
      'Milliseconds that an analytics report waits for events accepted before it; then it answers with what is there, and `as_of` says up to when that is all',
    parse: (value) => {
      const ms = Number(value);
      if (!Number.isInteger(ms) || ms < 0 || ms > 60_000) throw new Error('must be a whole number from 0 to 60000');
      return ms;
    },
  }),
  EARSHOT_GEOIP_DB: variable({
    example: '/var/lib/GeoIP/GeoLite2-City.mmdb',
    about: 'MaxMind-format file by which addresses become countries, regions and cities',
    parse: text,
  }),
  EARSHOT_PLACE_HEADERS: variable({
    example: 'cf-ipcountry,cf-region-code,cf-ipcity',
    about: 'Headers in which the proxy of EARSHOT_TRUST_PROXY says country, region and city',
    parse: (value) => value.split(',').map((name) => name.trim().toLowerCase()),
  }),
  EARSHOT_OIDC_ISSUER: variable({
    example: 'https://accounts.google.com',
    about: 'OpenID Connect issuer to sign in with, found by discovery',
    parse: url('http:', 'https:'),
  }),
  EARSHOT_OIDC_CLIENT_ID: variable({
    about: 'Client id at that issuer; its redirect URI is <EARSHOT_PUBLIC_URL>/v1/auth/callback',
    parse: text,
  }),
  EARSHOT_OIDC_CLIENT_SECRET: variable({ about: 'Client secret at that issuer', parse: text }),
  EARSHOT_OIDC_NAME: variable({ default: 'Single sign-on', about: 'What the sign-in button calls that issuer', parse: text }),
  EARSHOT_GITHUB_CLIENT_ID: variable({
    about: 'Client id of a GitHub OAuth app; its callback URL is <EARSHOT_PUBLIC_URL>/v1/auth/callback',
    parse: text,
  }),
  EARSHOT_GITHUB_CLIENT_SECRET: variable({ about: 'Client secret of that OAuth app', parse: text }),
  EARSHOT_GITHUB_URL: variable({
    default: 'https://github.com',
    about: 'GitHub Enterprise Server, if it is not github.com',
    parse: url('http:', 'https:'),
  }),
  EARSHOT_SIGN_UP: variable({
    about:
      'Who gets an account: "invited" (the first person, then whoever is invited to a project) or "anyone" whom an identity provider knows (default: invited; anyone while HOST and EARSHOT_PUBLIC_URL are loopback addresses)',
    parse: oneOf('invited', 'anyone'),
  }),
  EARSHOT_SIGN_UP_DOMAINS: variable({
    example: 'example.com,example.org',
    about: 'Domains whose verified email addresses may sign up without an invitation',
    parse: domains,
  }),
  EARSHOT_MAX_PROJECTS_PER_USER: variable({
    default: '20',
    about: 'Projects that one person may own',
    parse: (value) => {
      const count = Number(value);
      if (!Number.isInteger(count) || count < 1) throw new Error('must be a whole number from 1');
      return count;
    },
  }),
  EARSHOT_CONTACT: variable({
    default: 'the person who runs this instance',
    about: 'Whom people are told to ask who may not sign up, or own too many projects: a name or an address',
    parse: text,
  }),
  EARSHOT_S3_ENDPOINT: variable({
    example: 'https://s3.eu-central-1.amazonaws.com',
    about: 'S3-compatible store for uploads, in place of the data folder; several nodes need one, or a shared folder',
    parse: url('http:', 'https:'),
  }),
  EARSHOT_S3_BUCKET: variable({ about: 'Bucket for uploads', parse: text }),
  EARSHOT_S3_REGION: variable({ default: 'auto', about: 'Region of the bucket', parse: text }),
  EARSHOT_S3_ACCESS_KEY_ID: variable({ about: 'Access key of the bucket', parse: text }),
  EARSHOT_S3_SECRET_ACCESS_KEY: variable({ about: 'Secret of that access key', parse: text }),
  EARSHOT_EMBEDDINGS_URL: variable({
    example: 'http://127.0.0.1:11434/v1',
    about: 'Base of an OpenAI-compatible API whose /embeddings make a knowledge base searchable by meaning',
    parse: url('http:', 'https:'),
  }),
  EARSHOT_EMBEDDINGS_MODEL: variable({ example: 'nomic-embed-text', about: 'Model to ask there', parse: text }),
  EARSHOT_EMBEDDINGS_KEY: variable({ about: 'Key of that API, if it wants one', parse: text }),
  SMTP_URL: variable({
    example: 'smtps://user:password@mail.example.com',
    about: 'Mail server; without it mails are kept in the outbox, where GET /v1/projects/:id/mails shows them',
    parse: url('smtp:', 'smtps:'),
  }),
  EARSHOT_MAIL_FROM: variable({ default: 'Earshot <earshot@localhost>', about: 'Sender of all mails', parse: text }),
  EARSHOT_DNS_SERVERS: variable({
    example: '192.0.2.53,[2001:db8::53]:5353',
    about: 'DNS servers that are asked for the proof of custom domains (default: those of the system)',
    parse: dnsServers,
  }),
  EARSHOT_WEBHOOK_ALLOW_PRIVATE: variable({
    default: 'off',
    about: 'Whether webhooks may be sent into private networks and to this machine; for development',
    parse: onOff,
  }),
  EARSHOT_WEBHOOK_DENY: variable({
    example: '203.0.113.0/24,2001:db8::/32',
    about: 'Addresses and networks that webhooks are never sent to, besides private ones: those of your own that are public',
    parse: parseNetworks,
  }),
  EARSHOT_TRUST_PROXY: variable({
    default: 'off',
    about: 'Whose X-Forwarded-For counts: "off", a number of proxies, or a list of addresses and networks',
    parse: trustProxy,
  }),
  EARSHOT_THROTTLE: variable({
    default: 'on',
    about: 'Throttling by client address and project; "off" for load tests',
    parse: onOff,
  }),
  EARSHOT_METRICS_PORT: variable({
    example: '9464',
    about: 'Port for Prometheus metrics at /metrics, on HOST (default: none)',
    parse: port,
  }),
  EARSHOT_LOG_LEVEL: variable({
    default: 'info',
    about: 'Least level that is logged: debug (every request), info, warn or error',
    parse: oneOf('debug', 'info', 'warn', 'error', 'silent'),
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
  /** Whether only this machine can reach the listener. */
  isLoopback: boolean;
  /** Whether people sign in through Earshot's own provider: on loopback, with no other configured. */
  isLocal: boolean;
}

/** What the operator has to change before Earshot can start. */
export class ConfigError extends Error {}

/** Reads and checks all variables. @throws {ConfigError} naming every variable that is wrong */
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
    if (name.startsWith('EARSHOT_') && !(name in VARIABLES)) problems.push(`${name} is not a variable that Earshot knows`);
  }
  const config = { ...values, isLoopback: isLoopback(env.HOST || '127.0.0.1') } as Config;
  problems.push(...incomplete(config));
  const isReachable = !config.isLoopback || !isLoopback(hostOf(config.EARSHOT_PUBLIC_URL) ?? 'localhost');
  config.EARSHOT_SIGN_UP ??= isReachable || config.EARSHOT_SIGN_UP_DOMAINS ? 'invited' : 'anyone';
  const hasProvider = Boolean(config.EARSHOT_OIDC_ISSUER || config.EARSHOT_GITHUB_CLIENT_ID);
  config.isLocal = config.isLoopback && !hasProvider;
  if (!config.isLoopback && !hasProvider) {
    problems.push(
      `HOST is ${config.HOST}, which other machines can reach, and no identity provider is configured: set EARSHOT_OIDC_ISSUER, EARSHOT_OIDC_CLIENT_ID and EARSHOT_OIDC_CLIENT_SECRET, or EARSHOT_GITHUB_CLIENT_ID and EARSHOT_GITHUB_CLIENT_SECRET`,
    );
  }
  if (problems.length) throw new ConfigError(problems.join('\n'));
  return config;
}

/** A provider, or a store, needs all of its variables: half of one would fail only when it is first used. */
function incomplete(config: Config): string[] {
  const alone: string[] = [];
  if (config.EARSHOT_CLICKHOUSE_CLUSTER && !config.CLICKHOUSE_URL)
    alone.push('CLICKHOUSE_URL is required, since EARSHOT_CLICKHOUSE_CLUSTER is set');
  if (config.EARSHOT_EMBEDDINGS_KEY && !config.EARSHOT_EMBEDDINGS_URL)
    alone.push('EARSHOT_EMBEDDINGS_URL is required, since EARSHOT_EMBEDDINGS_KEY is set');
  if (config.EARSHOT_SIGN_UP === 'anyone' && config.EARSHOT_SIGN_UP_DOMAINS)
    alone.push('EARSHOT_SIGN_UP_DOMAINS has no effect while EARSHOT_SIGN_UP is anyone: remove one of them');
  // Anybody could send them otherwise.
  if (config.EARSHOT_PLACE_HEADERS && config.EARSHOT_TRUST_PROXY === false)
    alone.push('EARSHOT_TRUST_PROXY is required, since EARSHOT_PLACE_HEADERS is set');
  const groups = [
    ['EARSHOT_OIDC_ISSUER', 'EARSHOT_OIDC_CLIENT_ID', 'EARSHOT_OIDC_CLIENT_SECRET'],
    ['EARSHOT_GITHUB_CLIENT_ID', 'EARSHOT_GITHUB_CLIENT_SECRET'],
    ['EARSHOT_EMBEDDINGS_URL', 'EARSHOT_EMBEDDINGS_MODEL'],
    ['EARSHOT_S3_ENDPOINT', 'EARSHOT_S3_BUCKET', 'EARSHOT_S3_ACCESS_KEY_ID', 'EARSHOT_S3_SECRET_ACCESS_KEY'],
  ] as const;
  const halves = groups.flatMap((names) => {
    const given = names.filter((name) => config[name]);
    return given.length === 0
      ? []
      : names.filter((name) => !config[name]).map((name) => `${name} is required, since ${given[0]} is set`);
  });
  return [...alone, ...halves];
}

/** The host of a URL, IPv6 addresses without their brackets. */
const hostOf = (address: string | undefined) => address && new URL(address).hostname.replace(/^\[(.*)\]$/, '$1');

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
