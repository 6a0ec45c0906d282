// Limits and measures the processor time of processes. Limits require Linux and root.
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { readProcesses } from '../processes.ts';

const [UNIFIED, LEGACY] = ['/sys/fs/cgroup', '/sys/fs/cgroup/cpu'];
/** Shorter than the default of 100 ms, so that a process that has used its share pauses for less time. */
const PERIOD_US = 20_000;
/** Multiple of the default weight, so that other programs do not take the share of a node. */
const WEIGHT = 10;

/**
 * Limits a process to a share of a core, with a control group of its own. Returns a function that removes the group of an ended process.
 * @throws where control groups are unavailable
 */
export function limitProcessor(pid: number, share: number): () => void {
  const isUnified = existsSync(`${UNIFIED}/cgroup.controllers`);
  const group = `${isUnified ? UNIFIED : LEGACY}/earshot-bench-${pid}`;
  mkdirSync(group);
  const quotaUs = Math.round(share * PERIOD_US);
  if (isUnified) {
    writeFileSync(`${group}/cpu.max`, `${quotaUs} ${PERIOD_US}`);
    writeFileSync(`${group}/cpu.weight`, String(100 * WEIGHT));
  } else {
    writeFileSync(`${group}/cpu.shares`, String(1_024 * WEIGHT));
    writeFileSync(`${group}/cpu.cfs_period_us`, String(PERIOD_US));
    writeFileSync(`${group}/cpu.cfs_quota_us`, String(quotaUs));
  }
  writeFileSync(`${group}/cgroup.procs`, String(pid));
  return () => rmdirSync(group);
}

export const PARTS = ['nodes', 'PostgreSQL', 'ClickHouse', 'load'] as const;
type Part = (typeof PARTS)[number];
/** Processor time in milliseconds; `others` is that of other programs. */
export type Usage = Record<Part | 'others', number>;

/** Returns the processor time since the start of the processes and their descendants. */
export function readUsage(pids: Record<Part, number[]>): Usage {
  const times = cpus().map(({ times: { user, nice, sys, irq } }) => user + nice + sys + irq);
  const usage = Object.fromEntries(
    // The other processes are descendants of this one, which generates the load.
    PARTS.map((part) => [
      part,
      part === 'load'
        ? (process.cpuUsage().user + process.cpuUsage().system) / 1_000
        : pids[part].flatMap((pid) => readProcesses(pid)).reduce((sum, { processorMs }) => sum + processorMs, 0),
    ]),
  ) as Record<Part, number>;
  const own = PARTS.reduce((sum, part) => sum + usage[part], 0);
  return { ...usage, others: times.reduce((sum, ms) => sum + ms, 0) - own };
}

export const subtractUsage = (now: Usage, before: Usage): Usage =>
  Object.fromEntries(Object.entries(now).map(([part, ms]) => [part, ms - before[part as Part]])) as Usage;
