import { Nullable, Timestamp } from '@earshot/contract/common';
import type { FastifyPluginAsync } from 'fastify';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { type Db, transact } from '../postgres/database.ts';
import { operation } from './operation.ts';

const tag = 'Service';
const access = { by: 'none' } as const;

/** Days that the answer names. */
const MAX_DAYS = 31;

const State = Type.Object({
  ok: Type.Boolean({ examples: [true] }),
  engines: Type.Object({
    postgres: Type.String({
      examples: ['ready'],
      description: '`ready`, `away`, or `read-only` while it refuses writes, because its disk is full, say',
    }),
    clickhouse: Type.String({ examples: ['ready'], description: '`ready` or `away`; meanwhile events are accepted and wait' }),
  }),
  reason: Nullable(
    Type.String({
      description: 'Why the node is not ready',
      examples: ['PostgreSQL refuses writes: no space is left on its disk'],
    }),
  ),
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

interface Writes {
  state: 'ready' | 'away' | 'read-only';
  reason: string | null;
}

/** Nobody is kept from asking: for as long, one answer serves all, unless it is that something is wrong. */
const CHECK_KEPT_MS = 1_000;
/** More rows than a sort of 64 kB holds: the rest goes into files. */
const SPILLED_ROWS = 10_000;

/**
 * Checks that PostgreSQL takes writes, and leaves nothing behind: a sort that needs some 300 kB of files notices a full disk, and
 * a message in the log of transactions (WAL) notices a full disk of that log, and a server that is read-only.
 */
async function tryToWrite(db: Db): Promise<Writes> {
  try {
    await transact(db, async (tx) => {
      await sql`SET LOCAL work_mem = '64kB'`.execute(tx);
      await sql`SELECT count(*) FROM (SELECT n FROM generate_series(1, ${SPILLED_ROWS}::int) n ORDER BY md5(n::text) OFFSET 1) s`.execute(
        tx,
      );
      await sql`SELECT pg_logical_emit_message(true, 'earshot', 'ready')`.execute(tx);
    });
    return { state: 'ready', reason: null };
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === '53100') return { state: 'read-only', reason: 'PostgreSQL refuses writes: no space is left on its disk' };
    // Class 25, and a standby: the server answers, and takes no changes (PostgreSQL, appendix A).
    if (code && /^25|^55000$/.test(code)) return { state: 'read-only', reason: 'PostgreSQL refuses writes: it is read-only' };
    return { state: 'away', reason: 'PostgreSQL does not answer' };
  }
}

/** For load balancers and people who look; never throttled. */
export const healthRoutes: FastifyPluginAsync<Options> = async (app, { db, clickhouse, losses, inbox }) => {
  let check: { at: number; writes: Promise<Writes> } | undefined;
  const checkWrites = async (): Promise<Writes> => {
    if (!check || check.at < Date.now() - CHECK_KEPT_MS) check = { at: Date.now(), writes: tryToWrite(db) };
    const writes = await check.writes;
    if (writes.state !== 'ready') check = undefined;
    return writes;
  };

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
  const response = { ...ready.schema.response, 503: { description: 'PostgreSQL is away, or refuses writes', ...State } };
  app.get(
    '/health/ready',
    { schema: { ...ready.schema, response }, config: { ...ready.config, rateLimit: false } },
    async (_request, reply) => {
      const [postgres, events, lost] = await Promise.all([checkWrites(), clickhouse.isReady(), losses().catch(() => undefined)]);
      const isReady = postgres.state === 'ready';
      // Without ClickHouse a node still takes everything that is sent, so it stays in service.
      if (!isReady) void reply.code(503).header('retry-after', '2');
      const { oldest, ...waiting } = inbox();
      return {
        ok: isReady,
        engines: { postgres: postgres.state, clickhouse: events ? 'ready' : 'away' },
        reason: postgres.reason,
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
