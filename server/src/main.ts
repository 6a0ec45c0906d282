import { inspect } from 'node:util';
import { pino } from 'pino';
import { ConfigError, readConfig } from './config.ts';
import { LINK_MINUTES } from './identity/accounts/links.ts';
import { type Server, startServer } from './server.ts';

try {
  const config = readConfig(process.env);
  const log = pino({ level: config.EARSHOT_LOG_LEVEL });
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
