import { TEAM } from '../../../instance/end-users/readers.ts';
import type { BuildSection, ReportRequest } from '../../../instance/reports/section.ts';
import { toRows } from '../../../instance/reports/section.ts';
import { formatId } from '../../../platform/ids.ts';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { listIndexes } from '../index/indexes-store.ts';
import { helpTexts } from '../texts/texts.ts';
import { countSearches } from './search-log-store.ts';
import type { SearchRecorder } from './search-recorder.ts';

/** Returns the most frequent clusters of unanswered searches without a decision. */
export type ListUnanswered = (db: Db, projectId: string, limit: number) => Promise<{ query: string; searches: number }[]>;

interface Deps {
  db: Db;
  clickhouse: ClickHouse;
  recorder: SearchRecorder;
  listUnanswered: ListUnanswered;
}

const MAX_QUERIES = 5;
/** More indexes than projects have. */
const MAX_INDEXES = 100;

/** Section of searches in all indexes of a project, with the most frequent unanswered ones. */
export const createSearchReport =
  ({ db, clickhouse, recorder, listUnanswered }: Deps): BuildSection =>
  async ({ project: { id: projectId }, period }: ReportRequest) => {
    const { rows: indexes } = await listIndexes(db, projectId, TEAM, { limit: MAX_INDEXES, offset: 0 });
    if (!indexes.length) return undefined;
    await recorder.flush(projectId);
    const count = async (span: { from: number; to: number }) => {
      const counts = await Promise.all(indexes.map(({ id }) => countSearches(clickhouse, { ...span, projectId, indexId: id })));
      return counts.reduce((sum, { searches, missed }) => ({ searches: sum.searches + searches, missed: sum.missed + missed }), {
        searches: 0,
        missed: 0,
      });
    };
    const [current, before, clusters] = await Promise.all([
      count(period),
      count(period.previous),
      listUnanswered(db, projectId, MAX_QUERIES),
    ]);
    if (!current.searches && !before.searches) return undefined;
    const [only] = indexes;
    return (language) => {
      const t = helpTexts(language).report;
      return {
        title: t.title,
        figures: [
          { label: t.searches, value: current.searches, previous: before.searches },
          { label: t.missed, value: current.missed, previous: before.missed },
        ],
        lists: clusters.length
          ? [
              {
                title: t.unanswered,
                rows: toRows(clusters, {
                  label: ({ query }) => query,
                  value: ({ searches }) => t.count(searches),
                  count: ({ searches }) => searches,
                }),
              },
            ]
          : [],
        link: {
          label: t.open,
          path: indexes.length === 1 && only ? `help/${formatId('idx', only.id)}/insights` : 'help',
        },
      };
    };
  };
