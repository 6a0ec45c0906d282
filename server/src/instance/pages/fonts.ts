import type { FastifyPluginAsync } from 'fastify';
import { PERMANENT_CACHE } from '../../platform/api/headers.ts';
import { typefaceFiles } from '../../platform/html/typeface.ts';

/** Serves the typeface of public pages. */
export const fontRoutes: FastifyPluginAsync = async (app) => {
  for (const [path, { content }] of typefaceFiles)
    app.get(path, { schema: { hide: true } }, (_request, reply) =>
      reply.headers({ 'content-type': 'font/woff2', 'cache-control': PERMANENT_CACHE }).send(content),
    );
};
