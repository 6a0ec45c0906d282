import type { Instance } from '../../instance/instance.ts';
import { formatCount } from '../../instance/messages/messages.ts';
import { transact } from '../../platform/postgres/database.ts';
import { isNews } from '../../instance/notifications/notifications.ts';
import { countOnDays } from './stats-store.ts';
import { findEntry } from './store.ts';

const RETRY = { limit: 10, delaySeconds: 10 };

/** Tells members of sign-ups: one notification for each day (UTC, as in the statistics), which is renewed by each sign-up. */
export function notifyMembers({ db, events, notifications }: Pick<Instance, 'db' | 'events' | 'notifications'>): void {
  events.on('waitlist.joined', 'notify', RETRY, async ({ id, created_at, project_id, data }) => {
    const entry = await findEntry(db, project_id, data.entry_id);
    if (!entry || !isNews(entry)) return;
    const occurrence = { kind: 'waitlist.joined', subject: created_at.slice(0, 10), event: { id, created_at } } as const;
    await transact(db, (tx) => notifications.notify(tx, project_id, occurrence));
  });
  notifications.define('waitlist.joined', async (reader, projectId, days) => {
    const counts = await countOnDays(reader, projectId, days);
    return new Map(
      counts.map(({ date, count }) => [
        date,
        { heading: 'New sign-ups', title: `${formatCount(count, 'sign-up')} on ${date}`, link: 'waitlist' },
      ]),
    );
  });
}
