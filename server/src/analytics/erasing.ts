import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import { deletionTarget } from '../clickhouse/schema.ts';
import { unavailable } from '../http/errors.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { type Db, type Transaction, transact } from '../postgres/database.ts';
import { removeEventCounts } from './event-counts-store.ts';
import { findRetentions } from './erasing-store.ts';
import type { Flusher } from './flusher.ts';
import { forgetDays, lockBatches, touchHours } from './settled-days-store.ts';
import { OF_BUILDS } from './settling.ts';
import { identified } from './visitors.ts';

const QUEUE = 'analytics.erase-project';
// For as long as ClickHouse is away: some days.
const RETRY = { limit: 200, delaySeconds: 30 };
const ATTEMPTS = 3;
const DAY_MS = 86_400_000;
/** The tables, with the time by which their rows grow old. */
const TIMES = { events: 'time', visits: 'start', rollups: 'day', settled_visits: 'day', searches: 'time' };
type Table = keyof typeof TIMES;
const TABLES = Object.keys(TIMES) as Table[];

export interface EraseDeps {
  db: Db;
  clickhouse: ClickHouse;
  flusher: Pick<Flusher, 'drain'>;
  cluster: string | undefined;
}

/** Deletes from tables, and makes sure that nothing is left. */
async function erase({ clickhouse, cluster }: EraseDeps, tables: readonly Table[], where: string): Promise<void> {
  for (const table of tables) {
    const count = () => countIn(clickhouse, table, where);
    // Someone who is there at this moment may leave new ones meanwhile.
    for (let left = await count(), attempt = 1; left > 0; left = await count(), attempt++) {
      if (attempt > ATTEMPTS) throw unavailable('New events keep coming; try again in a few seconds');
      await clickhouse.command(`DELETE FROM ${deletionTarget(table, cluster)} WHERE ${where}`);
    }
  }
}

async function countIn(clickhouse: ClickHouse, table: Table, where: string): Promise<number> {
  const [row] = await clickhouse.query<{ count: number }>(`SELECT count() AS count FROM ${table} WHERE ${where}`);
  return row?.count ?? 0;
}

/** Erases all that is known of one person, by the product's own id of them or by the number that an export shows. How many events that were. */
export async function erasePerson(
  deps: EraseDeps,
  projectId: string,
  who: { userId?: string; visitor?: string },
): Promise<number> {
  const { db, clickhouse, flusher } = deps;
  const person = who.userId === undefined ? BigInt(who.visitor ?? 0) : BigInt(identified(projectId, who.userId).person);
  const where = `project_id = '${projectId}' AND person = ${person}`;
  // What is on its way must be there first.
  await flusher.drain();
  const events = await countIn(clickhouse, 'events', where);
  const rows = await clickhouse.query<{ hour: number }>(
    `SELECT DISTINCT toUnixTimestamp(toStartOfHour(time)) AS hour FROM events WHERE ${where}`,
  );
  const hours = rows.map(({ hour }) => ({ project_id: projectId, hour: new Date(hour * 1_000) }));
  const touch = () =>
    transact(db, async (tx) => {
      await lockBatches(tx);
      return await touchHours(tx, hours, null);
    });
  // Before, so that it can be done again after a failure; and after, since a day may have been summed up meanwhile.
  const builds = await touch();
  await erase(deps, ['events', 'visits', 'settled_visits'], where);
  builds.push(...(await touch()));
  if (builds.length)
    await erase(
      deps,
      OF_BUILDS,
      `project_id = '${projectId}' AND build IN (${builds.map(({ build }) => `'${build}'`).join(', ')})`,
    );
  return events;
}

/** Erases the events of deleted projects, and those that are older than their project keeps. Before the queue starts. */
export function createErasing(jobs: JobQueue, deps: EraseDeps) {
  jobs.define<{ project_id: string }>(QUEUE, RETRY, async ({ project_id }) => {
    await deps.flusher.drain();
    await erase(deps, TABLES, `project_id = '${project_id}'`);
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
    await forgetDays(db, project_id, new Date(before));
    await removeEventCounts(db, project_id, before);
    for (const [table, time] of Object.entries(TIMES))
      await clickhouse.command(
        `DELETE FROM ${deletionTarget(table as Table, cluster)} WHERE project_id = '${project_id}' AND ${time} < '${before} 00:00:00'`,
      );
    // Late events that were counted and deleted meanwhile.
    await removeEventCounts(db, project_id, before);
  }
}
