import { spawn } from 'node:child_process';
import { after } from 'node:test';
import { freePort } from '@earshot/server/testing/process';
import { until } from '@earshot/server/testing/until';
import { userEnvironment } from './packages.ts';

/** Starts a Node.js program that listens on `PORT`, until the test file ends. Waits until it responds. */
export async function startProgram(cwd: string, script: readonly string[], env: Record<string, string>) {
  const port = env.PORT ?? String(await freePort());
  const child = spawn(process.execPath, script, {
    cwd,
    env: { ...userEnvironment(), PORT: port, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  after(() => child.kill());
  const url = `http://127.0.0.1:${port}`;
  await until(() => {
    if (child.exitCode !== null) throw new Error(`${script.join(' ')} ended with ${child.exitCode}`);
    return fetch(url).then(
      () => true,
      () => false,
    );
  });
  return url;
}
