import { common } from '#texts/common';
import type { AnalyticsTimeseries } from '@earshot/sdk';
import { analytics } from '../texts/en/analytics.ts';
import { reports as texts } from '../texts/en/reports.ts';
import { useRead } from '../../api.ts';
import { Loaded, Skeleton } from '../../ui/state.tsx';
import { Legend } from '../chart/legend.tsx';
import { Plot } from '../chart/plot.tsx';
import { Row } from '../chart/time-chart.tsx';
import { createTimeFormat, formatRange } from '../chart/times.ts';
import { formatFigure, formatTick } from '../format.ts';
import type { Metric } from '../report-query.ts';
import type { Sides } from './side.ts';

/** A metric of both segments over time. */
export function SegmentChart({ sides, metric }: { sides: Sides; metric: Metric }) {
  const [first, second] = sides;
  const left = useRead('GET /v1/analytics/timeseries', { query: { ...first.report, metric } }, { keep: true });
  const right = useRead('GET /v1/analytics/timeseries', { query: { ...second.report, metric } }, { keep: true });
  const skeleton = <Skeleton lines={1} height="260px" />;
  return (
    <Loaded query={left} skeleton={skeleton}>
      {(one) => (
        <Loaded query={right} skeleton={skeleton}>
          {(other) => <Lines sides={sides} metric={metric} series={[one, other]} />}
        </Loaded>
      )}
    </Loaded>
  );
}

interface LinesProps {
  sides: Sides;
  metric: Metric;
  series: [AnalyticsTimeseries, AnalyticsTimeseries];
}

function Lines({ sides: [first, second], metric, series: [one, other] }: LinesProps) {
  const { data, interval, timezone } = one;
  const incomplete = data.findIndex(({ is_complete }) => !is_complete);
  const formatTime = createTimeFormat(interval, timezone);
  const valuesAt = (index: number) => [data[index], other.data[index]].map((point) => formatFigure(metric, point?.value ?? null));
  const range = formatRange(
    data.map(({ time }) => time),
    interval,
    timezone,
  );
  return (
    <figure className="chart">
      <Plot
        label={analytics.chart(analytics.metrics[metric], range)}
        times={data.map(({ time }) => Date.parse(time))}
        lines={[
          { values: data.map(({ value }) => value), look: 'main' },
          { values: data.map((_, index) => other.data[index]?.value ?? null), look: 'second' },
        ]}
        completeCount={incomplete < 0 ? data.length : incomplete}
        interval={interval}
        timezone={timezone}
        minTop={metric.endsWith('rate') ? 0.1 : 4}
        formatValue={(value) => formatTick(metric, value)}
        describe={(index) => {
          const [a = '', b = ''] = valuesAt(index);
          return `${formatTime(data[index]?.time ?? one.from)}${common.colon}${first.name} ${a}, ${second.name} ${b}`;
        }}
        tooltip={(index) => {
          const [a = '', b = ''] = valuesAt(index);
          return (
            <>
              <p className="tooltip-name">{formatTime(data[index]?.time ?? one.from)}</p>
              <Row look="main" label={first.name} value={a} />
              <Row look="second" label={second.name} value={b} />
            </>
          );
        }}
      />
      <figcaption className="chart-foot">
        <Legend
          items={[
            { look: 'main', label: first.name },
            { look: 'second', label: second.name },
            ...(incomplete >= 0 ? [{ look: 'incomplete' as const, label: texts.incompletePeriod }] : []),
          ]}
        />
      </figcaption>
    </figure>
  );
}
