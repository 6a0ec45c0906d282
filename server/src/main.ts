import { pino } from 'pino';
import { ConfigError, readConfig } from './config.ts';
import { startServer } from './server.ts';

try {
  const config = readConfig(process.env);
  const log = pino({ level: config.EARSHOT_LOG_LEVEL });
  const server = await startServer({ config, log });
  process.stdout.write(`Earshot listens on ${server.url}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void server.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'the shutdown was not orderly');
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  process.stderr.write(
    `Earshot can’t start.\n${error instanceof ConfigError ? error.message : ((error as Error).stack ?? String(error))}\n`,
  );
  process.exit(1);
}
