import type { AnalyticsTimeseries } from '@earshot/sdk';
import { reports as texts } from '../texts/en/reports.ts';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { readColor, useIsDark } from './colors.ts';
import { chooseTicks } from '../../ui/charts/scale.ts';
import { createAxisFormat } from './times.ts';

const HEIGHT = 260;
/** Height of the lane above the plot, for content such as notes. */
export const LANE_PX = 28;
/** Steps of the time axis in seconds for buckets of a day or longer. */
const DAYS = [1, 2, 3, 5, 7, 10, 15, 30, 60, 90, 180, 365].map((days) => days * 86_400);
/** Smallest distance of labels of the time axis, in pixels. */
const LABEL_GAP = 20;
const TOOLTIP_GAP = 4;
const CHART_ID = 'earshot-chart';
/** Outside of the plot. */
const NOWHERE = { left: -10, top: -10 };

export interface Line {
  values: (number | null)[];
  /** `main` and `second` are solid lines in two colors, `comparison` is a thin dashed line. */
  look: 'main' | 'second' | 'comparison';
}

/** Positions of the plot in its figure, in pixels. */
export interface PlotArea {
  left: number;
  top: number;
  width: number;
  height: number;
  /** Distance of each bucket from the left edge of the plot. */
  xs: number[];
}

interface PlotProps {
  /** Accessible name of the chart. */
  label: string;
  /** Starts of the buckets in milliseconds since 1970. */
  times: number[];
  lines: Line[];
  /** Number of buckets that have ended. The others are dotted, because they would look like a decline. */
  completeCount: number;
  interval: AnalyticsTimeseries['interval'];
  timezone: string;
  /** Lowest upper end of the value axis. */
  minTop: number;
  formatValue: (value: number) => string;
  /** Buckets with a vertical line. */
  marked?: number[];
  /** Buckets with a shaded background. */
  shaded?: number[];
  /** Content of the tooltip of a bucket. */
  tooltip: (index: number) => ReactNode;
  /** Text of a bucket for screen readers. */
  describe: (index: number) => string;
  /** Content on top of the plot. */
  children?: (area: PlotArea) => ReactNode;
}

/** Chart of lines over time, with a tooltip at the cursor. Arrow keys move the cursor from bucket to bucket. */
export function Plot({ children, tooltip, describe, ...props }: PlotProps) {
  const { label, times, lines, completeCount, interval, timezone, minTop, formatValue, marked, shaded } = props;
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(null);
  const isDark = useIsDark();
  const [area, setArea] = useState<PlotArea>();
  const [cursor, setCursor] = useState<{ index: number }>();
  // Functions are new on each render, and do not change what is drawn.
  const drawn = JSON.stringify({ label, times, lines, completeCount, interval, timezone, minTop, marked, shaded });
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const colors = readColors(element);
    const { soft, edge } = colors;
    const axis = {
      stroke: soft,
      grid: { stroke: edge, width: 1 },
      ticks: { show: false },
      font: `12px ${getComputedStyle(element).fontFamily}`,
    };
    const formatTime = createAxisFormat(interval, timezone);
    const high = Math.max(minTop, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
    const ticks = chooseTicks(high);
    const created = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        padding: [LANE_PX + 4, 24, 0, 0],
        cursor: {
          y: false,
          points: { size: 7 },
          drag: { x: false, y: false },
          // The line is at the bucket that the tooltip explains, like the points.
          move: (self, left, top) => (left < 0 ? [left, top] : [self.valToPos(self.data[0][self.posToIdx(left)] ?? 0, 'x'), top]),
        },
        legend: { show: false },
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), timezone),
        scales: { y: { range: [0, ticks.at(-1) ?? high] } },
        axes: [
          {
            ...axis,
            size: 30,
            space:
              measureWidest(
                times.map((ms) => formatTime(ms / 1000)),
                axis.font,
              ) + LABEL_GAP,
            grid: { show: false },
            values: (_chart, splits) => splits.map(formatTime),
            ...(!['minute', 'hour'].includes(interval) && { incrs: DAYS }),
          },
          { ...axis, size: 56, splits: ticks, values: (_chart, values) => values.map(formatValue) },
        ],
        series: [{}, ...lines.flatMap((line) => buildSeries(line, colors, times.length))],
        hooks: {
          drawClear: [(self) => drawShaded(self, times, shaded ?? [], edge)],
          setCursor: [
            ({ cursor: { idx, left = -1 } }) =>
              setCursor(left >= 0 && idx !== null && idx !== undefined ? { index: idx } : undefined),
          ],
          draw: [
            (self) => {
              drawMarked(self, times, marked ?? [], soft);
              setArea(measure(self, times));
            },
          ],
        },
      },
      [times.map((ms) => ms / 1000), ...lines.flatMap((line) => splitValues(line, completeCount))] as uPlot.AlignedData,
      element,
    );
    created.ctx.canvas.id = CHART_ID;
    chart.current = created;
    const observer = new ResizeObserver(() => created.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      created.destroy();
      setCursor(undefined);
    };
  }, [drawn, isDark]);

  const moveTo = (index: number) => area && chart.current?.setCursor({ left: area.xs[index] ?? 0, top: area.height / 2 });
  const last = times.length - 1;
  const index = cursor?.index ?? last;
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last };
    const next = moves[event.key];
    if (next === undefined) {
      if (event.key === 'Escape') chart.current?.setCursor(NOWHERE);
      return;
    }
    event.preventDefault();
    moveTo(Math.min(Math.max(next, 0), last));
  };
  return (
    <div className="plot">
      <div ref={place} role="img" aria-label={label} />
      {area && (
        <>
          <div
            className="plot-cursor"
            role="slider"
            tabIndex={0}
            aria-label={texts.plotCursor}
            aria-valuemin={0}
            aria-valuemax={last}
            aria-valuenow={index}
            aria-valuetext={describe(index)}
            style={{ left: area.left, top: area.top, width: area.width, height: area.height }}
            onKeyDown={onKeyDown}
            onFocus={() => moveTo(index)}
            onBlur={() => chart.current?.setCursor(NOWHERE)}
          />
          {cursor && <Tooltip area={area} {...cursor} content={tooltip(cursor.index)} />}
          {children?.(area)}
        </>
      )}
    </div>
  );
}

/** Tooltip above the plot, so that it hides no part of the lines, centered at the cursor as far as the figure is wide enough. */
function Tooltip({ area, index, content }: { area: PlotArea; index: number; content: ReactNode }) {
  const x = area.left + (area.xs[index] ?? 0);
  return (
    <div
      className="plot-tooltip"
      aria-hidden
      style={{
        bottom: `calc(100% - ${area.top - TOOLTIP_GAP}px)`,
        left: `clamp(0px, ${x}px - var(--tooltip-width) / 2, 100% - var(--tooltip-width))`,
      }}
    >
      {content}
    </div>
  );
}

type Colors = ReturnType<typeof readColors>;

const readColors = (element: HTMLElement) => ({
  soft: readColor('--soft', element),
  edge: readColor('--edge', element),
  main: readColor('--accent', element),
  second: readColor('--second', element),
});

/** Returns the width of the widest text, in pixels. */
function measureWidest(labels: string[], font: string): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return 0;
  context.font = font;
  return Math.max(0, ...[...new Set(labels)].map((text) => context.measureText(text).width));
}

/** Returns the series of a line: a single one of a comparison, otherwise its incomplete and its complete part. */
function buildSeries({ look }: Line, colors: Colors, length: number): uPlot.Series[] {
  if (look === 'comparison') return [{ stroke: colors.soft, width: 1.5, dash: [5, 4], points: { show: length < 3 } }];
  const stroke = colors[look];
  return [
    { stroke, width: 2.5, dash: [0.5, 5], cap: 'round', points: { show: length === 1 } },
    {
      stroke,
      width: 2,
      points: { show: length < 3 },
      ...(look === 'main' && { fill: `color-mix(in srgb, ${stroke} 12%, transparent)` }),
    },
  ];
}

function splitValues({ values, look }: Line, completeCount: number): (number | null)[][] {
  if (look === 'comparison') return [values];
  return [
    values.map((value, index) => (index >= completeCount - 1 ? value : null)),
    values.map((value, index) => (index < completeCount ? value : null)),
  ];
}

/** Returns the positions of the plot. */
function measure(chart: uPlot, times: number[]): PlotArea {
  const { offsetLeft: left, offsetTop: top, clientWidth: width, clientHeight: height } = chart.over;
  return { left, top, width, height, xs: times.map((ms) => chart.valToPos(ms / 1000, 'x')) };
}

function drawMarked(chart: uPlot, times: number[], marked: number[], color: string): void {
  const { ctx, bbox } = chart;
  ctx.save();
  ctx.strokeStyle = color;
  ctx.setLineDash([2, 3]);
  for (const index of marked) {
    const x = chart.valToPos((times[index] ?? 0) / 1000, 'x', true);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}

/** Fills the background of buckets, each as wide as the distance to its neighbor. */
function drawShaded(chart: uPlot, times: number[], shaded: number[], color: string): void {
  const { ctx, bbox } = chart;
  const toX = (index: number) => chart.valToPos((times[index] ?? 0) / 1000, 'x', true);
  const width = times.length > 1 ? toX(1) - toX(0) : bbox.width;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.fillStyle = color;
  for (const index of shaded) ctx.fillRect(toX(index) - width / 2, bbox.top, width + 1, bbox.height);
  ctx.restore();
}

/** Returns the chart as an image with a background. */
export function chartAsPng(): Promise<Blob | null> {
  const canvas = document.querySelector<HTMLCanvasElement>(`#${CHART_ID}`);
  if (!canvas) return Promise.resolve(null);
  const picture = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
  const context = picture.getContext('2d');
  if (context) {
    context.fillStyle = readColor('--raised', document.body);
    context.fillRect(0, 0, picture.width, picture.height);
    context.drawImage(canvas, 0, 0);
  }
  return new Promise((resolve) => picture.toBlob(resolve, 'image/png'));
}
