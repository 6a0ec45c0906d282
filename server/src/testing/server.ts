import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { SignJWT } from 'jose';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { formatId, newId } from '../ids.ts';
import { issuePersonalToken } from '../identity/index.ts';
import { type Server, startServer } from '../server.ts';
import { clickhouseBeside, createTestDatabase } from './database.ts';
import { recordAnswer } from './operations.ts';
import { PATIENT } from './process.ts';

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
  query?: Record<string, string | number>;
  body?: unknown;
}

// Tests look at any part of an answer: what it holds is the schema's business, which the server checks.
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

export interface TestServer extends Server {
  /** One HTTP request over a real connection. */
  call: (method: string, path: string, options?: Call) => Promise<Answer<Json>>;
  /** Someone who is signed in. */
  signIn: (email?: string) => Promise<{ token: string; email: string }>;
  /** A project with its key, and a token and the address of its owner. */
  createProject: (
    name?: string,
    ownerEmail?: string,
  ) => Promise<{ id: string; slug: string; key: string; token: string; email: string }>;
  /** An X-User-Token, as the customer's own app signs it. */
  signUser: (project: { id: string; token: string }, user: { id: string; [claim: string]: string }) => Promise<string>;
}

/** Tests send what people's browsers send, unless they say otherwise. */
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Starts the whole server on a free port and a database of its own; both end with the test file. */
export async function startTestServer(env: Record<string, string> = {}): Promise<TestServer> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-test-'));
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    CLICKHOUSE_URL: clickhouseBeside(env.DATABASE_URL ?? database.url),
    EARSHOT_DATA_DIR: dataDir,
    EARSHOT_THROTTLE: 'off',
    EARSHOT_REPORT_WAIT_MS: PATIENT,
    // Nobody answers there; see dns-server.ts.
    EARSHOT_DNS_SERVERS: '127.0.0.1:9',
    ...env,
  });
  const server = await startServer({ config, log: pino({ level: process.env.TEST_LOG ?? 'error' }), onAnswer: recordAnswer });
  after(async () => {
    await server.stop();
    await database.drop();
    await rm(dataDir, { recursive: true });
  });

  const call: TestServer['call'] = async (method, path, { key, token, visitor, headers = {}, query, body } = {}) => {
    const url = new URL(path, server.url);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value));
    const response = await fetch(url, {
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
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  const signIn: TestServer['signIn'] = async (email = `${formatId('usr', newId())}@example.com`) => ({
    email,
    token: await issuePersonalToken(server.db, { email, name: 'test', days: 1, withLocal: true }),
  });

  return {
    ...server,
    call,
    signIn,
    createProject: async (name = 'Acme', ownerEmail) => {
      const { token, email } = await signIn(ownerEmail);
      const { body } = await call('POST', '/v1/projects', { token, body: { name } });
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
