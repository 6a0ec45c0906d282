import { issuePersonalToken } from '@earshot/server/instance/identity/index';
import { claimFirstProject } from '@earshot/server/instance/projects/projects';
import { runScheduled } from '@earshot/server/testing/jobs';
import { openTestServer } from '@earshot/server/testing/server';
import { readEarshot } from '@earshot/server/testing/process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/** Starts a server with its own databases, with a first local project. It is stopped after the test file. */
export async function startEarshot(env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-e2e-'));
  let output = '';
  const { server, databaseUrl, remove } = await openTestServer(env, (line) => (output += line));
  after(async () => {
    await server.stop();
    await remove();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    url: server.url,
    /** The API key of the first project. */
    key: server.firstProject?.api_key ?? '',
    /** Returns the log so far. */
    output: () => output,
    /** Runs a scheduled job now. */
    runScheduled: (name: string) => runScheduled(server.db, name),
    /** Runs a command of the machine of the server. Returns what it prints. */
    run: (...args: string[]) => readEarshot({ EARSHOT_DATA_DIR: folder, DATABASE_URL: databaseUrl, ...env }, ...args),
    /** Returns a session token for an address. The first user owns “My first project”. */
    signIn: (email = 'owner@example.com'): Promise<string> =>
      issuePersonalToken(server.db, { email, name: 'test', days: 1, withLocal: true, onFirstSignIn: claimFirstProject }),
  };
}
