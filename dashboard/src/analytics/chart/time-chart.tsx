import { common } from '#texts/common';
import type { AnalyticsTimeseries, Annotation, Query } from '@earshot/sdk';
import { analytics as texts } from '../texts/en/analytics.ts';
import { importedDays } from '../texts/en/imported-days.ts';
import { reports } from '../texts/en/reports.ts';
import { useRead } from '../../api.ts';
import { Loaded, Skeleton } from '../../ui/state.tsx';
import { computeChange, formatChange, formatFigure, formatTick } from '../format.ts';
import type { Comparison, Interval, Metric } from '../report-query.ts';
import { IntervalPicker } from './interval-picker.tsx';
import { Legend, type LegendItem } from './legend.tsx';
import { findBucket, groupNotes } from './markers.ts';
import { AddNoteButton, NoteMarkers, useNotes } from './notes.tsx';
import { Plot } from './plot.tsx';
import { createTimeFormat, formatRange } from './times.ts';

const SKELETON_HEIGHT = '291px';

interface TimeChartProps {
  report: Query<'GET /v1/analytics/overview'>;
  comparison: Comparison;
  metric: Metric;
  interval: Interval | undefined;
  onInterval: (interval: Interval) => void;
  hasNotes: boolean;
}

/** Chart of a metric over the period, with the period to compare with and notes. */
export function TimeChart({ report, comparison, metric, interval, onInterval, hasNotes }: TimeChartProps) {
  const series = useRead(
    'GET /v1/analytics/timeseries',
    { query: { ...report, ...comparison, metric, interval } },
    { keep: true },
  );
  const { from, timezone } = series.data ?? {};
  // Open-ended in the current period, so that it includes notes of the last moments.
  const notes = useNotes({ from, to: report.to, timezone }, hasNotes && from !== undefined);
  return (
    <Loaded query={series} skeleton={<Skeleton lines={1} height={SKELETON_HEIGHT} />}>
      {(found) => <Chart series={found} metric={metric} notes={notes} hasNotes={hasNotes} onInterval={onInterval} />}
    </Loaded>
  );
}

interface ChartProps {
  series: AnalyticsTimeseries;
  metric: Metric;
  notes: Annotation[];
  hasNotes: boolean;
  onInterval: (interval: Interval) => void;
}

function Chart({ series, metric, notes, hasNotes, onInterval }: ChartProps) {
  const { data, interval, timezone } = series;
  const times = data.map(({ time }) => Date.parse(time));
  const incomplete = data.findIndex(({ is_complete }) => !is_complete);
  const shaded = data.flatMap(({ is_imported: isImported }, index) => (isImported ? [index] : []));
  const compared = data.flatMap(({ previous_time }) => (previous_time === null ? [] : [previous_time]));
  const formatTime = createTimeFormat(interval, timezone);
  const range = formatRange(
    data.map(({ time }) => time),
    interval,
    timezone,
  );
  const legend: LegendItem[] = [
    { look: 'main', label: range },
    ...(compared.length ? [{ look: 'comparison' as const, label: formatRange(compared, interval, timezone) }] : []),
    ...(shaded.length ? [{ look: 'imported' as const, label: importedDays.mark }] : []),
    ...(incomplete >= 0 ? [{ look: 'incomplete' as const, label: reports.incompletePeriod }] : []),
  ];
  const toBucket = ({ time }: Annotation) => findBucket(times, Date.parse(time));
  const describe = (index: number) => {
    const point = data[index];
    if (!point) return '';
    const value = `${formatTime(point.time)}${common.colon}${formatFigure(metric, point.value)}${point.is_imported ? ` (${importedDays.mark})` : ''}`;
    return point.previous_time === null
      ? value
      : `${value}; ${formatTime(point.previous_time)}${common.colon}${formatFigure(metric, point.previous)}`;
  };
  return (
    <figure className="chart">
      <Plot
        label={texts.chart(texts.metrics[metric], range)}
        times={times}
        lines={[
          ...(compared.length ? [{ values: data.map(({ previous }) => previous), look: 'comparison' as const }] : []),
          { values: data.map(({ value }) => value), look: 'main' },
        ]}
        completeCount={incomplete < 0 ? data.length : incomplete}
        interval={interval}
        timezone={timezone}
        minTop={metric.endsWith('rate') ? 0.1 : 4}
        formatValue={(value) => formatTick(metric, value)}
        marked={[...new Set(notes.map(toBucket))].filter((index) => index >= 0)}
        shaded={shaded}
        describe={describe}
        tooltip={(index) => {
          const point = data[index];
          if (!point) return null;
          return (
            <>
              <p className="tooltip-name">{texts.metrics[metric]}</p>
              <Row look="main" label={formatTime(point.time)} value={formatFigure(metric, point.value)} />
              {point.previous_time !== null && (
                <>
                  <Row look="comparison" label={formatTime(point.previous_time)} value={formatFigure(metric, point.previous)} />
                  <Change value={point.value} previous={point.previous} />
                </>
              )}
              {point.is_imported && <p className="soft">{importedDays.mark}</p>}
              {!point.is_complete && <p className="soft">{reports.incompletePeriod}</p>}
              {notes
                .filter((note) => toBucket(note) === index)
                .map(({ id, content }) => (
                  <p key={id} className="tooltip-note">
                    {content}
                  </p>
                ))}
            </>
          );
        }}
      >
        {(area) => <NoteMarkers area={area} markers={groupNotes(notes, times, area.xs)} />}
      </Plot>
      <figcaption>
        <div className="chart-foot">
          <Legend items={legend} />
          <div className="actions">
            {hasNotes && <AddNoteButton />}
            <IntervalPicker series={series} onChange={onInterval} />
          </div>
        </div>
        <details>
          <summary>{texts.asTable}</summary>
          <div className="table-scroll chart-table" tabIndex={0} role="region" aria-label={texts.metrics[metric]}>
            <table>
              <thead>
                <tr>
                  <th>{texts.time}</th>
                  <th className="number">{texts.metrics[metric]}</th>
                  {compared.length > 0 && <th className="number">{reports.comparison}</th>}
                </tr>
              </thead>
              <tbody>
                {data.map((point) => (
                  <tr key={point.time}>
                    <td>
                      {formatTime(point.time)} {point.is_imported && <span className="soft">({importedDays.mark})</span>}
                      {!point.is_complete && <span className="soft">({texts.incomplete})</span>}
                    </td>
                    <td className="number">{formatFigure(metric, point.value)}</td>
                    {compared.length > 0 && <td className="number">{formatFigure(metric, point.previous)}</td>}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      </figcaption>
    </figure>
  );
}

/** Value of a line in a tooltip. */
export const Row = ({ look, label, value }: { look: LegendItem['look']; label: string; value: string }) => (
  <p className="tooltip-row">
    <span className={`legend-line ${look}`} />
    <span className="grow">{label}</span>
    <strong>{value}</strong>
  </p>
);

function Change({ value, previous }: { value: number | null; previous: number | null }) {
  const change = computeChange(value, previous);
  if (change === undefined) return null;
  return <p className="tooltip-row soft">{`${change < 0 ? '−' : '+'}${formatChange(change)}`}</p>;
}
