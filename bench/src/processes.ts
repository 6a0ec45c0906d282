// Reads memory, processor time and open files of processes from /proc.
import { readdirSync, readFileSync } from 'node:fs';

const readStatus = (pid: string) => readFileSync(`/proc/${pid}/status`, 'utf8');
const field = (status: string, name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';

export interface ProcessUsage {
  name: string;
  /** Memory that is not backed by files (binaries, page cache). */
  anonymousBytes: number;
  openFiles: number;
  /** Processor time since the start, with that of children that have ended. */
  processorMs: number;
}

/** Clock ticks of Linux are 10 ms. */
const TICK_MS = 10;

function readProcessorMs(pid: string): number {
  // The name, the second field, can contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return TICK_MS * fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
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
      if (!status) return [];
      const anonymousBytes = Number.parseInt(field(status, 'RssAnon'), 10) * 1024;
      return [{ name: field(status, 'Name'), anonymousBytes, openFiles, processorMs: readProcessorMs(pid) }];
    } catch {
      return [];
    }
  });
}
