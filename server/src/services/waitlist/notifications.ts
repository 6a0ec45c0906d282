import type { Instance } from '../../instance/instance.ts';
import { formatDate } from '../../platform/i18n/texts.ts';
import { isNews } from '../../instance/notifications/notifications.ts';
import { countOnDays } from './stats-store.ts';
import { findEntry } from './store.ts';
import { waitlistTexts } from './texts/texts.ts';

/** Notifies members of sign-ups: one notification for each day (UTC, as in the statistics), which is renewed by each sign-up. */
export function notifyMembers({ db, notifications }: Pick<Instance, 'db' | 'notifications'>): void {
  notifications.on('waitlist.joined', async ({ created_at, project_id, data }) => {
    const entry = await findEntry(db, project_id, data.entry_id);
    return entry && isNews(entry) ? [{ kind: 'waitlist.joined', subject: created_at.slice(0, 10) }] : [];
  });
  notifications.define('waitlist.joined', async (reader, projectId, days, language) => {
    const t = waitlistTexts(language).notices;
    const counts = await countOnDays(reader, projectId, days);
    return new Map(
      counts.map(({ date, count }) => [
        date,
        { heading: t.signups, title: t.signupsOn(count, formatDate(new Date(date), language)), link: 'waitlist' },
      ]),
    );
  });
}
