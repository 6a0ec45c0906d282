import { Nullable } from '@earshot/contract/common';
import type { FastifyPluginAsync } from 'fastify';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { type Db, transact } from '../postgres/database.ts';
import { operation } from './operation.ts';

const tag = 'Service';
const access = { by: 'none' } as const;

const State = Type.Object({
  ok: Type.Boolean({ examples: [true] }),
  engines: Type.Object({
    postgres: Type.String({
      examples: ['ready'],
      description:
        'State of PostgreSQL: `ready`, `away` (unavailable), or `read-only` while writes are rejected, for example because the disk is full',
    }),
    clickhouse: Type.String({
      examples: ['ready'],
      description:
        'State of ClickHouse: `ready` or `away` (unavailable). Events are still accepted while ClickHouse is unavailable.',
    }),
  }),
  reason: Nullable(
    Type.String({
      description: 'Reason why the node is not ready',
      examples: ['PostgreSQL refuses writes: no space is left on its disk'],
    }),
  ),
  analytics: Type.Object(
    {
      state: Type.String({
        examples: ['complete'],
        description:
          'State of the stored events: `complete`, `incomplete` when stored events were lost, or `unknown` while PostgreSQL is unavailable',
      }),
    },
    {
      description:
        'Result of the last verification, which runs after the start of a node and once a day. The intake report of a project lists the affected days.',
    },
  ),
});

interface Options {
  db: Db;
  clickhouse: { isReady: () => Promise<boolean> };
  /** Stored events that were lost, by project and day. */
  losses: () => Promise<unknown[]>;
}

interface Writes {
  state: 'ready' | 'away' | 'read-only';
  reason: string | null;
}

/** Requests are not throttled, so that each answer serves all requests for this long. */
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

/** For load balancers and people who look; never throttled, and without a credential: the answer has nothing of a project. */
export const healthRoutes: FastifyPluginAsync<Options> = async (app, { db, clickhouse, losses }) => {
  async function checkAll() {
    const [postgres, isClickHouseReady, lost] = await Promise.all([
      tryToWrite(db),
      clickhouse.isReady().catch(() => false),
      losses().catch(() => undefined),
    ]);
    return {
      // Without ClickHouse a node still takes everything that is sent, so it stays in service.
      ok: postgres.state === 'ready',
      engines: { postgres: postgres.state, clickhouse: isClickHouseReady ? 'ready' : 'away' },
      reason: postgres.reason,
      // Lost events come back only by an operator: the node serves what there is, so it stays in service.
      analytics: { state: lost ? (lost.length ? 'incomplete' : 'complete') : 'unknown' },
    };
  }

  let check: { state: ReturnType<typeof checkAll>; until: number } | undefined;
  /** Requests that come during a check, and for a while after, share its answer. */
  function readState(): ReturnType<typeof checkAll> {
    if (check && check.until > Date.now()) return check.state;
    const begun = { state: checkAll(), until: Infinity };
    check = begun;
    void begun.state.then(() => (begun.until = Date.now() + CHECK_KEPT_MS));
    return begun.state;
  }

  const health = operation({
    id: 'getHealth',
    summary: 'Check liveness',
    tag,
    access,
    returns: Type.Object({ ok: Type.Boolean({ examples: [true] }) }),
  });
  app.get('/health', { ...health, config: { ...health.config, rateLimit: false } }, () => ({ ok: true }));

  const ready = operation({
    id: 'getReadiness',
    summary: 'Check readiness',
    description: 'Checks each engine and whether stored events were lost. Results are cached for at most one second.',
    tag,
    access,
    returns: State,
  });
  const response = { ...ready.schema.response, 503: { description: 'PostgreSQL is unavailable or rejects writes', ...State } };
  app.get(
    '/health/ready',
    { schema: { ...ready.schema, response }, config: { ...ready.config, rateLimit: false } },
    async (_request, reply) => {
      const state = await readState();
      if (!state.ok) void reply.code(503).header('retry-after', '2');
      return state;
    },
  );
};
