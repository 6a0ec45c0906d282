import type { AnalyticsRetention } from '@earshot/sdk';
import { analytics as texts } from './texts/en/analytics.ts';
import { useRead } from '../api.ts';
import { Select } from '../ui/field.tsx';
import { useSearchParam } from '../ui/history/page-search.ts';
import { parseOneOf } from '../ui/search.ts';
import { Empty, Loaded, Skeleton } from '../ui/state.tsx';
import { AnalyticsFrame, useReportQuery } from './analytics-frame.tsx';
import { RETENTION_INTERVALS } from '@earshot/contract/services/analytics/values';
import { AsOf } from './as-of.tsx';
import { formatFigure } from './format.ts';
import { withoutGoal } from './report-query.ts';
import { formatNumber, locale } from '../texts/plural.ts';

const INTERVALS = RETENTION_INTERVALS.map((id) => ({ id, label: texts.intervals[id] }));
/** Maximum opacity of a cell, so that its text stays readable. */
const STRONGEST = 45;
/** Maximum opacity of a cell of few people, whose share is mostly chance. */
const PALEST = 12;
const SMALL = 10;

/** Periods with enough cohorts: in that of other reports, often a week, nobody can have returned. */
const PERIODS = { day: '30d', week: '90d', month: '12mo' } as const;

/** Share of returning people, one row for each cohort. */
export function Retention() {
  const { report } = useReportQuery();
  const [interval, setInterval] = useSearchParam('cohorts', (value) => parseOneOf(RETENTION_INTERVALS, value), 'week');
  const { from: _from, to: _to, ...others } = withoutGoal(report);
  const period = PERIODS[interval];
  const retention = useRead('GET /v1/analytics/retention', { query: { ...others, period, interval } }, { keep: true });
  return (
    <AnalyticsFrame hasPeriod={false}>
      <p className="soft">{texts.retentionHint}</p>
      <div className="filters">
        <Select label={texts.interval} options={INTERVALS} value={interval} onChange={setInterval} />
      </div>
      <Loaded query={retention} skeleton={<Skeleton lines={6} height="2rem" />}>
        {(found) =>
          found.cohorts.some(({ size }) => size > 0) ? (
            <>
              <p className="soft">{texts.identified(found.identified_visitors, texts.periods[period])}</p>
              <Grid retention={found} />
            </>
          ) : (
            <Empty title={texts.noCohorts}>
              {found.identified_visitors === 0 && (
                <>
                  <p>{texts.noIdentified}</p>
                  <p>
                    {texts.identifyHint} <code>{texts.identifyExample}</code>
                  </p>
                </>
              )}
            </Empty>
          )
        }
      </Loaded>
      <AsOf query={retention} />
    </AnalyticsFrame>
  );
}

function Grid({ retention: { cohorts: all, means, timezone, interval } }: { retention: AnalyticsRetention }) {
  // Cohorts before the first person say nothing.
  const cohorts = all.slice(all.findIndex(({ size }) => size > 0));
  const years = new Set(cohorts.map(({ start }) => start.slice(0, 4)));
  const format = new Intl.DateTimeFormat(locale, {
    // Without the year, five weeks fit the window of a phone.
    ...(interval === 'month' || years.size > 1 ? { year: 'numeric' } : {}),
    month: 'short',
    ...(interval === 'month' ? {} : { day: 'numeric' }),
    timeZone: timezone,
  });
  const columns = Math.max(...cohorts.map(({ cells }) => cells.length));
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={texts.tabs.retention}>
      <table className="grid-table">
        <thead>
          <tr>
            <th>{texts.cohort}</th>
            <th>{texts.people}</th>
            {Array.from({ length: columns }, (_, index) => (
              <th key={index}>{texts.later(interval, index)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{texts.mean}</th>
            <td />
            {Array.from({ length: columns }, (_, index) => (
              <td key={index}>{formatFigure('bounce_rate', means[index] ?? null)}</td>
            ))}
          </tr>
          {cohorts.map(({ start, size, cells }) => (
            <tr key={start}>
              <th scope="row">{format.format(new Date(start))}</th>
              <td>{formatNumber(size)}</td>
              {Array.from({ length: columns }, (_, index) => {
                const cell = cells[index];
                const rate = cell?.rate ?? null;
                return (
                  <td
                    key={index}
                    className={cell && rate !== null && !cell.is_complete ? 'open' : undefined}
                    title={cell && texts.returned(formatNumber(cell.count), formatFigure('bounce_rate', rate))}
                    style={{
                      background: `color-mix(in oklab, var(--accent) ${(rate ?? 0) * (size < SMALL ? PALEST : STRONGEST)}%, transparent)`,
                    }}
                  >
                    {cell && rate !== null ? formatFigure('bounce_rate', rate) : ''}
                    {cell && rate !== null && !cell.is_complete && <span className="unseen">{` (${texts.incomplete})`}</span>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint">
        <span className="open-cell" aria-hidden /> {texts.incompleteCell}
      </p>
    </div>
  );
}
