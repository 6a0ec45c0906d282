import { Resolver } from 'node:dns';
import { isIP } from 'node:net';
import { readEmail, toAsciiDomain } from '@earshot/contract/shared/mailbox';

/** The definition of an environment variable. `parse` converts the text to a value and throws an error whose message follows the name. */
export interface Variable<T> {
  example?: string;
  default?: string;
  description: string;
  parse: (text: string) => T;
}

export const variable = <const D extends Variable<unknown>>(definition: D): D => definition;

// Parsers for the values of environment variables. Each throws an error whose message follows the name of the variable.

export const keepText = (value: string) => value;

export function parsePort(value: string): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > 65_535) throw new Error('must be a port number from 0 to 65535');
  return number;
}

/** Returns a parser of integers within limits. */
export const integerParser =
  ({ min, max = Infinity }: { min: number; max?: number }) =>
  (value: string): number => {
    const number = Number(value);
    if (!Number.isInteger(number) || number < min || number > max)
      throw new Error(max === Infinity ? `must be an integer of at least ${min}` : `must be an integer from ${min} to ${max}`);
    return number;
  };

export function parseSwitch(value: string): boolean {
  if (value !== 'on' && value !== 'off') throw new Error('must be "on" or "off"');
  return value === 'on';
}

/** Parts of a URL beyond scheme, host and port, in the words of messages. */
const URL_PARTS = {
  user: ({ username, password }: URL) => username + password,
  path: ({ pathname }: URL) => pathname.replace(/^\/+$/, ''),
  query: ({ search }: URL) => search,
  fragment: ({ hash }: URL) => hash,
};
type UrlPart = keyof typeof URL_PARTS;

/** Returns a parser of URLs that may have the given parts, and no others. The result has no trailing slash. */
function urlParser(protocols: string[], allowed: UrlPart[]) {
  const schemes = protocols.map((protocol) => `${protocol}//`);
  return (value: string): string => {
    // `new URL` repairs missing slashes, and removes line breaks and spaces at the ends.
    if (/\s/.test(value)) throw new Error('must be a URL without spaces');
    if (!URL.canParse(value) || !schemes.some((scheme) => value.toLowerCase().startsWith(scheme)))
      throw new Error(`must be a URL that starts with ${schemes.join(' or ')}`);
    const url = new URL(value);
    const found = (Object.keys(URL_PARTS) as UrlPart[]).find((part) => !allowed.includes(part) && URL_PARTS[part](url));
    if (found) throw new Error(`must be a URL without a ${found}`);
    return value.replace(/\/+$/, '');
  };
}

const WEB = ['http:', 'https:'];

/** Parses the base URL of an API, to which paths are appended. */
export const parseBaseUrl = urlParser(WEB, ['path']);

/** Parses the URL of a ClickHouse server with user, password and database. */
export const parseClickhouseUrl = urlParser(WEB, ['user', 'path', 'query']);

/** Parses the URL of a mail server. The query has options of nodemailer. */
export const parseSmtpUrl = urlParser(['smtp:', 'smtps:'], ['user', 'path', 'query']);

/** Parses the URL of a mailbox: the path is its name. */
export function parseImapUrl(value: string): string {
  const url = urlParser(['imap:', 'imaps:'], ['user', 'path'])(value);
  const { username, password } = new URL(url);
  if (!username || !password) throw new Error('must be a URL with user and password');
  return url;
}

const parseHostUrl = urlParser(WEB, []);

/** Parses a URL that consists of scheme, host and an optional port. Returns it in the form in which browsers send it. */
export function parseOrigin(value: string): string {
  try {
    return new URL(parseHostUrl(value)).origin;
  } catch (error) {
    throw new Error(`${(error as Error).message}: only scheme, host and port, such as https://feedback.example.com`, {
      cause: error,
    });
  }
}

/** An address, or a name with an address in angle brackets. A name with a comma requires quotes. */
const SENDER = /^(?:(?:"[^"\p{Cc}]*" *|[^"<>,;\p{Cc}]*)<([^<>]+)>|([^<>]+))$/u;
const ADDRESS = /^[^\s@"(),:;<>\\[\]]+@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u;

/** Accepts the sender of emails. */
export function parseSender(value: string): string {
  const [, bracketed, bare] = SENDER.exec(value) ?? [];
  if (!ADDRESS.test(bracketed ?? bare ?? '')) throw new Error('must be an email address such as Acme <feedback@example.com>');
  return value;
}

/** Characters of an address before the `@`, of which 64 may be used: a reply address continues with `+` and 48 others. */
const MAX_REPLY_LOCAL_LENGTH = 15;

/** Parses the address that receives replies. */
export function parseReplyAddress(value: string): string {
  const [local = '', domain = ''] = readEmail(value)?.split('@') ?? [];
  if (!/^[a-z\d._-]+$/i.test(local) || local.length > MAX_REPLY_LOCAL_LENGTH)
    throw new Error(
      `must be an email address such as reply@example.com, with at most ${MAX_REPLY_LOCAL_LENGTH} letters, digits, ".", "_" and "-" before the @`,
    );
  return `${local}@${toAsciiDomain(domain)}`;
}

const MIN_SECRET_LENGTH = 16;

/** Accepts a secret that others send as a bearer token. */
export function parseSecret(value: string): string {
  if (value.length < MIN_SECRET_LENGTH || !/^[\x21-\x7e]+$/.test(value))
    throw new Error(`must consist of at least ${MIN_SECRET_LENGTH} ASCII characters without spaces`);
  return value;
}

/** Accepts libpq's format, which is not always a valid URL: the host can be empty (a Unix socket with `?host=`). */
export function parseDatabaseUrl(value: string): string {
  if (!/^postgres(ql)?:\/\//.test(value)) throw new Error('must be a URL that starts with postgres:// or postgresql://');
  return value;
}

export function choiceParser<const T extends string>(...choices: T[]) {
  return (value: string): T => {
    if (!choices.includes(value as T)) throw new Error(`must be one of ${choices.join(', ')}`);
    return value as T;
  };
}

/** Parses `off`, a number of proxies, or a comma-separated list of addresses and networks. */
export function parseTrustProxy(value: string): false | number | string[] {
  if (value === 'off') return false;
  if (/^\d+$/.test(value)) return Number(value);
  const networks = value.split(',').map((network) => network.trim());
  if (!networks.every((network) => isIP(network.split('/')[0] ?? '')))
    throw new Error('must be "off", a number of proxies, or a list of addresses and networks');
  return networks;
}

const MAX_PATH_LENGTH = 100;

/** Parses a path of up to four segments. */
export function parsePath(value: string): string {
  if (!/^(?:\/[\w-]+(?:\.[\w-]+)*){1,4}$/.test(value) || value.length > MAX_PATH_LENGTH)
    throw new Error(
      `must be a path of letters, digits, ".", "_" and "-", such as /news/main.js, of at most ${MAX_PATH_LENGTH} characters`,
    );
  return value;
}

/** Parses a comma-separated list of domain names, and returns them as in DNS. */
export const parseDomains = (value: string): string[] =>
  value.split(',').map((name) => {
    const domain = toAsciiDomain(name.trim());
    if (domain === undefined) throw new Error('must be a comma-separated list of domains such as example.com');
    return domain;
  });

/** Parses a comma-separated list of addresses with optional ports. */
export function parseDnsServers(value: string): string[] {
  const servers = value.split(',').map((server) => server.trim());
  try {
    new Resolver().setServers(servers);
  } catch {
    throw new Error('must be a comma-separated list of addresses such as 192.0.2.53 or [2001:db8::53]:5353');
  }
  return servers;
}

/** Ranges of the fields of a cron expression: minute, hour, day of the month, month, day of the week. */
const CRON_RANGES = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;

/** Accepts a cron expression of five fields with numbers, ranges, lists and steps, such as `15 3 * * 1-5`. */
export function parseCron(value: string): string {
  const fields = value.trim().split(/\s+/);
  const isField = (field: string, [min, max]: readonly [number, number]) =>
    field.split(',').every((part) => {
      const [, from = min, to = from] = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/[1-9]\d*)?$/.exec(part) ?? [undefined, -1];
      return Number(from) >= min && Number(from) <= Number(to) && Number(to) <= max;
    });
  if (fields.length !== CRON_RANGES.length || !CRON_RANGES.every((range, index) => isField(fields[index] ?? '', range)))
    throw new Error('must be a cron expression with five fields, such as "15 3 * * *" for 03:15 UTC every day');
  return fields.join(' ');
}

/** Parses an age public key. */
export function parseRecipient(value: string): string {
  if (!/^age1[0-9a-z]{30,}$/.test(value)) throw new Error('must be an age public key, which starts with "age1"');
  return value;
}

/** Units of a rule for kept backups: days, weeks, months and years. */
export type KeepUnit = 'd' | 'w' | 'm' | 'y';

/** Numbers of days, weeks, months and years of which the latest backup is kept. */
export type Keep = Partial<Record<KeepUnit, number>>;

/** Parses a rule for kept backups, such as `7d4w6m`. */
export function parseKeep(text: string): Keep {
  const parts = [...text.matchAll(/(\d{1,4})([dwmy])/g)];
  const keep = Object.fromEntries(parts.map(([, count, unit]) => [unit, Number(count)])) as Keep;
  const isValid = parts.map(([part]) => part).join('') === text && Object.keys(keep).length === parts.length;
  if (!isValid || !Object.values(keep).some((count) => count > 0))
    throw new Error('must be numbers of days, weeks, months and years to keep, such as 7d4w6m');
  return keep;
}

/** Issuers for all tenants of Microsoft Entra ID. Anyone can create a tenant whose users have any address (“nOAuth”). */
const ANY_TENANT = /^https:\/\/login\.microsoftonline\.[a-z]+\/(?:common|organizations|consumers)(?:\/|$)/i;

/** Returns why the addresses of a trusted issuer cannot be trusted. */
export function listUntrusted(trusted: string | undefined, issuer: string | undefined): string[] {
  if (trusted === undefined) return [];
  if (trusted !== issuer)
    return [`EARSHOT_OIDC_TRUST_EMAIL must have the value of EARSHOT_OIDC_ISSUER${issuer ? `, ${issuer}` : ''}`];
  if (ANY_TENANT.test(trusted))
    return ['EARSHOT_OIDC_TRUST_EMAIL must be the issuer of one tenant, because other tenants can contain any address'];
  return [];
}
