import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';

const BUILT = fileURLToPath(new URL('../../../widgets/dist', import.meta.url));

// Short: what was loaded by its name alone may ask for chunks, and after an upgrade those have other names.
const FOR_A_WHILE = 'public, max-age=300';
const FOR_EVER = 'public, max-age=31536000, immutable';

/** What other people's pages load: the tracker, the widgets, the SDK. Compressed beforehand, since there may be no proxy that does. */
export const scriptRoutes: FastifyPluginAsync = async (app) => {
  if (!existsSync(BUILT)) throw new Error('The widgets are not built: run `npm run build`');
  await app.register(fastifyStatic, {
    root: BUILT,
    wildcard: false,
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply
        .header('cache-control', path.includes('/chunks/') ? FOR_EVER : FOR_A_WHILE)
        // Pages that only take what says so (Cross-Origin-Embedder-Policy) may load it too.
        .header('cross-origin-resource-policy', 'cross-origin');
    },
  });
};
