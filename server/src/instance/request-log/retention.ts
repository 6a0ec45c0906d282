import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { deleteOldEntries } from './store.ts';

const DAYS = 7;
/** Maximum number of entries per statement, which keeps locks short. */
const BATCH = 5_000;

/** Schedules the hourly deletion of old entries. Must be called before the queue starts. */
export function scheduleLogRetention(jobs: JobQueue, db: Db): void {
  jobs.schedule('request_log.clean', '41 * * * *', () => removeOldEntries(db));
}

/** Deletes entries older than seven days, in batches. */
export async function removeOldEntries(db: Db): Promise<void> {
  while ((await deleteOldEntries(db, { days: DAYS, limit: BATCH })) === BATCH);
}
