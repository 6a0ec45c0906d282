import type { Annotation, AnalyticsTimeseries, Query } from '@earshot/sdk';
import { analytics as texts } from '#texts/analytics';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import uPlot from 'uplot';
import { useRead } from '../api.ts';
import { Loaded, Skeleton } from '../ui/state.tsx';
import { Annotations } from './annotations.tsx';
import { formatFigure } from './format.ts';
import type { Metric } from './report-query.ts';

const HEIGHT = 240;
/** Steps of the time axis in seconds for buckets of a day or longer. */
const DAYS = [1, 2, 3, 5, 7, 10, 15, 30, 60, 90, 180, 365].map((days) => days * 86_400);
const CHART_ID = 'earshot-chart';

interface TimeChartProps {
  report: Query<'GET /v1/analytics/overview'>;
  metric: Metric;
  hasNotes: boolean;
}

/** Chart of a metric over the period, with the previous period and notes. */
export function TimeChart({ report, metric, hasNotes }: TimeChartProps) {
  const series = useRead('GET /v1/analytics/timeseries', { query: { ...report, metric, compare: 'previous' } }, { keep: true });
  const { from, timezone } = series.data ?? {};
  const notes = useRead(
    'GET /v1/analytics/annotations',
    // Open-ended in the current period, so that it includes notes of the last moments.
    { query: { from, to: report.to, timezone, limit: 100 } },
    { enabled: hasNotes && from !== undefined, keep: true },
  );
  const annotations = notes.data?.data ?? [];
  return (
    <>
      <Loaded query={series} skeleton={<Skeleton lines={1} height={`${HEIGHT}px`} />}>
        {(found) => <Chart series={found} metric={metric} annotations={annotations} />}
      </Loaded>
      {hasNotes && <Annotations annotations={annotations} />}
    </>
  );
}

/** Whether the color scheme is dark. The canvas requires explicit colors. */
function useIsDark(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const system = matchMedia('(prefers-color-scheme: dark)');
      const observer = new MutationObserver(listener);
      observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-scheme'] });
      system.addEventListener('change', listener);
      return () => {
        observer.disconnect();
        system.removeEventListener('change', listener);
      };
    },
    () => {
      const { scheme } = document.documentElement.dataset;
      return scheme ? scheme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    },
  );
}

/** Returns the current color of a custom property. */
function colorOf(name: string, element: HTMLElement): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

interface ChartProps {
  series: AnalyticsTimeseries;
  metric: Metric;
  annotations: Annotation[];
}

function Chart({ series, metric, annotations }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const isDark = useIsDark();
  const [hovered, setHovered] = useState<number>();
  const { data, interval, timezone } = series;
  const format = timeFormat(series);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const [ink, soft, edge, accent] = ['--ink', '--soft', '--edge', '--accent'].map((name) => colorOf(name, element));
    const incomplete = data.findIndex(({ is_complete }) => !is_complete);
    const last = incomplete < 0 ? data.length : incomplete;
    const axis = { stroke: soft, grid: { stroke: edge, width: 1 }, ticks: { show: false }, font: '12px system-ui' };
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        padding: [12, 24, 0, 0],
        cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
        legend: { show: false },
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), timezone),
        scales: { y: { range: (_chart, _low, high) => [0, Math.max(high * 1.05, metric.endsWith('rate') ? 0.1 : 4)] } },
        axes: [
          {
            ...axis,
            grid: { show: false },
            values: (_chart, splits) => splits.map(axisFormat(timezone)),
            ...(!['minute', 'hour'].includes(interval) && { incrs: DAYS }),
          },
          { ...axis, size: 56, values: (_chart, values) => values.map((value) => formatFigure(metric, value)) },
        ],
        series: [
          {},
          { stroke: soft, width: 1.5, dash: [4, 4], points: { show: false } },
          // Incomplete buckets are dashed, because they would look like a decline.
          { stroke: accent, width: 2, dash: [3, 3], points: { show: data.length === 1 } },
          { stroke: accent, width: 2, fill: `color-mix(in srgb, ${accent} 12%, transparent)`, points: { show: data.length < 3 } },
        ],
        hooks: {
          setCursor: [({ cursor: { idx } }) => setHovered(idx ?? undefined)],
          draw: [(self) => drawNotes(self, annotations, ink ?? '')],
        },
      },
      [
        data.map(({ time }) => Date.parse(time) / 1000),
        data.map(({ previous }) => previous),
        data.map(({ value }, index) => (index >= last - 1 ? value : null)),
        data.map(({ value }, index) => (index < last ? value : null)),
      ],
      element,
    );
    chart.ctx.canvas.id = CHART_ID;
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [data, interval, timezone, metric, annotations, isDark]);

  const point = hovered === undefined ? undefined : data[hovered];
  return (
    <figure className="chart">
      <div
        ref={place}
        role="img"
        aria-label={texts.chart(texts.metrics[metric], `${format(data[0])} – ${format(data.at(-1))}`)}
      />
      <figcaption>
        {point && (
          <span className="chart-point">
            <strong>{formatFigure(metric, point.value)}</strong> {format(point)}
            {point.previous !== null && <span className="soft"> · {texts.before(formatFigure(metric, point.previous))}</span>}
          </span>
        )}
        <details>
          <summary>{texts.asTable}</summary>
          <div className="table-scroll chart-table" tabIndex={0} role="region" aria-label={texts.metrics[metric]}>
            <table>
              <thead>
                <tr>
                  <th>{texts.time}</th>
                  <th className="number">{texts.metrics[metric]}</th>
                  <th className="number">{texts.previous}</th>
                </tr>
              </thead>
              <tbody>
                {data.map((one) => (
                  <tr key={one.time}>
                    <td>
                      {format(one)} {!one.is_complete && <span className="soft">({texts.incomplete})</span>}
                    </td>
                    <td className="number">{formatFigure(metric, one.value)}</td>
                    <td className="number">{formatFigure(metric, one.previous)}</td>
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

/** Formats a time: dates for days, otherwise the time, in the time zone of the report. */
function timeFormat({ interval, timezone }: AnalyticsTimeseries): (point: { time: string } | undefined) => string {
  const options: Intl.DateTimeFormatOptions =
    interval === 'minute' || interval === 'hour'
      ? { dateStyle: 'medium', timeStyle: 'short' }
      : interval === 'month'
        ? { year: 'numeric', month: 'long' }
        : { dateStyle: 'medium' };
  const format = new Intl.DateTimeFormat('en', { ...options, timeZone: timezone });
  return (point) => (point ? format.format(new Date(point.time)) : '');
}

/** Labels of the axis: the date where a day begins, otherwise the time. */
function axisFormat(timeZone: string): (seconds: number) => string {
  const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone });
  const time = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  return (seconds) => {
    const moment = new Date(seconds * 1000);
    const said = time.format(moment);
    return said === '00:00' ? day.format(moment) : said;
  };
}

function drawNotes(chart: uPlot, annotations: Annotation[], color: string): void {
  const { ctx, bbox } = chart;
  ctx.save();
  ctx.strokeStyle = color;
  ctx.setLineDash([2, 3]);
  for (const { time } of annotations) {
    const x = chart.valToPos(Date.parse(time) / 1000, 'x', true);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}

/** Returns the chart as an image with a background. */
export function chartAsPng(): Promise<Blob | null> {
  const canvas = document.querySelector<HTMLCanvasElement>(`#${CHART_ID}`);
  if (!canvas) return Promise.resolve(null);
  const picture = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
  const context = picture.getContext('2d');
  if (context) {
    context.fillStyle = colorOf('--raised', document.body);
    context.fillRect(0, 0, picture.width, picture.height);
    context.drawImage(canvas, 0, 0);
  }
  return new Promise((resolve) => picture.toBlob(resolve, 'image/png'));
}
