// Measures from the start of the process to the first successful response of /health/ready, on an empty and on an existing data folder.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort, START } from '@earshot/server/testing/process';
import { median, printTable, withFolder } from './measure.ts';

const RUNS = 5;

async function timeStart(folder: string): Promise<number> {
  const port = await freePort();
  const begin = performance.now();
  const child = spawn(process.execPath, START, {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: { PATH: process.env.PATH, PORT: String(port), EARSHOT_DATA_DIR: folder, EARSHOT_LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!(await isReady(port))) await new Promise((resolve) => setTimeout(resolve, 5));
  const seconds = (performance.now() - begin) / 1000;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  return seconds;
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

const first: number[] = [];
const second: number[] = [];
for (let run = 0; run < RUNS; run++) {
  await withFolder(async (folder) => {
    first.push(await timeStart(folder));
    second.push(await timeStart(folder));
  });
}
const row = (name: string, times: number[], aim: string) => [
  name,
  `${median(times).toFixed(2)} s`,
  `${Math.min(...times).toFixed(2)} to ${Math.max(...times).toFixed(2)} s`,
  aim,
];
printTable([['start', `median of ${RUNS}`, 'range', 'aim'], row('first', first, '≤ 3 s'), row('second', second, '≤ 1.5 s')]);
