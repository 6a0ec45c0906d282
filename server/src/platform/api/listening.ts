import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type Config, ConfigError, derivePublicUrl } from '../config/config.ts';
import { limitConnections, trackIdleConnections } from './connections.ts';

/**
 * Listens for a moment, so that a start with an address that cannot be used ends before it creates databases.
 * @throws {ConfigError}
 */
export async function checkListening({ HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): Promise<void> {
  const probe = createServer().listen(PORT, HOST);
  try {
    await once(probe, 'listening');
  } catch (error) {
    throw explainListening(error as NodeJS.ErrnoException, { HOST, PORT });
  } finally {
    probe.close();
  }
}

function explainListening(error: NodeJS.ErrnoException, { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new ConfigError(`Port ${PORT} of ${HOST} is in use by another process. Stop it, or set PORT to another port.`);
    case 'EACCES':
      return new ConfigError(
        `This user may not listen on port ${PORT}. Set PORT to 1024 or above, with a proxy in front for port ${PORT}.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ConfigError(`HOST must be an address or a name of this machine, and ${HOST} is none.`);
    default:
      return error;
  }
}

/** Accepts connections. Returns the URL of the server. */
export async function listen(
  app: FastifyInstance,
  config: Config,
  log: FastifyBaseLogger,
  cleanups: AsyncDisposableStack,
): Promise<string> {
  limitConnections(app.server, log);
  const closeIdle = trackIdleConnections(app.server);
  await app.listen({ host: config.HOST, port: config.PORT }).catch((error: NodeJS.ErrnoException) => {
    throw explainListening(error, config);
  });
  cleanups.defer(() => close(app, closeIdle));
  const { port } = app.server.address() as { port: number };
  return derivePublicUrl({ HOST: config.HOST, PORT: port });
}

/** Maximum time for running requests on shutdown. Container platforms kill after 30 s at the latest. */
const SHUTDOWN_TIMEOUT_MS = 20_000;

/** Closes the server: rejects new requests and waits for running ones. Closes keep-alive connections as soon as they are idle. */
async function close(app: FastifyInstance, closeIdle: () => void): Promise<void> {
  const idle = setInterval(closeIdle, 50);
  const deadline = setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS);
  await app.close();
  clearInterval(idle);
  clearTimeout(deadline);
}
