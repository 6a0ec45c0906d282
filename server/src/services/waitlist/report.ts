import type { BuildSection, ReportRequest } from '../../instance/reports/section.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { readLine } from './line-store.ts';
import { countSignups } from './stats-store.ts';

/** Section of the growth of the waitlist: confirmed sign-ups, as in its statistics. */
export const createWaitlistReport =
  ({ db }: { db: Db }): BuildSection =>
  async ({ project: { id }, period }: ReportRequest) => {
    const [signups, before, { waiting, invited, joined }] = await Promise.all([
      countSignups(db, id, period),
      countSignups(db, id, period.previous),
      readLine(db, id),
    ]);
    if (!signups && !before) return undefined;
    return {
      title: 'Waitlist',
      figures: [
        { label: 'Sign-ups', value: signups, previous: before },
        { label: 'Total', value: waiting + invited + joined },
        { label: 'Waiting', value: waiting },
      ],
      lists: [],
      link: { label: 'Open the waitlist', path: 'waitlist' },
    };
  };
