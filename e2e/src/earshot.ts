import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { startServerProcess } from '../../server/src/testing/process.ts';

/** Earshot as its users start it, in a data folder of its own; it ends with the test file. */
export async function startEarshot(env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-e2e-'));
  const server = await startServerProcess({ EARSHOT_DATA_DIR: folder, EARSHOT_LOG_LEVEL: 'warn', ...env });
  after(async () => {
    await server.end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  });
  return { ...server, folder };
}
