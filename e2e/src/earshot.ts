import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { createTestDatabase } from '../../server/src/testing/database.ts';
import { readEarshot, startServerProcess } from '../../server/src/testing/process.ts';

/** Starts an Earshot process with its own databases and a temporary data folder. It is stopped after the test file. */
export async function startEarshot(env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-e2e-'));
  const { url, drop } = await createTestDatabase();
  const own = { EARSHOT_DATA_DIR: folder, DATABASE_URL: url };
  const server = await startServerProcess({ ...own, EARSHOT_LOG_LEVEL: 'warn', ...env });
  after(async () => {
    await server.end('SIGTERM');
    await drop();
    await rm(folder, { recursive: true, force: true });
  });
  /** Runs a command of the machine of the server. Returns what it prints. */
  const run = (...args: string[]) => readEarshot({ ...own, ...env }, ...args);
  /** Returns a session token for an address. The first user owns “My first project”. */
  const signIn = (email = 'owner@example.com') => run('token', 'create', '--email', email);
  return { ...server, folder, run, signIn };
}
