import type { ReactNode } from 'react';

interface TableProps {
  label: string;
  /** The names of the columns; an empty one is of buttons, that say themselves what they do. */
  head: readonly string[];
  /** Which of them hold numbers. */
  numbers?: readonly string[];
  /** Rows: `<tr>`. */
  children: ReactNode;
}

/** A table that scrolls by itself where the window is narrow. */
export const Table = ({ label, head, numbers = [], children }: TableProps) => (
  <div className="table-scroll" tabIndex={0} role="region" aria-label={label}>
    <table>
      <thead>
        <tr>
          {head.map((name) =>
            name ? (
              <th key={name} className={numbers.includes(name) ? 'number' : undefined}>
                {name}
              </th>
            ) : (
              <td key="" />
            ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
