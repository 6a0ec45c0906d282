import type { AnalyticsRealtime } from '@earshot/sdk';
import { analytics } from '../texts/en/analytics.ts';
import { reports as texts } from '../texts/en/reports.ts';
import { useRead } from '../../api.ts';
import { Bars } from '../../ui/charts/bars.tsx';
import { Loaded, Skeleton } from '../../ui/state.tsx';
import { AnalyticsFrame, useReportQuery } from '../analytics-frame.tsx';
import { Flag } from '../countries/flag.tsx';
import { formatFigure, renderName } from '../format.ts';
import { formatFilter } from '../report-query.ts';
import { locale } from '../../texts/plural.ts';

const REFRESH_MS = 10_000;
const PANELS = [
  { dimension: 'page', list: 'pages' },
  { dimension: 'source', list: 'sources' },
  { dimension: 'country', list: 'countries' },
] as const;

/** Current visitors, the last 30 minutes, and where the visitors are. Refreshes itself. */
export function RealtimePage() {
  const { question, filters, filterBy } = useReportQuery();
  const realtime = useRead(
    'GET /v1/analytics/realtime',
    { query: { filter: filters, user_id: question.user_id, person_segment: question.person_segment } },
    { every: REFRESH_MS, keep: true },
  );
  return (
    <AnalyticsFrame hasPeriod={false}>
      <Loaded query={realtime} skeleton={<Skeleton lines={6} height="2.5rem" />}>
        {(found) => (
          <>
            <Now realtime={found} />
            <div className="panels thirds">
              {PANELS.map(({ dimension, list }) => (
                <Values
                  key={dimension}
                  dimension={dimension}
                  values={found[list]}
                  onChoose={(value) => filterBy([...new Set([...filters, formatFilter({ dimension, operator: 'is', value })])])}
                />
              ))}
            </div>
          </>
        )}
      </Loaded>
    </AnalyticsFrame>
  );
}

function Now({ realtime: { visitors, page_views: views, minutes } }: { realtime: AnalyticsRealtime }) {
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return (
    <section className="panel" aria-label={texts.currentVisitors}>
      <dl className="figures">
        <div title={texts.currentHint}>
          <dt>
            <span className="pulse" aria-hidden /> {texts.currentVisitors}
          </dt>
          <dd>{formatFigure('visitors', visitors)}</dd>
        </div>
        <div title={texts.pageViewsHint}>
          <dt>{texts.pageViews}</dt>
          <dd>{formatFigure('page_views', views)}</dd>
        </div>
      </dl>
      <p className="hint">{texts.currentHint}</p>
      <h2>{texts.lastMinutes}</h2>
      <Bars
        title={texts.lastMinutes}
        bars={minutes.map(({ time, visitors: people, page_views: pages }) => {
          const tick = clock.format(new Date(time));
          return { label: texts.minute(tick, people, pages), tick, value: people, part: people };
        })}
      />
      <p className="hint">{texts.refreshes}</p>
    </section>
  );
}

interface ValuesProps {
  dimension: string;
  values: { value: string; visitors: number }[];
  onChoose: (value: string) => void;
}

function Values({ dimension, values, onChoose }: ValuesProps) {
  const title = analytics.dimensions[dimension] ?? dimension;
  const most = Math.max(1, ...values.map(({ visitors }) => visitors));
  return (
    <section className="panel">
      <h2>{title}</h2>
      {values.length === 0 ? (
        <p className="soft">{texts.nobody}</p>
      ) : (
        <table className="breakdown-table">
          <thead>
            <tr>
              <th scope="col">{title}</th>
              <th scope="col" className="number">
                {texts.columns.visitors}
              </th>
            </tr>
          </thead>
          <tbody>
            {values.map(({ value, visitors }) => {
              const name = renderName(dimension, value);
              return (
                <tr key={value}>
                  <th scope="row">
                    <span className="ranked-bar" style={{ width: `${(visitors / most) * 100}%` }} />
                    <button
                      type="button"
                      className="ranked-name"
                      aria-label={analytics.filterBy(name)}
                      onClick={() => onChoose(value)}
                    >
                      {dimension === 'country' && <Flag code={value} />}
                      {name}
                    </button>
                  </th>
                  <td className="number">{formatFigure('visitors', visitors)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}
