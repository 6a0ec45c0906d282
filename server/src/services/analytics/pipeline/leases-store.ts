import { sql } from 'kysely';
import { type Db, type Transaction, transact } from '../../../platform/postgres/database.ts';
import { PARTITIONS } from './partitions.ts';

/** A partition that a node holds. */
export interface Partition {
  partition: number;
  /** The last saved batch with rows of the partition. */
  lastBatch: number;
}

/** Duration of a lease in seconds: other nodes take over the partitions of a node that was killed after this time. */
const LEASE_S = 5;

/**
 * Renews the leases of a node, claims free partitions up to its share, and releases partitions beyond its share. All running nodes get
 * equal shares. A node that is alone claims all partitions immediately, also those of its predecessor. Returns all partitions of the node.
 * Leases only avoid duplicate work: `saveBatch` ensures that no event is forwarded twice.
 */
export async function renewLeases(db: Db, { holder, isAlone }: { holder: string; isAlone: boolean }): Promise<Partition[]> {
  return await transact(db, async (tx) => {
    const share = isAlone ? PARTITIONS : Math.ceil(PARTITIONS / (await countNodes(tx, holder)));
    await sql`
      WITH ordered AS (
        SELECT partition, row_number() OVER (ORDER BY partition) AS number FROM (
          SELECT partition FROM analytics_partitions WHERE holder = ${holder} ORDER BY partition FOR UPDATE
        ) AS own
      )
      UPDATE analytics_partitions AS partitions SET
        holder = CASE WHEN number <= ${share} THEN partitions.holder END, held_until = now() + make_interval(secs => ${LEASE_S})
      FROM ordered WHERE ordered.partition = partitions.partition`.execute(tx);
    await sql`
      UPDATE analytics_partitions SET holder = ${holder}, held_until = now() + make_interval(secs => ${LEASE_S})
      WHERE partition IN (
        SELECT partition FROM analytics_partitions
        WHERE holder IS DISTINCT FROM ${holder} AND (${isAlone} OR holder IS NULL OR held_until < now())
        ORDER BY partition LIMIT (SELECT greatest(${share} - count(*), 0) FROM analytics_partitions WHERE holder = ${holder})
        FOR UPDATE SKIP LOCKED
      )`.execute(tx);
    const { rows } = await sql<Partition>`
      SELECT partition, last_batch::float8 AS "lastBatch" FROM analytics_partitions WHERE holder = ${holder} ORDER BY partition`.execute(
      tx,
    );
    return rows;
  });
}

/** Records that a node is running. Returns the number of running nodes. */
async function countNodes(tx: Transaction, id: string): Promise<number> {
  await sql`
    INSERT INTO analytics_nodes (id, seen_at) VALUES (${id}, now()) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`.execute(
    tx,
  );
  await sql`DELETE FROM analytics_nodes WHERE seen_at < now() - interval '1 day'`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM analytics_nodes WHERE seen_at > now() - make_interval(secs => ${LEASE_S})`.execute(tx);
  return rows[0]?.count ?? 1;
}

/** Releases all partitions of a node that stops. */
export async function releaseLeases(db: Db, holder: string): Promise<void> {
  await transact(db, async (tx) => {
    await sql`DELETE FROM analytics_nodes WHERE id = ${holder}`.execute(tx);
    await sql`
      UPDATE analytics_partitions SET holder = NULL WHERE partition IN (
        SELECT partition FROM analytics_partitions WHERE holder = ${holder} ORDER BY partition FOR UPDATE
      )`.execute(tx);
  });
}

/** Channel of PostgreSQL on which nodes request forwarding. */
export const FORWARDING_CHANNEL = 'analytics_forward';

/** Requests that all nodes forward their waiting events immediately, and not at their next interval. */
export async function requestForwarding(db: Db): Promise<void> {
  await sql`SELECT pg_notify(${FORWARDING_CHANNEL}, '')`.execute(db);
}
