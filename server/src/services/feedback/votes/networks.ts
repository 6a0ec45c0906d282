import { today } from '../../../platform/client/network-hash.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { deleteNetworkVotes } from './networks-store.ts';

/** Schedules the deletion of the counts of past days. */
export function scheduleNetworkCleaning({ db, jobs }: { db: Db; jobs: JobQueue }): void {
  jobs.schedule('feedback.clean-networks', '3 * * * *', () => deleteNetworkVotes(db, today()));
}
