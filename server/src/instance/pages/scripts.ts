import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import { PERMANENT_CACHE } from '../../platform/api/headers.ts';

const BUILT = fileURLToPath(new URL('../../../../widgets/dist', import.meta.url));

// Short cache time: entry scripts refer to chunks whose names change with an upgrade.
const SHORT_CACHE = 'public, max-age=300';

/** Serves the scripts that other sites load: tracker, widgets and SDK. They are precompressed, because a proxy may not compress. */
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
        .header('cache-control', path.includes('/chunks/') ? PERMANENT_CACHE : SHORT_CACHE)
        // Allows pages with Cross-Origin-Embedder-Policy to load the scripts.
        .header('cross-origin-resource-policy', 'cross-origin');
    },
  });
};
