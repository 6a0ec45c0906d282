import { Nullable } from '@earshot/contract/shared/common';
import type { FastifyPluginAsync } from 'fastify';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { type Db, transact } from '../postgres/database.ts';
import { operation } from '../api/operation.ts';

const tag = 'Service';
const access = { by: 'none' } as const;

const State = Type.Object({
  ok: Type.Boolean({ examples: [true] }),
  engines: Type.Object({
    postgres: Type.String({
      examples: ['ready'],
      description:
        'State of PostgreSQL: `ready`, `unavailable`, or `read-only` while writes are rejected, for example because the disk is full',
    }),
    clickhouse: Type.String({
      examples: ['ready'],
      description: 'State of ClickHouse: `ready` or `unavailable`. Events are still accepted while ClickHouse is unavailable.',
    }),
  }),
  reason: Nullable(
    Type.String({
      description: 'Reason why the node is not ready',
      examples: ['PostgreSQL rejects writes: its disk is full'],
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

interface Sources {
  db: Db;
  clickhouse: { isReady: () => Promise<boolean> };
  /** Lost events by project and day. */
  losses: () => Promise<unknown[]>;
}

interface Writes {
  state: 'ready' | 'unavailable' | 'read-only';
  reason: string | null;
}

/** The endpoint is not throttled, so answers are shared for this long. */
const CHECK_TTL_MS = 1_000;
/** Row count of the sort. It exceeds `work_mem` of 64 kB, so the sort writes temporary files. */
const SPILLED_ROWS = 10_000;

/**
 * Checks that PostgreSQL accepts writes, without leaving data behind. A sort with about 300 kB of temporary files detects a full
 * disk. A logical message in the write-ahead log detects a full log disk and a read-only server.
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
    if (code === '53100') return { state: 'read-only', reason: 'PostgreSQL rejects writes: its disk is full' };
    // Class 25 errors and standbys: the server answers but rejects writes (PostgreSQL, appendix A).
    if (code && /^25|^55000$/.test(code)) return { state: 'read-only', reason: 'PostgreSQL rejects writes: it is read-only' };
    return { state: 'unavailable', reason: 'PostgreSQL does not respond' };
  }
}

/** Returns a function that checks all engines. Concurrent calls, and calls within a second, share the result. */
export function createReadiness({ db, clickhouse, losses }: Sources) {
  async function checkAll() {
    const [postgres, isClickHouseReady, lost] = await Promise.all([
      tryToWrite(db),
      clickhouse.isReady().catch(() => false),
      losses().catch(() => undefined),
    ]);
    return {
      // Without ClickHouse a node still accepts all requests, so it stays in service.
      ok: postgres.state === 'ready',
      engines: { postgres: postgres.state, clickhouse: isClickHouseReady ? 'ready' : 'unavailable' } as const,
      reason: postgres.reason,
      // Lost events must be restored by an operator. The node serves the remaining ones, so it stays in service.
      analytics: { state: lost ? (lost.length ? 'incomplete' : 'complete') : 'unknown' },
    };
  }

  let check: { state: ReturnType<typeof checkAll>; until: number } | undefined;
  return (): ReturnType<typeof checkAll> => {
    if (check && check.until > performance.now()) return check.state;
    const current = { state: checkAll(), until: Infinity };
    check = current;
    void current.state.then(() => (current.until = performance.now() + CHECK_TTL_MS));
    return current.state;
  };
}

export type Readiness = ReturnType<typeof createReadiness>;

/** Health endpoints for load balancers and operators. They are not throttled, need no credential, and contain no project data. */
export const healthRoutes: FastifyPluginAsync<{ readiness: Readiness }> = async (app, { readiness }) => {
  const health = operation({
    id: 'getHealth',
    summary: 'Check liveness',
    description:
      'Returns 200 while the process runs, without checking the databases. Use it as a liveness probe: a database that is unavailable is no reason to restart the process. Requests are not throttled.',
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
      const state = await readiness();
      if (!state.ok) void reply.code(503).header('retry-after', '2');
      return state;
    },
  );
};
