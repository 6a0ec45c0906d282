import type { ReactNode } from 'react';

interface TableProps {
  label: string;
  /** Names of the columns. A column with buttons has an empty name. */
  head: readonly string[];
  /** Names of columns with numbers. */
  numbers?: readonly string[];
  /** Rows: `<tr>`. */
  children: ReactNode;
}

/** Table that scrolls horizontally in narrow windows. */
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
