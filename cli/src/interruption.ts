import { EXIT } from './errors.ts';

let controller: AbortController | undefined;

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
    process.once('SIGINT', () => process.exit(EXIT.interrupted));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return created.signal;
}
