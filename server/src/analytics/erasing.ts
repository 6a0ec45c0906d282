import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import { deletionTarget } from '../clickhouse/schema.ts';
import { unavailable } from '../http/errors.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Db, Transaction } from '../postgres/database.ts';
import { findRetentions } from './erasing-store.ts';
import type { Flusher } from './flusher.ts';
import { identified } from './visitors.ts';

const QUEUE = 'analytics.erase-project';
// For as long as ClickHouse is away: some days.
const RETRY = { limit: 200, delaySeconds: 30 };
const ATTEMPTS = 3;
const DAY_MS = 86_400_000;

export interface EraseDeps {
  db: Db;
  clickhouse: ClickHouse;
  flusher: Pick<Flusher, 'drain'>;
  cluster: string | undefined;
}

/** Deletes from both tables, and makes sure that nothing is left. How many events that were. */
async function erase({ clickhouse, flusher, cluster }: EraseDeps, where: string): Promise<number> {
  // What is on its way must be there first.
  await flusher.drain();
  const count = async (table: string) =>
    (await clickhouse.query<{ count: number }>(`SELECT count() AS count FROM ${table} WHERE ${where}`))[0]?.count ?? 0;
  const events = await count('events');
  for (const table of ['events', 'visits'] as const)
    // Someone who is there at this moment may leave new ones meanwhile.
    for (let left = await count(table), attempt = 1; left > 0; left = await count(table), attempt++) {
      if (attempt > ATTEMPTS) throw unavailable('New events keep coming; try again in a few seconds');
      await clickhouse.command(`DELETE FROM ${deletionTarget(table, cluster)} WHERE ${where}`);
    }
  return events;
}

/** Erases all that is known of one person, by the product's own id of them or by the number that an export shows. */
export async function erasePerson(
  deps: EraseDeps,
  projectId: string,
  who: { userId?: string; visitor?: string },
): Promise<number> {
  const person = who.userId === undefined ? BigInt(who.visitor ?? 0) : BigInt(identified(projectId, who.userId).person);
  return await erase(deps, `project_id = '${projectId}' AND person = ${person}`);
}

/** Erases the events of deleted projects, and those that are older than their project keeps. Before the queue starts. */
export function createErasing(jobs: JobQueue, deps: EraseDeps) {
  jobs.define<{ project_id: string }>(QUEUE, RETRY, async ({ project_id }) => {
    await erase(deps, `project_id = '${project_id}'`);
  });
  jobs.schedule('analytics.retention', '41 3 * * *', () => eraseOld(deps));
  return {
    /** Within the transaction that deletes the project. */
    eraseProject: (tx: Transaction, projectId: string) => jobs.send(tx, QUEUE, [{ project_id: projectId }]),
  };
}

/** What is older than its project keeps events. Figures of that time go with them. */
export async function eraseOld({ db, clickhouse, cluster }: Omit<EraseDeps, 'flusher'>, now = Date.now()): Promise<void> {
  for (const { project_id, retention_days } of await findRetentions(db)) {
    const before = new Date(now - retention_days * DAY_MS).toISOString().slice(0, 10);
    for (const [table, time] of [
      ['events', 'time'],
      ['visits', 'start'],
    ] as const)
      await clickhouse.command(
        `DELETE FROM ${deletionTarget(table, cluster)} WHERE project_id = '${project_id}' AND ${time} < '${before} 00:00:00'`,
      );
  }
}
