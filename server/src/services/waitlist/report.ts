import type { BuildSection, ReportRequest } from '../../instance/reports/section.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { readLine } from './line-store.ts';
import { countSignups } from './stats-store.ts';
import { waitlistTexts } from './texts/texts.ts';

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
    return (language) => {
      const t = waitlistTexts(language).report;
      return {
        title: t.title,
        figures: [
          { label: t.signups, value: signups, previous: before },
          { label: t.total, value: waiting + invited + joined },
          { label: t.waiting, value: waiting },
        ],
        lists: [],
        link: { label: t.open, path: 'waitlist' },
      };
    };
  };
