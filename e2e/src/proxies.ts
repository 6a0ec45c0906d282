import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { until } from '@earshot/server/testing/until';

/** Host of the proxies. All names below `localhost` are this machine (RFC 6761). */
export const HOST = 'earshot.localhost';

const PATHS = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/usr/local/sbin', ...(process.env.PATH?.split(':') ?? [])];

/** Returns the path of a program, or undefined when it is not installed. */
export const findProgram = (name: string) => PATHS.map((path) => join(path, name)).find((path) => existsSync(path));

/** Returns why a test is skipped, or false when all programs are installed. */
export const skipWithout = (...names: string[]): string | false => {
  const missing = names.filter((name) => !findProgram(name));
  return missing.length > 0 && `not installed: ${missing.join(', ')}`;
};

const folders: string[] = [];
const stops: (() => Promise<unknown>)[] = [];
// Here, because a hook that is registered within another hook runs directly after that one.
after(async () => {
  for (const stop of stops) await stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Creates a folder that is removed after the test file. */
export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-proxy-'));
  folders.push(folder);
  return folder;
}

/** Returns a configuration of `deploy/proxies` with other names and ports. @throws when it does not contain one of them */
export function readConfiguration(file: string, replacements: readonly (readonly [string, string])[]): string {
  const path = fileURLToPath(new URL(`../../deploy/proxies/${file}`, import.meta.url));
  return replace(readFileSync(path, 'utf8'), replacements);
}

export function replace(text: string, replacements: readonly (readonly [string, string])[]): string {
  return replacements.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`the configuration does not contain ${from}`);
    return result.replaceAll(from, to);
  }, text);
}

/** Creates a self-signed certificate for `HOST`. `pin` identifies its public key to Chromium. */
export function createCertificate() {
  const folder = createFolder();
  const [key, certificate, both] = ['key.pem', 'cert.pem', 'both.pem'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const subject = `-subj /CN=${HOST} -addext subjectAltName=DNS:${HOST}`;
  const options = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 ${subject}`;
  execFileSync('openssl', [...options.split(' '), '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  const pem = execFileSync('openssl', ['x509', '-in', certificate, '-pubkey', '-noout'], { encoding: 'utf8' });
  const der = Buffer.from(pem.replaceAll(/-----.*-----|\s/g, ''), 'base64');
  return { key, certificate, both, pin: createHash('sha256').update(der).digest('base64') };
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });

/** Starts a program that listens on ports until the test file ends. @throws with its output when it ends before */
async function start(program: string, args: string[], { ports, env }: { ports: number[]; env?: Record<string, string> }) {
  const child = spawn(findProgram(program) ?? program, args, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(child, 'exit');
  stops.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}:\n${output}`);
    return (await Promise.all(ports.map(isOpen))).every(Boolean);
  });
}

/** Starts nginx with the contents of the block `http`. */
export async function startNginx(configuration: string, ...ports: number[]): Promise<void> {
  const folder = createFolder();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr; events {}
    http { access_log off; ${temporary.join(' ')}
    ${configuration}
    }`,
  );
  await start('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], { ports });
}

/** Starts Caddy with a Caddyfile. */
export async function startCaddy(configuration: string, ...ports: number[]): Promise<void> {
  const folder = createFolder();
  writeFileSync(join(folder, 'Caddyfile'), configuration);
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  await start('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], { ports, env });
}

/** Starts HAProxy. */
export async function startHaproxy(configuration: string, ...ports: number[]): Promise<void> {
  const file = join(createFolder(), 'haproxy.cfg');
  writeFileSync(file, configuration);
  await start('haproxy', ['-f', file, '-db'], { ports });
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Loopback address of the client. */
  from?: string;
}

/** Sends a request to a port of this machine with a host name. Does not follow redirects, and accepts any certificate. */
export async function open(
  { protocol, port, host = HOST }: { protocol: 'http' | 'https'; port: number; host?: string },
  path: string,
  { method = 'GET', headers = {}, body, from = '127.0.0.1' }: Sent = {},
): Promise<IncomingMessage> {
  const options = { host: '127.0.0.1', port, path, method, localAddress: from, headers: { host: `${host}:${port}`, ...headers } };
  return await new Promise((resolve, reject) => {
    const request =
      protocol === 'https'
        ? requestHttps({ ...options, servername: host, rejectUnauthorized: false, agent: false }, resolve)
        : requestHttp({ ...options, agent: false }, resolve);
    request.on('error', reject).end(body);
  });
}

/** Returns the whole response of a request. */
export async function send(...[target, path, sent]: Parameters<typeof open>) {
  const response = await open(target, path, sent);
  return { status: response.statusCode, headers: response.headers, text: (await buffer(response)).toString() };
}
