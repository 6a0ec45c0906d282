// Reads memory and open files of processes from /proc.
import { readdirSync, readFileSync } from 'node:fs';

const readStatus = (pid: string) => readFileSync(`/proc/${pid}/status`, 'utf8');
const field = (status: string, name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';

export interface ProcessUsage {
  name: string;
  /** Memory that is not backed by files (binaries, page cache). */
  anonymousBytes: number;
  openFiles: number;
}

/** Returns the usage of a process and of all its descendants. Skips processes that end meanwhile. */
export function readProcesses(root: number): ProcessUsage[] {
  const statuses = new Map<string, string>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      statuses.set(pid, readStatus(pid));
    } catch {
      // The process has ended.
    }
  }
  const family = [String(root)];
  for (const member of family) for (const [pid, status] of statuses) if (field(status, 'PPid') === member) family.push(pid);
  return family.flatMap((pid) => {
    const status = statuses.get(pid);
    try {
      const openFiles = readdirSync(`/proc/${pid}/fd`).length;
      return status
        ? [{ name: field(status, 'Name'), anonymousBytes: Number.parseInt(field(status, 'RssAnon'), 10) * 1024, openFiles }]
        : [];
    } catch {
      return [];
    }
  });
}
