import type { Line } from './plot.tsx';

export interface LegendItem {
  look: Line['look'] | 'incomplete' | 'imported';
  label: string;
}

/** Names of the lines of a chart. */
export const Legend = ({ items }: { items: LegendItem[] }) => (
  <ul className="legend">
    {items.map(({ look, label }) => (
      <li key={look}>
        <span className={`legend-line ${look}`} aria-hidden />
        {label}
      </li>
    ))}
  </ul>
);
