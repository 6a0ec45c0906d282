import type { FastifyPluginAsync } from 'fastify';
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Db } from '../postgres/database.ts';
import { operation } from './operation.ts';

const tag = 'Service';
const access = { by: 'none' } as const;

const State = Type.Object({
  ok: Type.Boolean({ examples: [true] }),
  engines: Type.Object({ postgres: Type.String({ examples: ['ready'], description: '`ready` or `away`' }) }),
});

/** For load balancers and people who look; never throttled. */
export const healthRoutes: FastifyPluginAsync<{ db: Db }> = async (app, { db }) => {
  const health = operation({
    id: 'getHealth',
    summary: 'Whether the process answers',
    tag,
    access,
    returns: Type.Object({ ok: Type.Boolean({ examples: [true] }) }),
  });
  app.get('/health', { ...health, config: { ...health.config, rateLimit: false } }, () => ({ ok: true }));

  const ready = operation({ id: 'getReadiness', summary: 'Whether each engine answers', tag, access, returns: State });
  const response = { ...ready.schema.response, 503: { description: 'An engine is away', ...State } };
  app.get(
    '/health/ready',
    { schema: { ...ready.schema, response }, config: { ...ready.config, rateLimit: false } },
    async (_request, reply) => {
      const isReady = await sql`SELECT 1`.execute(db).then(
        () => true,
        () => false,
      );
      if (!isReady) void reply.code(503).header('retry-after', '2');
      return { ok: isReady, engines: { postgres: isReady ? 'ready' : 'away' } };
    },
  );
};
