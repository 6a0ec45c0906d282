import type { AnalyticsWebVital } from '@earshot/sdk';
import { analytics } from '../texts/en/analytics.ts';
import { measurements } from '../texts/en/measurements.ts';
import { useRead } from '../../api.ts';
import { Snippet } from '../../ui/copy.tsx';
import { useSearchParam } from '../../ui/history/page-search.ts';
import { parseOneOf } from '../../ui/search.ts';
import { Loaded, Skeleton } from '../../ui/state.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { renderName } from '../format.ts';
import { withoutGoal } from '../report-query.ts';
import { DimensionTabs } from './dimension-tabs.tsx';
import type { PanelProps } from './panel-props.ts';
import { formatNumber, locale } from '../../texts/plural.ts';

const texts = measurements.vitals;
const BY = ['page', 'device', 'country'] as const;
type By = (typeof BY)[number];
const MAX_ROWS = 10;
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const seconds = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 2 });
const score = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
const SECOND_MS = 1_000;

function formatValue({ unit, p75 }: Pick<AnalyticsWebVital, 'unit' | 'p75'>): string {
  if (p75 === null) return '–';
  if (unit === 'score') return score.format(p75);
  return p75 < SECOND_MS ? `${whole.format(p75)} ms` : `${seconds.format(p75 / SECOND_MS)} s`;
}

/** Web Vitals of all pages, and by page, device and country. */
export function WebVitals({ report, onFilter }: PanelProps) {
  const query = withoutGoal(report);
  const vitals = useRead('GET /v1/analytics/web-vitals', { query }, { keep: true });
  const [by, setBy] = useSearchParam('vitals', (value) => parseOneOf(BY, value), 'page');
  return (
    <section className="panel span">
      <h2>{texts.title}</h2>
      <p className="soft">{texts.hint}</p>
      <Loaded query={vitals} skeleton={<Skeleton lines={6} height="1.4rem" />}>
        {({ metrics }) =>
          metrics.some(({ measurements: count }) => count > 0) ? (
            <>
              <ul className="vitals">
                {metrics.map((metric) => (
                  <Metric key={metric.metric} metric={metric} />
                ))}
              </ul>
              <DimensionTabs label={texts.by} names={texts.tabs} dimensions={BY} selected={by} onSelect={setBy}>
                <Rows by={by} report={query} onFilter={onFilter} />
              </DimensionTabs>
            </>
          ) : query.filter?.length ? (
            <p className="soft">{analytics.nothing}</p>
          ) : (
            <HowToMeasure />
          )
        }
      </Loaded>
    </section>
  );
}

/** The tag of the tracker with the attribute that turns measurements on. */
function HowToMeasure() {
  const tracker = useRead('GET /v1/analytics/tracker', {}, { staleTime: Infinity });
  return (
    <>
      <p>{texts.empty}</p>
      <Loaded query={tracker}>
        {({ html }) => <Snippet title="HTML" code={html.replace('></script>', ' data-vitals></script>')} />}
      </Loaded>
    </>
  );
}

/** A metric with its 75th percentile, rating, and the shares of ratings as a bar. */
function Metric({
  metric: { metric, unit, p75, rating, good, needs_improvement, poor, measurements: count },
}: {
  metric: AnalyticsWebVital;
}) {
  const shares = { good, needs_improvement, poor };
  const format = (share: number | null) => percent.format(share ?? 0);
  return (
    <li>
      <span className="figure-name" title={texts.names[metric]}>
        <abbr>{metric}</abbr> {texts.names[metric]}
      </span>
      <span className="figure-value">{formatValue({ unit, p75 })}</span>
      {rating && <span className={`vital-rating ${rating}`}>{texts.ratings[rating]}</span>}
      {count > 0 && (
        <>
          <span className="vital-bar" aria-hidden>
            {Object.entries(shares).map(([name, share]) => (
              <span key={name} className={name} style={{ width: format(share) }} />
            ))}
          </span>
          <span className="soft">{texts.shares(format(good), format(needs_improvement), format(poor))}</span>
        </>
      )}
      <span className="soft">{texts.count(count)}</span>
    </li>
  );
}

function Rows({
  by,
  report,
  onFilter,
}: Pick<PanelProps, 'onFilter'> & { report: Omit<PanelProps['report'], 'goal_id'>; by: By }) {
  const rows = useRead('GET /v1/analytics/web-vitals/breakdown', { query: { ...report, by, limit: MAX_ROWS } }, { keep: true });
  return (
    <Loaded query={rows} skeleton={<Skeleton lines={4} height="1.4rem" />}>
      {({ data }) => {
        const columns = data[0]?.metrics.map(({ metric }) => metric) ?? [];
        const head = [texts.tabs[by], ...columns, texts.measurements];
        return (
          <Table label={texts.tabs[by]} head={head} numbers={head.slice(1)}>
            {data.map(({ value, metrics, measurements: count }) => (
              <tr key={value}>
                <td>
                  <button
                    type="button"
                    className="ranked-name"
                    onClick={() => onFilter({ dimension: by, operator: 'is', value })}
                  >
                    {renderName(by, value)}
                  </button>
                </td>
                {metrics.map((metric) => (
                  <td key={metric.metric} className="number">
                    <span className={metric.rating ? `vital-value ${metric.rating}` : undefined}>
                      {formatValue(metric)}
                      {metric.rating && <span className="unseen"> ({texts.ratings[metric.rating]})</span>}
                    </span>
                  </td>
                ))}
                <td className="number">{formatNumber(count)}</td>
              </tr>
            ))}
          </Table>
        );
      }}
    </Loaded>
  );
}
