interface Bar {
  label: string;
  /** Short form of the time, which the axis shows for the first and the last bar. */
  tick: string;
  value: number;
  /** Part of the value that is drawn in the accent color. */
  part?: number;
}

const HEIGHT = 88;
const GAP = 0.25;

/** Bar chart over time, with the highest value, and the first and last time. `legend` names both colors. Bars have tooltips; screen readers get a table. */
export function Bars({ title, bars, legend }: { title: string; bars: Bar[]; legend?: { value: string; part: string } }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <figure className="bars">
      <span className="bars-most" aria-hidden>
        {most.toLocaleString()}
      </span>
      <svg viewBox={`0 0 ${bars.length} ${HEIGHT}`} preserveAspectRatio="none" height={HEIGHT} width="100%" aria-hidden>
        {bars.map(({ label, value, part = 0 }, index) => {
          const [height, inner] = [value, part].map((one) => (one / most) * HEIGHT);
          return (
            <g key={label}>
              <title>{label}</title>
              <rect x={index} width={1} y={0} height={HEIGHT} fill="transparent" />
              <rect className="bar" x={index + GAP / 2} width={1 - GAP} y={HEIGHT - (height ?? 0)} height={height} />
              <rect className="bar part" x={index + GAP / 2} width={1 - GAP} y={HEIGHT - (inner ?? 0)} height={inner} />
            </g>
          );
        })}
      </svg>
      <div className="bars-axis" aria-hidden>
        <span>{bars[0]?.tick}</span>
        <span>{bars.at(-1)?.tick}</span>
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
          <span className="number">{count.toLocaleString()}</span>
        </li>
      ))}
    </ul>
  );
}
