import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type Config, ConfigError, derivePublicUrl } from '../config/config.ts';
import { limitConnections, trackIdleConnections } from './connections.ts';

type Listening = Pick<Config, 'HOST' | 'PORT'> & Partial<Pick<Config, 'EARSHOT_METRICS_PORT'>>;

/**
 * Listens for a moment on each port, so that a start with an address that cannot be used ends before it creates databases.
 * @throws {ConfigError}
 */
export async function checkListening({ HOST, ...ports }: Listening): Promise<void> {
  for (const variable of ['PORT', 'EARSHOT_METRICS_PORT'] as const) {
    const port = ports[variable];
    if (port !== undefined) await tryListening({ HOST, port, variable });
  }
}

/** An address, and the variable of its port. */
interface Address {
  HOST: string;
  port: number;
  variable: 'PORT' | 'EARSHOT_METRICS_PORT';
}

async function tryListening(address: Address): Promise<void> {
  const probe = createServer().listen(address.port, address.HOST);
  try {
    await once(probe, 'listening');
  } catch (error) {
    throw explainListening(error as NodeJS.ErrnoException, address);
  } finally {
    probe.close();
  }
}

/** Errors of addresses that this machine does not have. A link-local IPv6 address without its zone is invalid. */
const NOT_OWN = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EINVAL', 'EAFNOSUPPORT']);

function explainListening(error: NodeJS.ErrnoException, { HOST, port, variable }: Address): Error {
  const { code = '' } = error;
  if (code === 'EADDRINUSE')
    return new ConfigError(`Port ${port} of ${HOST} is in use by another process. Stop it, or set ${variable} to another port.`);
  if (code === 'EACCES')
    return new ConfigError(
      `This user may not listen on port ${port}. Set ${variable} to 1024 or above, with a proxy in front for port ${port}.`,
    );
  if (NOT_OWN.has(code))
    return new ConfigError(
      `HOST must be an address or a name of this machine, such as 127.0.0.1, 0.0.0.0 or ::, and ${HOST} is none.`,
    );
  return error;
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
    throw explainListening(error, { HOST: config.HOST, port: config.PORT, variable: 'PORT' });
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
