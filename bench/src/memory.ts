// Measures the anonymous memory of an idle Earshot, Node.js and PostgreSQL. Memory backed by files (binaries, page cache) is not counted.
import { printTable, startEarshot, withFolder } from './measure.ts';
import { readProcesses } from './processes.ts';

const IDLE_MS = 20_000;

await withFolder(async (folder) => {
  const earshot = await startEarshot(folder);
  try {
    const headers = { 'x-project-key': earshot.key, 'content-type': 'application/json' };
    for (let n = 0; n < 100; n++) {
      await fetch(`${earshot.url}/v1/feedback`, { method: 'POST', headers, body: JSON.stringify({ title: `Entry ${n}` }) });
      await fetch(`${earshot.url}/v1/feedback`, { headers });
    }
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));

    const sums = new Map<string, { count: number; bytes: number }>();
    for (const { name, anonymousBytes } of readProcesses(earshot.child.pid ?? 0)) {
      const sum = sums.get(name) ?? { count: 0, bytes: 0 };
      sums.set(name, { count: sum.count + 1, bytes: sum.bytes + anonymousBytes });
    }
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
    const total = [...sums.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    printTable([
      ['process', 'count', 'anonymous memory', 'aim'],
      ...[...sums].map(([name, { count, bytes }]) => [name, String(count), megabytes(bytes), '']),
      ['all', '', megabytes(total), '< 200 MB'],
    ]);
  } finally {
    await earshot.end('SIGTERM');
  }
});
