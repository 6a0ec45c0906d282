// Measures the anonymous memory of an idle Earshot, Node.js and PostgreSQL. Memory backed by files (binaries, page cache) is not counted.
import { readdirSync, readFileSync } from 'node:fs';
import { printTable, startEarshot, withFolder } from './measure.ts';

const IDLE_MS = 20_000;

const statusOf = (pid: string) => readFileSync(`/proc/${pid}/status`, 'utf8');
const field = (status: string, name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';

/** Returns the ids of a process and of all its descendants. */
function familyOf(root: number): string[] {
  const parents = new Map<string, string>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      parents.set(pid, field(statusOf(pid), 'PPid'));
    } catch {
      // The process has ended.
    }
  }
  const family = [String(root)];
  for (const member of family) for (const [pid, parent] of parents) if (parent === member) family.push(pid);
  return family;
}

await withFolder(async (folder) => {
  const earshot = await startEarshot(folder);
  try {
    const headers = { 'x-project-key': earshot.key, 'content-type': 'application/json' };
    for (let n = 0; n < 100; n++) {
      await fetch(`${earshot.url}/v1/feedback`, { method: 'POST', headers, body: JSON.stringify({ title: `Entry ${n}` }) });
      await fetch(`${earshot.url}/v1/feedback`, { headers });
    }
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));

    const sums = new Map<string, { count: number; kib: number }>();
    for (const pid of familyOf(earshot.child.pid ?? 0)) {
      const status = statusOf(pid);
      const name = field(status, 'Name');
      const sum = sums.get(name) ?? { count: 0, kib: 0 };
      sums.set(name, { count: sum.count + 1, kib: sum.kib + Number.parseInt(field(status, 'RssAnon'), 10) });
    }
    const megabytes = (kib: number) => `${((kib * 1024) / 1e6).toFixed(0)} MB`;
    const total = [...sums.values()].reduce((sum, { kib }) => sum + kib, 0);
    printTable([
      ['process', 'count', 'anonymous memory', 'aim'],
      ...[...sums].map(([name, { count, kib }]) => [name, String(count), megabytes(kib), '']),
      ['all', '', megabytes(total), '< 200 MB'],
    ]);
  } finally {
    await earshot.end('SIGTERM');
  }
});
