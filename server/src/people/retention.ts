import type { JobQueue } from '../jobs/queue.ts';
import type { Db } from '../postgres/database.ts';
import type { Retention } from '../postgres/retention.ts';
import { findProject, listProjectIds } from '../projects/store.ts';

/** Records that are deleted in one statement, so that none holds its locks for long. */
const BATCH = 1_000;
const PROJECTS = 500;

/** Deletes what is older than its project keeps it, nightly. Before the queue starts. */
export function scheduleRetention(jobs: JobQueue, deps: { db: Db; retentions: Retention[] }): void {
  jobs.schedule('retention.enforce', '53 3 * * *', () => enforceRetention(deps));
}

/** Deletes what is older than its project keeps it, one project after another, in batches. */
export async function enforceRetention({ db, retentions }: { db: Db; retentions: Retention[] }): Promise<void> {
  for (let after: string | undefined, isOver = false; !isOver;) {
    const ids = await listProjectIds(db, { after, limit: PROJECTS });
    for (const id of ids) {
      const settings = (await findProject(db, id))?.settings.retention;
      for (const { setting, deleteOld } of retentions) {
        const days = settings?.[setting];
        if (typeof days !== 'number') continue;
        while ((await deleteOld(db, id, { days, limit: BATCH })) === BATCH);
      }
    }
    after = ids.at(-1);
    isOver = ids.length < PROJECTS;
  }
}
