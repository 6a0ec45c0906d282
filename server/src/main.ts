import { inspect } from 'node:util';
import { getHeapStatistics } from 'node:v8';
import { type Logger, pino } from 'pino';
import { ConfigError, readConfig } from './platform/config/config.ts';
import { collectWhileIdle } from './platform/memory/idle-memory.ts';
import { hasHeapLimit } from './platform/memory/memory.ts';
import type { Server } from './server.ts';

/** A larger limit than this is the default of V8, not the planned one with the young generation. */
const MAX_HEAP_RATIO = 1.5;

try {
  const config = readConfig(process.env);
  const log = pino({ level: config.EARSHOT_LOG_LEVEL });
  warnOfHeap(config.memory.heapMb, log);
  // Loading all modules takes most of the start. They are therefore loaded after the handlers of signals are set: the first process of a
  // container has no default action for signals, so that the container would be killed after its grace period.
  const starting = import('./server.ts').then(({ startServer }) => startServer({ config, log }));
  // Once: a second signal ends other processes immediately.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(starting, log));
  const server = await starting;
  // Printed last: readers may send a signal immediately.
  process.stdout.write(await greet(server));
  collectWhileIdle();
} catch (error) {
  process.stderr.write(`Earshot can’t start.\n${error instanceof ConfigError ? error.message : inspect(error)}\n`);
  process.exit(1);
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
