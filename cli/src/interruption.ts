import { EXIT } from './errors.ts';

let controller: AbortController | undefined;
let isIgnored = false;

/**
 * Returns a signal that the first Ctrl+C aborts, so that the command can remove temporary files. The second Ctrl+C ends the process
 * immediately.
 */
export function interruption(): AbortSignal {
  if (controller) return controller.signal;
  const created = new AbortController();
  controller = created;
  const stop = () => {
    process.exitCode = EXIT.interrupted;
    created.abort();
  };
  process.on('SIGINT', () => {
    if (isIgnored) return;
    if (created.signal.aborted) process.exit(EXIT.interrupted);
    stop();
  });
  process.once('SIGTERM', stop);
  return created.signal;
}

/** Ignores Ctrl+C during `work`, because another program on the terminal handles it, such as an editor. */
export async function ignoreInterruptions<T>(work: Promise<T>): Promise<T> {
  isIgnored = true;
  try {
    return await work;
  } finally {
    isIgnored = false;
  }
}
