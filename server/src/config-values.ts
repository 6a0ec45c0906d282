import { Resolver } from 'node:dns';
import { isIP } from 'node:net';

// Parsers for the values of environment variables. Each throws an error whose message follows the name of the variable.

export const keepText = (value: string) => value;

export function parsePort(value: string): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > 65_535) throw new Error('must be a port number from 0 to 65535');
  return number;
}

export function parseSwitch(value: string): boolean {
  if (value !== 'on' && value !== 'off') throw new Error('must be "on" or "off"');
  return value === 'on';
}

export function urlParser(...protocols: string[]) {
  return (value: string): string => {
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
      throw new Error(`must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
    return value.replace(/\/+$/, '');
  };
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

/** Parses a comma-separated list of domain names. */
export function parseDomains(value: string): string[] {
  const names = value.split(',').map((name) => name.trim().toLowerCase());
  if (!names.every((name) => /^(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+$/u.test(name)))
    throw new Error('must be a comma-separated list of domains such as example.com');
  return names;
}

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
