import { chooseTicks } from './scale.ts';
import { formatNumber } from '../../texts/plural.ts';

interface Bar {
  label: string;
  /** Short form of the time, which the axis shows for some bars. */
  tick: string;
  value: number;
  /** Part of the value that is drawn in the accent color. */
  part?: number;
}

const HEIGHT = 120;
const GAP = 0.25;
/** Lowest upper end of the axis, because a single visitor is no peak. */
const MIN_TOP = 4;
const MAX_TICKS = 6;

/** Returns at most six bars with a tick, at equal distances from the first one. Phones show each second of them. */
function chooseTimes(bars: Bar[]): { tick: string; at: number }[] {
  const step = Math.max(1, Math.ceil(bars.length / MAX_TICKS));
  return bars.flatMap(({ tick }, index) => (index % step === 0 ? [{ tick, at: (index + 0.5) / bars.length }] : []));
}

/** Bar chart over time with axes. `legend` names both colors. Bars have tooltips; screen readers get a list. */
export function Bars({ title, bars, legend }: { title: string; bars: Bar[]; legend?: { value: string; part: string } }) {
  const ticks = chooseTicks(Math.max(MIN_TOP, ...bars.map(({ value }) => value)));
  const top = ticks.at(-1) ?? MIN_TOP;
  return (
    <figure className="bars">
      <div className="bars-plot" style={{ height: HEIGHT }} aria-hidden>
        {ticks.map((tick) => (
          <span key={tick} className="bars-tick" style={{ bottom: `${(tick / top) * 100}%` }}>
            {formatNumber(tick)}
          </span>
        ))}
        <svg viewBox={`0 0 ${bars.length} ${HEIGHT}`} preserveAspectRatio="none">
          {bars.map(({ label, value, part = 0 }, index) => {
            const [height, inner] = [value, part].map((one) => (one / top) * HEIGHT);
            return (
              <g key={label}>
                <title>{label}</title>
                <rect className="bar-column" x={index} width={1} y={0} height={HEIGHT} />
                <rect className="bar" x={index + GAP / 2} width={1 - GAP} y={HEIGHT - (height ?? 0)} height={height} />
                <rect className="bar part" x={index + GAP / 2} width={1 - GAP} y={HEIGHT - (inner ?? 0)} height={inner} />
              </g>
            );
          })}
        </svg>
      </div>
      <div className="bars-axis" aria-hidden>
        {chooseTimes(bars).map(({ tick, at }) => (
          <span key={at} style={{ insetInlineStart: `${at * 100}%` }}>
            {tick}
          </span>
        ))}
      </div>
      {legend && (
        <p className="bars-legend" aria-hidden>
          <span className="bar" />
          {legend.value}
          <span className="bar part" />
          {legend.part}
        </p>
      )}
      <figcaption className="unseen">
        {title}
        <ul>
          {bars.map(({ label }) => (
            <li key={label}>{label}</li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

/** List of names with counts and relative bars. */
export function RankedList({ rows }: { rows: { name: string; count: number; detail?: string }[] }) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <ul className="ranked">
      {rows.map(({ name, count, detail }, index) => (
        // Two items may have the same name.
        <li key={index} title={detail}>
          <span className="ranked-bar" style={{ width: `${(count / most) * 100}%` }} />
          <span className="grow">{name}</span>
          <span className="number">{formatNumber(count)}</span>
        </li>
      ))}
    </ul>
  );
}
