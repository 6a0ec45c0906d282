import { removeOldIdempotencyKeys } from '../platform/api/idempotency.ts';
import type { Instance } from './instance.ts';
import { scheduleRetention } from './people/retention.ts';
import { listMentions, listRetentions } from './personal-data.ts';
import { expireInvitations } from './projects/members/invitations.ts';
import { removeExpiredSnapshots } from './recovery/upgrade/snapshots.ts';
import { scheduleLogRetention } from './request-log/retention.ts';
import type { Services } from './service.ts';
import { removeUnused } from './uploads/uploads.ts';

/** Schedules the deletion of expired and unused records. */
export function scheduleCleaning({ config, db, jobs, storage, identity }: Instance, services: Services): void {
  removeUnused(jobs, { db, storage, mentions: listMentions(services) });
  jobs.schedule('idempotency.clean', '17 * * * *', () => removeOldIdempotencyKeys(db));
  expireInvitations(jobs, { db, forgetInvited: identity.forgetInvited });
  scheduleRetention(jobs, { db, retentions: listRetentions(services) });
  scheduleLogRetention(jobs, db);
  // Snapshots exist where the database is embedded, so that no other node runs the job.
  jobs.schedule('snapshots.clean', '7 * * * *', async () => void (await removeExpiredSnapshots(config.EARSHOT_DATA_DIR)));
}
