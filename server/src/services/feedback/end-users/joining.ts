import { claimOnce } from '../../../instance/directory/backfill-store.ts';
import { findIdentities, findPeople } from '../../../instance/directory/store.ts';
import type { Instance } from '../../../instance/instance.ts';
import { transact } from '../../../platform/postgres/database.ts';
import { BY_ADDRESS } from '../authors.ts';
import { takeOver } from './take-over.ts';
import { listVotersOfUsers } from './take-over-store.ts';

const QUEUE = 'feedback.join-voters';
const RETRY = { limit: 20, delaySeconds: 5 };

interface Payload {
  project_id: string;
  /** Key of the mailbox. */
  email: string;
  user_id: string;
}

/**
 * Makes an address and the user to whom it is proven to belong one voter and author: the votes, entries, comments and answers of the address
 * become those of the user. Where both voted, the vote of the user counts. A job, because a proof must not wait for entries that are locked.
 * Must be called before the queue starts.
 */
export function joinVoters({ db, jobs, onPeopleJoined }: Pick<Instance, 'db' | 'jobs' | 'onPeopleJoined'>): void {
  jobs.define<Payload>(QUEUE, RETRY, ({ project_id: projectId, email, user_id: userId }) =>
    transact(db, async (tx) => {
      // The team may have separated them, or the person may be erased.
      const [one, other] = await findIdentities(tx, projectId, { userIds: [userId], emails: [email] });
      if (!one || one.person_id !== other?.person_id) return;
      const [person] = await findPeople(tx, projectId, [one.person_id]);
      const to = { id: `end:${userId}`, name: person?.name ?? null, email };
      await takeOver(tx, projectId, { from: `${BY_ADDRESS}:${email}`, to });
    }),
  );
  onPeopleJoined((tx, projectId, joined) =>
    jobs.send(
      tx,
      QUEUE,
      joined.map(({ email, userId }) => ({ project_id: projectId, email, user_id: userId })),
    ),
  );
  // Votes of addresses that were proven before voters were joined.
  jobs.onStart(() =>
    transact(db, async (tx) => {
      if (await claimOnce(tx, QUEUE)) await jobs.send(tx, QUEUE, await listVotersOfUsers(tx));
    }),
  );
}
