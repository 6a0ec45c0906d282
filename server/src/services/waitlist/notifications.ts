import type { Instance } from '../../instance/instance.ts';
import { formatCount } from '../../instance/messages/messages.ts';
import { isNews } from '../../instance/notifications/notifications.ts';
import { countOnDays } from './stats-store.ts';
import { findEntry } from './store.ts';

/** Notifies members of sign-ups: one notification for each day (UTC, as in the statistics), which is renewed by each sign-up. */
export function notifyMembers({ db, notifications }: Pick<Instance, 'db' | 'notifications'>): void {
  notifications.on('waitlist.joined', async ({ created_at, project_id, data }) => {
    const entry = await findEntry(db, project_id, data.entry_id);
    return entry && isNews(entry) ? [{ kind: 'waitlist.joined', subject: created_at.slice(0, 10) }] : [];
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
