import { issuePersonalToken } from '@earshot/server/instance/identity/index';
import { claimFirstProject } from '@earshot/server/instance/projects/projects';
import { claimEventCount } from '@earshot/server/testing/event-log';
import { runScheduled } from '@earshot/server/testing/jobs';
import { openTestServer } from '@earshot/server/testing/server';
import { isFree, readEarshot } from '@earshot/server/testing/process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/**
 * Port of the servers of this process, so that profiles of the browser that one test file leaves to the next one have the scripts of the
 * dashboard. Below the ports that systems give to connections. A file starts its servers one after another: two simultaneous starts would
 * both find it free.
 */
const PORT = 20_000 + (process.pid % 10_000);

/** Starts a server with its own databases, with a first local project. It is stopped after the test file. */
export async function startEarshot(env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-e2e-'));
  let output = '';
  const { server, databaseUrl, remove } = await openTestServer(
    { PORT: (await isFree(PORT)) ? String(PORT) : '0', ...env },
    (line) => (output += line),
  );
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
    /** Sets the stored number of events of each day of a project. */
    claimEventCount: (project: string, events: number) => claimEventCount(server.db, project, events),
    /** Runs a scheduled job now. */
    runScheduled: (name: string) => runScheduled(server.db, name),
    /** Runs a command of the machine of the server. Returns what it prints. */
    run: (...args: string[]) => readEarshot({ EARSHOT_DATA_DIR: folder, DATABASE_URL: databaseUrl, ...env }, ...args),
    /** Returns a session token for an address. The first user owns “My first project”. */
    signIn: (email = 'owner@example.com'): Promise<string> =>
      issuePersonalToken(server.db, { email, name: 'test', days: 1, withLocal: true, onFirstSignIn: claimFirstProject }),
  };
}
