import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { dropProcessDatabases } from '../database.ts';

export const ROOT = new URL('../../../../', import.meta.url);

export interface TestRun {
  outcome: 'passed' | 'failed' | 'timed out';
  /** Name of the first failed test, as TAP prints it. */
  failure?: string;
  durationMs: number;
}

/** Runs a test file in its own process, and ends the process at the first failed test. */
export async function runTestFile(
  file: string,
  { env = {}, timeoutMs }: { env?: Record<string, string>; timeoutMs: number },
): Promise<TestRun> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--test-reporter=tap', file], {
    cwd: fileURLToPath(ROOT),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    // A separate process group, so that servers started by the test end with the test.
    detached: true,
  });
  const end = () => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL');
    } catch {
      // The group has ended already.
    }
  };
  let failure: string | undefined;
  let isTimedOut = false;
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    failure ??= /^\s*not ok \d+ - (.*)$/m.exec(output)?.[1];
    if (failure !== undefined) end();
    output = output.slice(output.lastIndexOf('\n') + 1);
  });
  const timer = setTimeout(() => {
    isTimedOut = true;
    end();
  }, timeoutMs);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  end();
  const durationMs = Math.round(performance.now() - startedAt);
  await dropProcessDatabases(child.pid as number);
  if (failure === undefined && isTimedOut) return { outcome: 'timed out', durationMs };
  if (failure !== undefined || code !== 0) return { outcome: 'failed', failure: failure ?? `exit code ${code}`, durationMs };
  return { outcome: 'passed', durationMs };
}
