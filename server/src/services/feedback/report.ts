import type { BuildSection, ReportRequest } from '../../instance/reports/section.ts';
import { toRows } from '../../instance/reports/section.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { ANYONE } from './boards/access.ts';
import { feedbackTexts } from './texts/texts.ts';
import { buildVisible, countEntries, listEntries } from './views/list-store.ts';

const MAX_ENTRIES = 5;

const createdIn = ({ from, to }: { from: number; to: number }) => ({
  created_since: new Date(from).toISOString(),
  created_until: new Date(to).toISOString(),
});

/**
 * Section of new feedback. Titles of private entries, and of entries that wait for moderation, are not in it; entries of boards that are not
 * public are not even counted, because outside recipients read reports.
 */
export const createFeedbackReport =
  ({ db }: { db: Db }): BuildSection =>
  async ({ project: { id }, period }: ReportRequest) => {
    const filter = createdIn(period);
    const visible = buildVisible(ANYONE);
    const { hiddenBoards } = visible;
    const [created, before, pending, { rows }] = await Promise.all([
      countEntries(db, id, { ...filter, hiddenBoards }),
      countEntries(db, id, { ...createdIn(period.previous), hiddenBoards }),
      countEntries(db, id, { visibility: 'pending', hiddenBoards }),
      listEntries(db, id, { ...filter, ...visible }, { sort: 'top', limit: MAX_ENTRIES, offset: 0 }),
    ]);
    if (!created && !before) return undefined;
    return (language) => {
      const { report: t, votes } = feedbackTexts(language);
      const count = ({ upvote_count: upvotes }: (typeof rows)[number]) => upvotes;
      return {
        title: t.title,
        figures: [{ label: t.created, value: created, previous: before }],
        lists: rows.length
          ? [
              {
                title: t.byVotes,
                rows: toRows(rows, { label: ({ title }) => title, value: (row) => votes(count(row)), count }),
              },
            ]
          : [],
        ...(pending && { note: t.pending(pending) }),
        link: { label: t.open, path: 'feedback' },
      };
    };
  };
