import type { ReactNode } from 'react';
import { Loaded, type LoadedProps, Skeleton } from '../ui/state.tsx';

interface PanelProps<T> extends Pick<LoadedProps<T>, 'query'> {
  title: string;
  hint: string;
  /** Link to the page with all items. */
  more: ReactNode;
  /** Returns rows, or an empty list. */
  children: (data: T) => ReactNode[];
  /** Sentence in place of rows. */
  empty: string;
}

/** Panel with the few items that need attention most. */
export const OutcomePanel = <T,>({ title, hint, query, more, empty, children }: PanelProps<T>) => (
  <section className="panel" aria-label={title}>
    <header className="panel-head">
      <h2>{title}</h2>
      {more}
    </header>
    <p className="soft">{hint}</p>
    <Loaded query={query} skeleton={<Skeleton lines={5} height="2.9rem" />}>
      {(data) => {
        const rows = children(data);
        return rows.length ? <ul className="plain-list outcomes">{rows}</ul> : <p>{empty}</p>;
      }}
    </Loaded>
  </section>
);

interface RowProps {
  /** Figure by which the rows are ordered. */
  value: string;
  /** Unit of the figure, such as votes. */
  unit: string;
  title: ReactNode;
  meta: ReactNode;
  action?: ReactNode;
}

/** Row with a figure, a title and an action. */
export const OutcomeRow = ({ value, unit, title, meta, action }: RowProps) => (
  <li className="outcome">
    <span className="outcome-value">
      <strong>{value}</strong> <span className="soft">{unit}</span>
    </span>
    <span className="row-main">
      {title}
      <span className="row-meta">{meta}</span>
    </span>
    {action}
  </li>
);
