import { inspect } from 'node:util';
import { getHeapStatistics } from 'node:v8';
import type { Logger } from 'pino';
import { ConfigError, readConfig } from './platform/config/config.ts';
import { collectWhileIdle } from './platform/memory/idle-memory.ts';
import { hasHeapLimit } from './platform/memory/memory.ts';
import { createLog } from './platform/observe/log.ts';
import type { Server } from './server.ts';

/** A larger limit than this is the default of V8, not the planned one with the young generation. */
const MAX_HEAP_RATIO = 1.5;
/**
 * Signals within this time are one request to stop: a terminal and npm both send Ctrl+C, and a service manager may signal all processes
 * of a service, and npm passes its signal on.
 */
const SAME_STOP_MS = 2_000;

let stoppingSince: number | undefined;

try {
  const config = readConfig(process.env);
  const { log, metrics } = createLog({ level: config.EARSHOT_LOG_LEVEL, fd: 1 });
  warnOfHeap(config.memory.heapMb, log);
  // Loading all modules takes most of the start. They are therefore loaded after the handlers of signals are set: the first process of a
  // container has no default action for signals, so that the container would be killed after its grace period.
  const starting = import('./server.ts').then(({ startServer }) => startServer({ config, log, metrics }));
  // SIGHUP: the terminal was closed.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => onSignal(starting, log));
  const server = await starting;
  // Printed last: readers may send a signal immediately.
  process.stdout.write(await greet(server));
  collectWhileIdle();
} catch (error) {
  process.stderr.write(`Earshot can’t start.\n${error instanceof ConfigError ? error.message : inspect(error)}\n`);
  process.exit(1);
}

/** Stops the server. A later signal ends the process immediately, and with it the embedded PostgreSQL. */
function onSignal(starting: Promise<Server>, log: Logger): void {
  if (stoppingSince === undefined) {
    stoppingSince = performance.now();
    void stop(starting, log);
  } else if (performance.now() - stoppingSince > SAME_STOP_MS) {
    process.exit(1);
  }
}

/** Stops the server, after its start if necessary, and ends the process. */
async function stop(starting: Promise<Server>, log: Logger): Promise<void> {
  const server = await starting.catch(() => undefined);
  // The failed start is reported above.
  if (!server) return;
  try {
    await server.stop();
    process.exit(0);
  } catch (error) {
    for (const err of splitError(error)) log.error({ err }, 'shutdown failed');
    process.exit(1);
  }
}

/** Returns the errors of all components that did not stop. */
function splitError(error: unknown): unknown[] {
  return error instanceof SuppressedError ? [...splitError(error.suppressed), error.error] : [error];
}

/** Warns when EARSHOT_MEMORY does not limit the heap, because the server was started without heap-limit.ts. */
function warnOfHeap(heapMb: number | undefined, log: Logger): void {
  const limitMb = Math.round(getHeapStatistics().heap_size_limit / 1024 / 1024);
  if (heapMb !== undefined && limitMb > heapMb * MAX_HEAP_RATIO && !hasHeapLimit())
    log.warn(
      { limitMb },
      `EARSHOT_MEMORY does not limit the heap of Node.js. Start with “npm start”, or set NODE_OPTIONS=--max-old-space-size=${heapMb}`,
    );
}

async function greet({ url, publicUrl, firstProject, setupLink }: Server): Promise<string> {
  // npm names the script that it runs. Without npm, the program starts in a container or by a service manager.
  const command = process.env.npm_lifecycle_event ? 'npm run -s earshot --' : 'earshot';
  const lines = [
    '',
    `Earshot listens on ${url}`,
    '',
    `  Sign in          ${publicUrl}/`,
    `  API reference    ${publicUrl}/docs`,
    `  A token          ${command} token create --email you@example.com`,
  ];
  if (setupLink) {
    const { LINK_MINUTES } = await import('./instance/identity/accounts/links.ts');
    lines.push(
      '',
      `Create the first account within ${LINK_MINUTES} minutes: the owner of all projects so far. The link is valid once; \`${command} setup-link\` prints a new one.`,
      '',
      `  ${setupLink}`,
    );
  }
  if (firstProject) {
    lines.push(
      '',
      `Try it: this submits feedback to “${firstProject.name}”, which belongs to the first user who signs in.`,
      '',
      `  curl ${url}/v1/feedback -H 'X-Project-Key: ${firstProject.api_key}' -H 'Content-Type: application/json' -d '{"title":"Hello"}'`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}
