import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { SignJWT } from 'jose';
import { sql } from 'kysely';
import { pino } from 'pino';
import { readConfig } from '../platform/config/config.ts';
import { formatId, newId, parseId } from '../platform/ids.ts';
import { issuePersonalToken } from '../instance/identity/index.ts';
import { createDatabase, createPool, type Db } from '../platform/postgres/database.ts';
import type { Server } from '../server.ts';
import { clickhouseUrlFor, createTestDatabase, TEST_CLUSTER } from './database.ts';
import { stopSchedules } from './jobs.ts';
import { recordAnswer } from './operations.ts';
import { REPORT_WAIT_MS } from './process.ts';

export interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface Call {
  key?: string;
  token?: string;
  visitor?: string;
  headers?: Record<string, string>;
  query?: Record<string, string | number | readonly string[]>;
  body?: unknown;
}

// Tests read any part of a response. The server validates responses by their schemas.
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

export interface TestClient {
  url: string;
  db: Db;
  /** Sends an HTTP request over a real connection. */
  call: (method: string, path: string, options?: Call) => Promise<Answer<Json>>;
  /** Signs in a user. Default: a new user. */
  signIn: (email?: string) => Promise<{ token: string; email: string }>;
  /** Creates a project. Returns its key, and a token and the email address of its owner. */
  createProject: (
    name?: string,
    ownerEmail?: string,
  ) => Promise<{ id: string; slug: string; key: string; token: string; email: string }>;
  /** Signs an X-User-Token like the app of a customer. */
  signUser: (project: { id: string; token: string }, user: { id: string; [claim: string]: unknown }) => Promise<string>;
}

export type TestServer = Server & TestClient;

/** Settings of the shared server. */
const SHARED_ENV = { EARSHOT_WEBHOOK_ALLOW_PRIVATE: 'on' };

/** Headers of a browser, which tests send by default. */
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

/**
 * Returns a client of the server that the global setup started for all test files. Other files create projects and users on it at the
 * same time. Starts a server of its own where no such server runs, as in mutation testing.
 */
export async function sharedTestServer(): Promise<TestClient> {
  const { EARSHOT_TEST_SERVER } = process.env;
  if (!EARSHOT_TEST_SERVER) return await startTestServer(SHARED_ENV);
  const { url, databaseUrl } = JSON.parse(EARSHOT_TEST_SERVER) as { url: string; databaseUrl: string };
  const pool = createPool({ connectionString: databaseUrl, max: 4 }, () => {});
  after(() => pool.end());
  return createClient(url, createDatabase(pool));
}

/** Starts a server on a free port, with its own database unless one is given. Both are removed after the test file. */
export async function startTestServer(env: Record<string, string> = {}): Promise<TestServer> {
  const { server, remove } = await openTestServer(env);
  after(async () => {
    await server.stop();
    await remove();
  });
  return { ...server, ...createClient(server.url, server.db) };
}

/** Starts a server like `startTestServer` does. The caller stops the server, then calls `remove`. `onLog` receives warnings and errors. */
export async function openTestServer(
  env: Record<string, string> = SHARED_ENV,
  onLog?: (line: string) => void,
): Promise<{ server: Server; databaseUrl: string; remove: () => Promise<void> }> {
  const database = env.DATABASE_URL ? { url: env.DATABASE_URL, drop: async () => {} } : await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-test-'));
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    CLICKHOUSE_URL: clickhouseUrlFor(database.url),
    ...(TEST_CLUSTER && { EARSHOT_CLICKHOUSE_CLUSTER: TEST_CLUSTER }),
    EARSHOT_DATA_DIR: dataDir,
    EARSHOT_THROTTLE: 'off',
    EARSHOT_REPORT_WAIT_MS: REPORT_WAIT_MS,
    // No name server listens on this port; see dns-server.ts.
    EARSHOT_DNS_SERVERS: '127.0.0.1:9',
    EARSHOT_GOOGLE_TOKEN_URL: 'http://127.0.0.1:9/token',
    EARSHOT_GOOGLE_API_URL: 'http://127.0.0.1:9',
    ...env,
  });
  const log = onLog ? pino({ level: 'warn' }, { write: onLog }) : pino({ level: process.env.TEST_LOG ?? 'error' });
  // Clients of the shared server need not load the server.
  const { startServer } = await import('../server.ts');
  const server = await startServer({ config, log, onAnswer: recordAnswer });
  await stopSchedules(server.db);
  return {
    server,
    databaseUrl: database.url,
    remove: async () => {
      await database.drop();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Returns a function that sends requests to a server, such as one in a process of its own. */
export function callerOf(url: string): TestClient['call'] {
  return async (method, path, { key, token, visitor, headers = {}, query, body } = {}) => {
    const target = new URL(path, url);
    for (const [name, value] of Object.entries(query ?? {}))
      for (const item of [value].flat()) target.searchParams.append(name, String(item));
    const response = await fetch(target, {
      method,
      redirect: 'manual',
      headers: {
        'user-agent': BROWSER,
        ...(key && { 'x-project-key': key }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(visitor && { 'x-visitor-id': visitor }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const answer = { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
    // Most tests read the status of a change only.
    assert.ok(
      !response.ok || answer.body?.ok !== false,
      `${method} ${path}: the status is ${response.status}, and \`ok\` is false`,
    );
    return answer;
  };
}

function createClient(url: string, db: Db): TestClient {
  const call = callerOf(url);
  const signIn: TestClient['signIn'] = async (email = `${formatId('usr', newId())}@example.com`) => ({
    email,
    token: await issuePersonalToken(db, { email, name: 'test', days: 1, withLocal: true }),
  });

  return {
    url,
    db,
    call,
    signIn,
    createProject: async (name = 'Acme', ownerEmail) => {
      const { token, email } = await signIn(ownerEmail);
      const { body } = await call('POST', '/v1/projects', { token, body: { name } });
      // Tests vote as many visitors, all from one network.
      await sql`
        UPDATE projects SET settings = jsonb_set(settings, '{feedback}', '{"anonymous_votes_per_network": 100000}')
        WHERE id = ${parseId('prj', body.id)}`.execute(db);
      return { id: body.id, slug: body.slug, key: body.api_key, token, email };
    },
    signUser: async (project, { id: sub, ...claims }) => {
      const { body } = await call('GET', `/v1/projects/${project.id}/identity-secrets`, { token: project.token });
      return await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(sub)
        .setAudience(project.id)
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(body.data[0].secret));
    },
  };
}
