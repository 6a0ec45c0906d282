import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** File system in memory of Linux. Containers often limit it to 64 MB. */
const MEMORY = '/dev/shm';
/** Leaves memory for the processes of the tests. */
const MIN_FREE_BYTES = 4 * 1024 ** 3;

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, process.availableMemory());
  } catch {
    return 0;
  }
}

/**
 * Puts temporary files of this process and those that it starts into memory, where there is enough. Tests create and remove many
 * databases: on a disk, tests of backups, upgrades and the event log take a quarter longer. The files are removed at the end.
 */
export function useMemoryFolder(): void {
  if (process.env.TMPDIR || freeBytes() < MIN_FREE_BYTES) return;
  const folder = mkdtempSync(join(MEMORY, 'earshot-test-'));
  // Tests also run programs as other users.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
