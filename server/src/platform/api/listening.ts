import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type Config, derivePublicUrl } from '../config/config.ts';
import { limitConnections, trackIdleConnections } from './connections.ts';

/** Accepts connections. Returns the URL of the server. */
export async function listen(
  app: FastifyInstance,
  config: Config,
  log: FastifyBaseLogger,
  cleanups: AsyncDisposableStack,
): Promise<string> {
  limitConnections(app.server, log);
  const closeIdle = trackIdleConnections(app.server);
  await app.listen({ host: config.HOST, port: config.PORT });
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
