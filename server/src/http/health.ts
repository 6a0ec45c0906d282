import { Nullable, Timestamp } from '@earshot/contract/common';
import type { FastifyPluginAsync } from 'fastify';
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Db } from '../postgres/database.ts';
import { operation } from './operation.ts';

const tag = 'Service';
const access = { by: 'none' } as const;

/** Days that the answer names. */
const MAX_DAYS = 31;

const State = Type.Object({
  ok: Type.Boolean({ examples: [true] }),
  engines: Type.Object({
    postgres: Type.String({ examples: ['ready'], description: '`ready` or `away`' }),
    clickhouse: Type.String({ examples: ['ready'], description: '`ready` or `away`; meanwhile events are accepted and wait' }),
  }),
  inbox: Type.Object(
    {
      events: Type.Integer({ description: 'Accepted, safe in PostgreSQL, and not in ClickHouse yet' }),
      oldest: Nullable(Timestamp({ description: 'When the first of them came' })),
      error: Nullable(Type.String({ description: 'Why they can’t be moved' })),
    },
    { description: 'Analytics events on their way' },
  ),
  analytics: Type.Object(
    {
      state: Type.String({
        examples: ['complete'],
        description: '`complete`, `incomplete` when stored events were lost, or `unknown` while PostgreSQL is away',
      }),
      missing_events: Type.Integer({ description: 'Events that ClickHouse should have and has not', examples: [0] }),
      missing_days: Type.Array(Type.String(), {
        description: `Days (UTC) of these events, latest first, at most ${MAX_DAYS}`,
        examples: [[]],
      }),
    },
    { description: 'As verified after the last start of a node, and once a day' },
  ),
});

interface Options {
  db: Db;
  clickhouse: { isReady: () => Promise<boolean> };
  /** Days with stored events that were lost, latest first. */
  losses: () => Promise<{ day: string; events: number }[]>;
  inbox: () => { events: number; oldest: Date | null; error: string | null };
}

/** For load balancers and people who look; never throttled. */
export const healthRoutes: FastifyPluginAsync<Options> = async (app, { db, clickhouse, losses, inbox }) => {
  const health = operation({
    id: 'getHealth',
    summary: 'Whether the process answers',
    tag,
    access,
    returns: Type.Object({ ok: Type.Boolean({ examples: [true] }) }),
  });
  app.get('/health', { ...health, config: { ...health.config, rateLimit: false } }, () => ({ ok: true }));

  const ready = operation({
    id: 'getReadiness',
    summary: 'Whether each engine answers, and whether stored events were lost',
    tag,
    access,
    returns: State,
  });
  const response = { ...ready.schema.response, 503: { description: 'PostgreSQL is away', ...State } };
  app.get(
    '/health/ready',
    { schema: { ...ready.schema, response }, config: { ...ready.config, rateLimit: false } },
    async (_request, reply) => {
      const [postgres, events, lost] = await Promise.all([
        sql`SELECT 1`.execute(db).then(
          () => true,
          () => false,
        ),
        clickhouse.isReady(),
        losses().catch(() => undefined),
      ]);
      // Without ClickHouse a node still takes everything that is sent, so it stays in service.
      if (!postgres) void reply.code(503).header('retry-after', '2');
      const { oldest, ...waiting } = inbox();
      return {
        ok: postgres,
        engines: { postgres: postgres ? 'ready' : 'away', clickhouse: events ? 'ready' : 'away' },
        inbox: { ...waiting, oldest: oldest && oldest.toISOString() },
        // Lost events come back only by an operator: the node serves what there is, so it stays in service.
        analytics: {
          state: lost ? (lost.length ? 'incomplete' : 'complete') : 'unknown',
          missing_events: (lost ?? []).reduce((sum, { events: missing }) => sum + missing, 0),
          missing_days: [...new Set((lost ?? []).map(({ day }) => day))].slice(0, MAX_DAYS),
        },
      };
    },
  );
};
