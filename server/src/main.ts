import { inspect } from 'node:util';
import { getHeapStatistics } from 'node:v8';
import { type Logger, pino } from 'pino';
import { ConfigError, readConfig } from './config.ts';
import { LINK_MINUTES } from './identity/accounts/links.ts';
import { hasHeapLimit } from './memory.ts';
import { type Server, startServer } from './server.ts';

try {
  const config = readConfig(process.env);
  const log = pino({ level: config.EARSHOT_LOG_LEVEL });
  warnOfHeap(config.memory.heapMb, log);
  const server = await startServer({ config, log });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void server.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'shutdown failed');
          process.exit(1);
        },
      );
    });
  }
  // Printed last: readers may send a signal immediately.
  process.stdout.write(greeting(server));
} catch (error) {
  process.stderr.write(`Earshot can’t start.\n${error instanceof ConfigError ? error.message : inspect(error)}\n`);
  process.exit(1);
}

/** A larger limit than this is the default of V8, not the planned one with the young generation. */
const MAX_HEAP_RATIO = 1.5;

/** Warns when EARSHOT_MEMORY does not limit the heap, because the server was started without heap-limit.ts. */
function warnOfHeap(heapMb: number | undefined, log: Logger): void {
  const limitMb = Math.round(getHeapStatistics().heap_size_limit / 1024 / 1024);
  if (heapMb !== undefined && limitMb > heapMb * MAX_HEAP_RATIO && !hasHeapLimit())
    log.warn(
      { limitMb },
      `EARSHOT_MEMORY does not limit the heap of Node.js. Start with “npm start”, or set NODE_OPTIONS=--max-old-space-size=${heapMb}`,
    );
}

function greeting({ url, publicUrl, firstProject, setupLink }: Server): string {
  const lines = [
    '',
    `Earshot listens on ${url}`,
    '',
    `  Sign in          ${publicUrl}/`,
    `  API reference    ${publicUrl}/docs`,
    '  A token          npm run -s earshot -- token create --email you@example.com',
  ];
  if (setupLink) {
    lines.push(
      '',
      `Create the first account within ${LINK_MINUTES} minutes. The link is valid once; \`npm run -s earshot -- setup-link\` prints a new one.`,
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
