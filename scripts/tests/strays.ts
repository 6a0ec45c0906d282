// Reports errors that fail no test: those after the end of their test or file, and those of hooks that nothing waits for. `node:test` only
// sets the exit code of the process, when it has all tests.
import { inspect } from 'node:util';

/** Message of a worker to the runner. */
export interface Stray {
  type: 'stray';
  /** The error, with its stack. */
  error: string;
}

/** Sends stray errors of this process to the runner. Must be called before the first test. */
export function reportStrays(): void {
  /** The latest error, and the exit code before it. */
  let latest: { error: unknown; exitCode: typeof process.exitCode } | undefined;
  const decide = () => {
    if (!latest) return;
    const { error, exitCode } = latest;
    latest = undefined;
    const isStray = process.exitCode !== undefined;
    process.exitCode ??= exitCode;
    if (isStray) process.send?.({ type: 'stray', error: inspect(error, { depth: 5 }) } satisfies Stray);
  };
  const report = (error: unknown) => {
    // Promises that were rejected together are reported without a microtask between them.
    decide();
    latest = { error, exitCode: process.exitCode };
    process.exitCode = undefined;
    // The listener of `node:test` follows: it fails the test, or sets the exit code.
    queueMicrotask(decide);
  };
  process.on('uncaughtException', report);
  process.on('unhandledRejection', report);
}
