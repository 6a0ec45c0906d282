import { inspect } from 'node:util';
import { pino } from 'pino';
import { ConfigError, readConfig } from './config.ts';
import { LINK_MINUTES } from './identity/accounts/links.ts';
import { type Server, startServer } from './server.ts';

try {
  const config = readConfig(process.env);
  const log = pino({ level: config.EARSHOT_LOG_LEVEL });
  const starting = startServer({ config, log });
  // During the start as well: the first process of a container has no default action for signals, so that the container would be
  // killed after its grace period. A second signal ends other processes at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(starting, log));
  const server = await starting;
  // Printed last: readers may send a signal immediately.
  process.stdout.write(greeting(server));
} catch (error) {
  process.stderr.write(`Earshot can’t start.\n${error instanceof ConfigError ? error.message : inspect(error)}\n`);
  process.exit(1);
}

/** Stops the server, after its start if necessary, and ends the process. */
async function stop(starting: Promise<Server>, log: pino.Logger): Promise<void> {
  const server = await starting.catch(() => undefined);
  // The failed start is reported above.
  if (!server) return;
  try {
    await server.stop();
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, 'shutdown failed');
    process.exit(1);
  }
}

function greeting({ url, publicUrl, firstProject, setupLink }: Server): string {
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
    lines.push(
      '',
      `Create the first account within ${LINK_MINUTES} minutes. The link is valid once; \`${command} setup-link\` prints a new one.`,
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
