import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { Retention } from '../../platform/postgres/retention.ts';
import { findProject, listProjectIds } from '../projects/store.ts';

/** Maximum number of records per statement, which keeps locks short. */
const BATCH = 1_000;
const PROJECTS = 500;

/** Schedules the nightly deletion of records past their retention period. Must be called before the queue starts. */
export function scheduleRetention(jobs: JobQueue, deps: { db: Db; retentions: Retention[] }): void {
  jobs.schedule('retention.enforce', '53 3 * * *', () => enforceRetention(deps));
}

/** Deletes records past their retention period, project by project, in batches. */
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
