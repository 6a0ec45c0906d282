import { removeOldIdempotencyKeys } from '../platform/api/idempotency.ts';
import type { Instance } from './instance.ts';
import { deleteOldCodes } from './end-users/codes-store.ts';
import { deleteExpiredSessions } from './end-users/sessions-store.ts';
import { deleteOldFiles } from './imports/store.ts';
import { scheduleRetention } from './people/retention.ts';
import { listMentions, listRetentions } from './personal-data.ts';
import { expireInvitations } from './projects/members/invitations.ts';
import { deleteOldProposals } from './proposals/store.ts';
import { removeExpiredSnapshots } from './recovery/upgrade/snapshots.ts';
import { scheduleLogRetention } from './request-log/retention.ts';
import type { Services } from './service.ts';
import { removeUnused } from './uploads/uploads.ts';

/** Time after which the files of an import are deleted, since its last change. */
const IMPORT_FILE_DAYS = 7;
const PROPOSAL_DAYS = 90;

/** Schedules the deletion of expired and unused records. */
export function scheduleCleaning({ config, db, jobs, storage, identity }: Instance, services: Services): void {
  removeUnused(jobs, { db, storage, mentions: listMentions(services) });
  jobs.schedule('idempotency.clean', '17 * * * *', () => removeOldIdempotencyKeys(db));
  jobs.schedule('imports.clean', '37 * * * *', async () => void (await deleteOldFiles(db, IMPORT_FILE_DAYS)));
  jobs.schedule('proposals.clean', '57 3 * * *', () => deleteOldProposals(db, PROPOSAL_DAYS));
  jobs.schedule('end-users.clean', '47 * * * *', async () => {
    await deleteOldCodes(db);
    await deleteExpiredSessions(db);
  });
  expireInvitations(jobs, { db, forgetInvited: identity.forgetInvited });
  scheduleRetention(jobs, { db, retentions: listRetentions(services) });
  scheduleLogRetention(jobs, db);
  // Snapshots exist where the database is embedded, so that no other node runs the job.
  jobs.schedule('snapshots.clean', '7 * * * *', async () => void (await removeExpiredSnapshots(config.EARSHOT_DATA_DIR)));
}
